import type { AgentBot, Label } from '../records';
import { notFound } from '../refusal';
import type { Call } from './call';

function take<T>(records: T[], wanted: T | undefined, what: string): T {
	if (wanted === undefined) throw notFound(what);
	records.splice(records.indexOf(wanted), 1);
	return wanted;
}

/** Contract 4.9. A bot of the whole platform is not the account's to delete. */
export function agentBotDelete({ state, id }: Call): AgentBot {
	const bot = state.agentBots.find((candidate) => candidate.id === id && !candidate.system);
	return take(state.agentBots, bot, `Agent bot ${id}`);
}

/** Contract 4.10. */
export function labelDelete({ state, id }: Call): Label {
	const label = state.labels.find((candidate) => candidate.id === id);
	return take(state.labels, label, `Label ${id}`);
}

import { empty } from '../answer';
import type { Operation } from '../operation';
import { found } from '../rejection';

/** Contract 4.9. A bot of the whole platform is not the account's to delete. */
export default {
	upstreamForAdministrators: true,
	answer: ({ state, id, upstream }) => {
		const own = state.agentBots.filter(({ system_bot }) => !system_bot);
		const bot = found(own, id, 'Agent bot');
		state.agentBots.splice(state.agentBots.indexOf(bot), 1);
		return empty(upstream ? 200 : 204);
	},
} satisfies Operation;

import { ContactStore } from '../contacts/store';
import type { SandboxSettings } from '../settings';
import * as account from './account';
import * as activity from './activity';
import { seedContacts } from './contacts';
import { seedCustomAttributes } from './customAttributes';

/** The owner of a token. `memberId` is set for members of the account. */
export interface Caller {
	role: 'administrator' | 'agent' | 'bot' | 'outsider';
	memberId: number | null;
}

/** The records of the mock server's only account. */
export type State = ReturnType<typeof seedState>;

/** Creates the records of the start. The same settings, at the same time, give the same records. */
export function seedState(settings: SandboxSettings) {
	const { accountId, tokens } = settings;
	const callers: [string, Caller][] = [
		[tokens.administrator, { role: 'administrator', memberId: 1 }],
		[tokens.agent, { role: 'agent', memberId: 2 }],
		[tokens.bot, { role: 'bot', memberId: null }],
		[tokens.outsider, { role: 'outsider', memberId: null }],
	];
	const today = Math.floor(settings.now() / 1000);
	const inboxes = account.seedInboxes();
	return {
		accountId,
		callers: new Map(callers),
		contacts: new ContactStore(seedContacts(settings.contacts, inboxes, today)),
		customAttributes: seedCustomAttributes(today),
		inboxes,
		members: account.seedMembers(),
		teams: account.seedTeams(),
		labels: account.seedLabels(settings.labels),
		agentBots: account.seedAgentBots(),
		automationRules: activity.seedAutomationRules(accountId, today),
		/** Only their number, because no endpoint returns existing flows. */
		messagingFlows: 1,
		appointments: activity.seedAppointments(today),
		apps: account.seedApps(accountId),
		conversations: [] as activity.Conversation[],
		catalogs: account.seedCatalogs(),
		templateRows: activity.seedTemplateRows(),
		/** The current time in milliseconds since 1970. */
		now: settings.now,
	};
}

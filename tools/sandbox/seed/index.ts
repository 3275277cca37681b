import { ContactBook } from '../contacts/book';
import type { SandboxSettings } from '../settings';
import * as account from './account';
import * as activity from './activity';
import { seedContacts } from './contacts';

/** Who a token belongs to. `memberId` is set for users who work in the account. */
export interface Caller {
	role: 'administrator' | 'agent' | 'bot' | 'outsider';
	memberId: number | null;
}

/** All the service knows: one account with its records. */
export type State = ReturnType<typeof seedState>;

/** A state as it is at the start: the same settings give the same records. */
export function seedState(settings: SandboxSettings) {
	const { accountId, tokens } = settings;
	const callers: [string, Caller][] = [
		[tokens.administrator, { role: 'administrator', memberId: 1 }],
		[tokens.agent, { role: 'agent', memberId: 2 }],
		[tokens.bot, { role: 'bot', memberId: null }],
		[tokens.outsider, { role: 'outsider', memberId: null }],
	];
	const inboxes = account.seedInboxes();
	return {
		accountId,
		callers: new Map(callers),
		contacts: new ContactBook(seedContacts(settings.contacts, inboxes)),
		customAttributes: account.seedCustomAttributes(),
		inboxes,
		members: account.seedMembers(),
		teams: account.seedTeams(),
		labels: account.seedLabels(settings.labels),
		agentBots: account.seedAgentBots(),
		automationRules: activity.seedAutomationRules(accountId),
		/** How many there are: the service shows new ones only. */
		messagingFlows: 1,
		appointments: activity.seedAppointments(),
		apps: account.seedApps(accountId),
		catalogs: account.seedCatalogs(),
		templateRows: activity.seedTemplateRows(),
		/** Milliseconds since 1970, from the clock the sandbox was given. */
		now: settings.now,
	};
}

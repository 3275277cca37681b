import { ContactBook } from '../contacts/book';
import type { SandboxSettings } from '../settings';
import type { Caller, State } from '../state';
import {
	seedAgentBots,
	seedApps,
	seedCatalogs,
	seedCustomAttributes,
	seedInboxes,
	seedLabels,
	seedMembers,
	seedTeams,
} from './account';
import {
	seedAppointments,
	seedAutomationRules,
	seedMessagingFlows,
	seedTemplateRows,
} from './activity';
import { seedContacts } from './contacts';

type SeedSettings = Pick<
	SandboxSettings,
	'accountId' | 'contacts' | 'labels' | 'appointments' | 'tokens' | 'now'
>;

/** A state as it is at the start: the same settings give the same records. */
export function seedState(settings: SeedSettings): State {
	const { accountId, tokens } = settings;
	const callers: [string, Caller][] = [
		[tokens.administrator, { role: 'administrator', memberId: 1 }],
		[tokens.agent, { role: 'agent', memberId: 2 }],
		[tokens.bot, { role: 'bot', memberId: null }],
		[tokens.outsider, { role: 'outsider', memberId: null }],
	];
	const inboxes = seedInboxes();

	return {
		accountId,
		foreignAccountId: accountId + 1,
		callers: new Map(callers),
		contacts: new ContactBook(seedContacts(settings.contacts, inboxes)),
		customAttributes: seedCustomAttributes(),
		inboxes,
		members: seedMembers(),
		teams: seedTeams(),
		labels: seedLabels(settings.labels),
		agentBots: seedAgentBots(),
		automationRules: seedAutomationRules(accountId),
		messagingFlows: seedMessagingFlows(),
		appointments: seedAppointments(settings.appointments),
		apps: seedApps(accountId),
		catalogs: seedCatalogs(),
		catalogPushes: [],
		templateRows: seedTemplateRows(),
		now: settings.now,
	};
}

import { ContactBook } from '../contactBook';
import type { SandboxSettings } from '../settings';
import type { Caller, State } from '../state';
import {
	AGENT_BOTS,
	CATALOGS,
	CUSTOM_ATTRIBUTES,
	INBOXES,
	MEMBERS,
	seedApps,
	seedLabels,
} from './account';
import { MESSAGING_FLOWS, TEMPLATE_ROWS, seedAppointments, seedAutomationRules } from './activity';
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
	const inboxes = structuredClone(INBOXES);

	return {
		accountId,
		foreignAccountId: accountId + 1,
		callers: new Map(callers),
		contacts: new ContactBook(seedContacts(settings.contacts, inboxes)),
		customAttributes: structuredClone(CUSTOM_ATTRIBUTES),
		inboxes,
		members: structuredClone(MEMBERS),
		labels: seedLabels(settings.labels),
		agentBots: structuredClone(AGENT_BOTS),
		automationRules: seedAutomationRules(accountId),
		messagingFlows: structuredClone(MESSAGING_FLOWS),
		appointments: seedAppointments(settings.appointments),
		apps: seedApps(accountId),
		catalogs: structuredClone(CATALOGS),
		catalogPushes: [],
		templateRows: structuredClone(TEMPLATE_ROWS),
		now: settings.now,
	};
}

import type {
	AgentBot,
	App,
	Appointment,
	AutomationRule,
	Catalog,
	CatalogPush,
	CustomAttributeDefinition,
	Inbox,
	Label,
	Member,
	MessagingFlow,
	Team,
	TemplateRow,
} from './records';
import type { ContactBook } from './contacts/book';

export type Role = 'administrator' | 'agent' | 'bot' | 'outsider';

/** Who a token belongs to. `memberId` is set for users who work in the account. */
export interface Caller {
	role: Role;
	memberId: number | null;
}

/** All the service knows: one account with its records, readable by tests. */
export interface State {
	accountId: number;
	/** An account that exists but that none of the tokens may use. */
	foreignAccountId: number;
	callers: Map<string, Caller>;
	contacts: ContactBook;
	customAttributes: CustomAttributeDefinition[];
	inboxes: Inbox[];
	members: Member[];
	teams: Team[];
	labels: Label[];
	agentBots: AgentBot[];
	automationRules: AutomationRule[];
	messagingFlows: MessagingFlow[];
	appointments: Appointment[];
	apps: App[];
	catalogs: Catalog[];
	catalogPushes: CatalogPush[];
	templateRows: TemplateRow[];
	/** Milliseconds since 1970, from the clock the sandbox was given. */
	now: () => number;
}

/** The ID the next record of a list gets. */
export function nextId(records: readonly { id: number }[]): number {
	return records.reduce((highest, record) => Math.max(highest, record.id), 0) + 1;
}

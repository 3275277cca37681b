import type {
	AgentBot,
	App,
	Appointment,
	AutomationRule,
	CatalogPush,
	CustomAttributeDefinition,
	Inbox,
	Label,
	Member,
	MessagingFlow,
	TemplateRow,
} from '../records';
import type { OperationName } from '../operations';
import { appointmentComplete, appointmentReschedule } from './appointments';
import { automationRuleUpdate } from './automationRules';
import type { Call } from './call';
import { catalogPushToPartner } from './catalogs';
import { contactCreate, type CreatedContact } from './contactCreation';
import { agentBotDelete, labelDelete } from './deletions';
import { contactFilter } from './filter';
import { inboxGetAgents, inboxList } from './inboxes';
import { messagingFlowCreate } from './messagingFlows';
import type { ContactPage } from './pages';
import { contactSearch } from './search';

/** What each operation gives, before a dialect shapes it. */
export interface Results {
	contactFilter: ContactPage;
	contactSearch: ContactPage;
	contactCreate: CreatedContact;
	automationRuleUpdate: AutomationRule;
	messagingFlowCreate: MessagingFlow;
	appointmentReschedule: Appointment;
	appointmentComplete: Appointment;
	inboxGetAgents: readonly Member[];
	integrationGetApps: readonly App[];
	agentBotDelete: AgentBot;
	labelDelete: Label;
	outboundReportGetByTemplate: readonly TemplateRow[];
	catalogPushToPartner: CatalogPush;
	inboxList: readonly Inbox[];
	labelList: readonly Label[];
	agentBotList: readonly AgentBot[];
	automationRuleList: readonly AutomationRule[];
	customAttributeDefinitionList: readonly CustomAttributeDefinition[];
}

type Service = { [Name in OperationName]: (call: Call) => Results[Name] };

/** What the service does for each operation; each throws a `Refusal` where it can't. */
export const SERVICE: Service = {
	contactFilter,
	contactSearch,
	contactCreate,
	automationRuleUpdate,
	messagingFlowCreate,
	appointmentReschedule,
	appointmentComplete,
	inboxGetAgents,
	integrationGetApps: ({ state }) => state.apps,
	agentBotDelete,
	labelDelete,
	outboundReportGetByTemplate: ({ state }) => state.templateRows,
	catalogPushToPartner,
	inboxList,
	labelList: ({ state }) => state.labels,
	agentBotList: ({ state }) => state.agentBots,
	automationRuleList: ({ state }) => state.automationRules,
	customAttributeDefinitionList: ({ state }) => state.customAttributes,
};

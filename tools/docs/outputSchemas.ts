import { SIMPLE_FIELDS } from '../../nodes/Inbox/operations/getAgents';
import type { ContractOperation } from '../sandbox/operations';
import type { Contract } from './contract';

/**
 * JSON Schema as far as n8n's editor reads it. Of several types it shows the first; objects and
 * lists are shown with their fields only where theirs is the only type.
 */
export interface OutputSchema {
	type: string | string[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
}

/** The items of an operation, as made from a record of the contract. */
interface Output {
	/** Name of the record's schema; left out where the contract shows none. */
	record?: string;
	/** The fields that the item has of it, in their order; left out, all of them. */
	only?: string[];
	/** Fields that the node adds, or that servers fill with more types than the contract shows. */
	also?: Record<string, OutputSchema>;
}

const BOOLEAN: OutputSchema = { type: 'boolean' };
const INTEGER: OutputSchema = { type: 'integer' };
const TEXT: OutputSchema = { type: 'string' };

/** Simplify is on by default, so the schema shows simplified contacts. */
const SIMPLE_CONTACT: Output = {
	record: 'Contact',
	only: [
		'id',
		'name',
		'email',
		'phone_number',
		'identifier',
		'custom_attributes',
		'created_at',
		'created_at_iso',
		'last_activity_at',
		'last_activity_at_iso',
	],
	also: { created_at_iso: TEXT, last_activity_at_iso: TEXT },
};

const DELETED: Output = { also: { deleted: BOOLEAN, id: INTEGER } };

/** Servers have numbers and booleans here where the contract shows texts. */
const ANY_VALUES: OutputSchema = {
	type: 'array',
	items: { type: ['string', 'number', 'boolean'] },
};

const OUTPUTS: Record<ContractOperation, Output> = {
	contactCreate: { record: 'Contact' },
	contactFilter: SIMPLE_CONTACT,
	contactSearch: SIMPLE_CONTACT,
	automationRuleUpdate: {
		record: 'AutomationRule',
		also: {
			conditions: listOf({
				attribute_key: TEXT,
				filter_operator: TEXT,
				values: ANY_VALUES,
				query_operator: { type: ['string', 'null'] },
			}),
			actions: listOf({ action_name: TEXT, action_params: ANY_VALUES }),
		},
	},
	messagingFlowCreate: { record: 'MessagingFlow' },
	appointmentReschedule: { record: 'Appointment' },
	appointmentComplete: { record: 'Appointment' },
	inboxGetAgents: {
		record: 'InboxMember',
		only: SIMPLE_FIELDS,
	},
	integrationGetApps: {
		record: 'IntegrationApp',
		also: { hooks: listOf({ id: INTEGER, app_id: TEXT, status: BOOLEAN, hook_type: TEXT }) },
	},
	agentBotDelete: DELETED,
	labelDelete: DELETED,
	outboundReportGetByTemplate: {
		record: 'TemplateReportRow',
		// Servers have no rate for a template that was never sent.
		also: { delivery_rate: { type: ['number', 'null'] }, read_rate: { type: ['number', 'null'] } },
	},
	catalogPushToPartner: { also: { pushed: BOOLEAN, id: INTEGER } },
};

/** The schema of the items that an operation gives with its defaults. */
export function outputSchema(contract: Contract, operation: ContractOperation): OutputSchema {
	const { record, only, also = {} } = OUTPUTS[operation];
	const documented = record ? slim(contract.schemas[record] as OutputSchema).properties : {};
	const known: Record<string, OutputSchema> = { ...documented, ...also };
	const names = only ?? Object.keys(known);
	return {
		type: 'object',
		properties: Object.fromEntries(names.map((name) => [name, known[name]])),
	};
}

/** A schema of the contract without its descriptions, examples and enums: those are open here. */
function slim({ type, properties, items }: OutputSchema): OutputSchema {
	return {
		type,
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, schema]) => [name, slim(schema)]),
			),
		}),
		...(items && { items: slim(items) }),
	};
}

function listOf(properties: Record<string, OutputSchema>): OutputSchema {
	return { type: 'array', items: { type: 'object', properties } };
}

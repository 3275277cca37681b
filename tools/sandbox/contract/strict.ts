import type { Document } from 'openapi-backend';

/** As much of JSON Schema as is read here. */
interface Schema {
	$ref?: string;
	type?: unknown;
	properties?: Record<string, Schema>;
	items?: Schema;
	anyOf?: Schema[];
	required?: string[];
	minLength?: number;
	additionalProperties?: unknown;
}

interface Body {
	required?: boolean;
	content: Record<string, { schema: Schema }>;
}

/**
 * What the sandbox asks for although the contract does not show what is required: without these, or
 * without a body of these kinds, a request makes no sense, and whoever sent it should hear of it.
 */
const NEEDED: Record<string, string[]> = {
	ContactFilterRequest: ['payload'],
	ContactFilterItem: ['attribute_key', 'filter_operator', 'values'],
	AutomationRuleCondition: ['attribute_key', 'filter_operator'],
	AutomationRuleAction: ['action_name'],
	AppointmentRescheduleRequest: ['appointment_at'],
	AutomationRuleUpdateRequest: [],
	ContactCreateRequest: [],
	MessagingFlowCreateRequest: [],
};

/**
 * The contract as the sandbox holds requests against it: a body with a field that the contract does
 * not name, or without one that is needed, is a breach. Changes the document it is given.
 */
export function strict(document: Document): Document {
	const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
	for (const body of bodiesOf(document)) {
		for (const { schema } of Object.values(body.content)) {
			tighten(schema, schemas);
			body.required ||= nameOf(schema) in NEEDED;
		}
	}
	return document;
}

function bodiesOf({ paths = {} }: Document): Body[] {
	return Object.values(paths)
		.flatMap((item) => Object.values(item ?? {}))
		.flatMap((operation) => (operation as { requestBody?: Body }).requestBody ?? []);
}

/** A schema and all that it holds; what has properties holds nothing else from now on. */
function tighten(schema: Schema, schemas: Record<string, Schema>): void {
	if (schema.$ref !== undefined) {
		const name = nameOf(schema);
		need(schemas[name], NEEDED[name] ?? []);
		return tighten(schemas[name], schemas);
	}
	const { properties = {}, items, anyOf = [] } = schema;
	const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
	if (schema.properties) schema.additionalProperties ??= false;
	inner.forEach((one) => tighten(one, schemas));
}

function need(schema: Schema, names: string[]): void {
	if (names.length > 0) schema.required = names;
	for (const name of names) {
		const property = schema.properties?.[name];
		if (property?.type === 'string') property.minLength = 1;
	}
}

function nameOf({ $ref = '' }: Schema): string {
	return $ref.replace('#/components/schemas/', '');
}

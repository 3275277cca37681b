import type { INodeProperties } from 'n8n-workflow';

import type { Choice } from '../input/checks';
import { titleCase } from '../values';
import type { Operation } from '../operation';
import { DEFAULT_CEILING } from '../limiter/concurrency';
import { DEFAULT_MAX_RETRIES } from '../http/retry';
import { DEFAULT_RATE_LIMIT_WAIT_S } from '../http/waits';

/** Options named after their values: `add_label` becomes Add Label. */
export function titled(...values: string[]): Choice[] {
	return values.map((value) => ({ name: titleCase(value.toLowerCase()), value }));
}

/** Options sorted by name, as n8n requires. */
export function byName(...options: Choice[]): Choice[] {
	return options.sort((a, b) => a.name.localeCompare(b.name));
}

/** A field for a text. */
export function textField(
	displayName: string,
	name: string,
	description: string,
	example?: string,
): INodeProperties {
	const placeholder = example && { placeholder: `e.g. ${example}` };
	return { displayName, name, type: 'string', default: '', ...placeholder, description };
}

/** The collection for fields that an item may lack. */
export function additionalFields(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options,
	};
}

export const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
};

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

const COMMON_OPTIONS: INodeProperties[] = [
	textField(
		'Account ID',
		'accountId',
		"Account to use instead of the credential's: the number after /accounts/ in your service's address",
		'1',
	),
	{
		displayName: 'Max Concurrent Requests',
		name: 'maxConcurrentRequests',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 10,
		description: `Maximum number of requests at the same time. Without this option, the node finds what the service handles well, up to ${DEFAULT_CEILING}.`,
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_MAX_RETRIES,
		description:
			'How many times to retry a failed request if that is safe: a 500 twice at most, a 429 (too many requests) any number of times. With 0, nothing is retried.',
	},
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxRateLimitWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_RATE_LIMIT_WAIT_S,
		description: 'How long to wait for a rate limit (429) to end',
	},
];

/** The collection `options` of an operation: its own entries and those of every operation. */
export function optionsField(own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [...own, ...COMMON_OPTIONS].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/** The option of every operation that changes data: returns the request without sending it. */
const previewOnlyField: INodeProperties = {
	displayName: 'Preview Only',
	name: 'previewOnly',
	type: 'boolean',
	// Whoever adds this option wants a preview. If it were off at first, a test run would delete the record.
	default: true,
	description: 'Whether to return the request without sending it',
};

export function propertiesOf(operation: Operation): INodeProperties[] {
	return [...operation.fields, optionsField(optionsOf(operation))];
}

/** The entries of the collection `options`, without those that every operation has. */
export function optionsOf({ safety, options = [] }: Operation): INodeProperties[] {
	return safety !== 'safe' ? [...options, previewOnlyField] : options;
}

/** A text on the form. */
export function notice(
	name: string,
	text: string,
	displayOptions?: INodeProperties['displayOptions'],
): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '', displayOptions };
}

/** A notice for an operation that cannot be undone: a sentence that says what each item does. */
export function irreversibleNotice(consequence: string): INodeProperties {
	const text = `${consequence} To try it first, add 'Preview Only' under 'Options'.`;
	return notice('irreversibleNotice', text, { hide: { '/options.previewOnly': [true] } });
}

/** A field of a row with options to choose from. */
export interface ChoiceField extends INodeProperties {
	options: Choice[];
}

/** A field of a row for one of a few choices. No other field has its name, because the editor sets defaults by name. */
export function choiceField(
	name: string,
	description: string,
	start: string,
	options: Choice[],
): ChoiceField {
	return { displayName: 'Value', name, type: 'options', description, default: start, options };
}

export const PRIORITIES = titled('high', 'low', 'medium', 'urgent');

export const CONVERSATION_STATUSES = titled('open', 'pending', 'resolved', 'snoozed');

import type { INodeProperties } from 'n8n-workflow';

/** The option of every operation that changes something: shows the request in place of sending it. */
export const previewOnlyField: INodeProperties = {
	displayName: 'Preview Only',
	name: 'previewOnly',
	type: 'boolean',
	// Whoever adds it wants it, and one click less stands between a preview and a delete.
	default: true,
	description:
		'Whether to send nothing, and to give the request as it would leave: method, URL and body',
};

const ON = { '/options.previewOnly': [true] };

/** Says above all fields that nothing is sent. The editor shows it for any expression, whatever that gives. */
export const previewNotice: INodeProperties = {
	displayName:
		"While 'Preview Only' is on, nothing is sent: each item gives the request as it would leave. Remove it under 'Options' to send.",
	name: 'previewNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: ON },
};

/**
 * Warns of an operation that the API has no way back from.
 *
 * @param consequence as a sentence
 */
export function irreversibleNotice(consequence: string): INodeProperties {
	return {
		displayName: `${consequence} To see the request first, add 'Preview Only' under 'Options'.`,
		name: 'irreversibleNotice',
		type: 'notice',
		default: '',
		displayOptions: { hide: ON },
	};
}

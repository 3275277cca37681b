import type { INodeProperties } from 'n8n-workflow';

import { CASES } from '../../cases';
import { limitField } from '../../nodes/shared/form/fields';
import { DEFAULT_MAX_RETRIES } from '../../nodes/shared/http/retry';
import { DEFAULT_RATE_LIMIT_WAIT_S } from '../../nodes/shared/http/waits';
import { sentence, table } from './markdown';
import { COMMON_FIELDS, COMMON_OPTIONS, newestFields } from './operationSection';
import type { GeneratedFile } from './schemaFiles';

/** What counts if the user sets nothing, and why. */
const DEFAULTS: Record<string, string> = {
	returnAll: 'Off, so that a first try is quick.',
	limit: `${String(limitField.default)}, as in n8n's own nodes.`,
	simplify: 'On, so that items have few fields.',
	accountId: "The credential's account.",
	maxConcurrentRequests: 'None: the node finds the number.',
	maxRateLimitWait: `${DEFAULT_RATE_LIMIT_WAIT_S}, because many limits count requests per minute.`,
	maxRetries: `${DEFAULT_MAX_RETRIES}, which takes about 15 seconds if the service is down.`,
	previewOnly: 'Off.',
};

/** docs/common-options.md: what all operations share, with the defaults. */
export function commonOptionsPage(): GeneratedFile {
	const fields = CASES.flatMap(newestFields);
	const added = fields
		.filter(({ name }) => name === 'options')
		.flatMap(({ options }) => options as INodeProperties[]);
	const text = [
		'# Common options',
		'These fields appear in several operations:',
		defaultTable(COMMON_FIELDS, fields),
		'And these under **Options**, where you add them one by one:',
		defaultTable(COMMON_OPTIONS, added),
		'',
	].join('\n\n');
	return { path: 'docs/common-options.md', text };
}

function defaultTable(names: string[], fields: INodeProperties[]): string {
	const rows = names.map((name) => {
		const { displayName = '', description } = fields.find((field) => field.name === name) ?? {};
		return [`**${displayName}**<br>\`${name}\``, sentence(description), DEFAULTS[name]];
	});
	return table(['Field', 'What it is', 'Default'], rows);
}

import type { INodeProperties } from 'n8n-workflow';

import { CASES } from '../../cases';
import { fieldTables } from './fieldTables';
import { COMMON_FIELDS, COMMON_OPTIONS, newestFields } from './operationSection';
import type { GeneratedFile } from './schemaFiles';

/** docs/common-options.md: what all operations share. */
export function commonOptionsPage(): GeneratedFile {
	const text = [INTRODUCTION, fieldTables(commonFields()), ''].join('\n\n');
	return { path: 'docs/common-options.md', text };
}

const INTRODUCTION = `# Common options

These fields and options appear in several operations:`;

/** The fields that many operations have, and an Options collection with their common options. */
function commonFields(): INodeProperties[] {
	const fields = CASES.flatMap(newestFields);
	const options = fields.filter(({ name }) => name === 'options');
	const added = options.flatMap((field) => field.options as INodeProperties[]);
	return [
		...COMMON_FIELDS.flatMap((name) => firstOf(fields, name)),
		{ ...options[0], options: COMMON_OPTIONS.flatMap((name) => firstOf(added, name)) },
	];
}

function firstOf(fields: INodeProperties[], name: string): INodeProperties[] {
	return fields.filter((field) => field.name === name).slice(0, 1);
}

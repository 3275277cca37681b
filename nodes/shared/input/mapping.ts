import type { ResourceMapperField } from 'n8n-workflow';

import { isObject } from './values';

/**
 * What n8n's resource mapper stores: the values of the mapped fields by key, and the fields as they were when the
 * editor last loaded them. A workflow that was written by hand may have no fields.
 */
export interface Mapping {
	mappingMode?: unknown;
	value?: unknown;
	schema?: unknown;
}

/** Whether a parameter as typed is that of a resource mapper. */
export function isMapping(typed: unknown): typed is Mapping {
	return isObject(typed) && 'mappingMode' in typed;
}

/** The fields of a mapping by their keys. */
export function mappedFields({ schema }: Mapping): Map<string, ResourceMapperField> {
	const fields = Array.isArray(schema) ? (schema as ResourceMapperField[]) : [];
	return new Map(fields.filter(isObject).map((field) => [field.id, field]));
}

/** The name that the form shows for a mapped key. */
export function mappedName(mapping: Mapping, key: string): string {
	return mappedFields(mapping).get(key)?.displayName ?? key;
}

import type { JsonObject } from '../records';

interface Field {
	keys: string[];
	value: string;
}

/** `custom_attributes[tags][]` becomes `custom_attributes`, `tags`, ``. */
function keysOf(name: string): string[] {
	const [head, ...rest] = name.split('[');
	return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function assemble(fields: readonly Field[]): unknown {
	const leaf = fields.find((field) => field.keys.length === 0);
	if (leaf) return fields[fields.length - 1].value;
	if (fields.every((field) => field.keys[0] === '')) {
		return fields.map(({ keys, value }) => assemble([{ keys: keys.slice(1), value }]));
	}

	const groups = new Map<string, Field[]>();
	for (const { keys, value } of fields) {
		const group = groups.get(keys[0]) ?? [];
		groups.set(keys[0], [...group, { keys: keys.slice(1), value }]);
	}
	return Object.fromEntries([...groups].map(([key, group]) => [key, assemble(group)]));
}

/**
 * Form fields with names in brackets as nested objects, the way Rails reads them:
 * `a[b]=1` is `{a: {b: '1'}}` and `a[]=1` is `{a: ['1']}`. Values stay text.
 */
export function nestFields(entries: readonly (readonly [string, string])[]): JsonObject {
	if (entries.length === 0) return {};
	return assemble(entries.map(([name, value]) => ({ keys: keysOf(name), value }))) as JsonObject;
}

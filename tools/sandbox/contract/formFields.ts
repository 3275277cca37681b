import type { JsonObject } from '../records';

/**
 * Form fields with names in brackets as nested objects, the way Rails reads them:
 * `a[b]=1` is `{a: {b: '1'}}` and `a[]=1` is `{a: ['1']}`. Values stay text.
 */
export function nestFields(fields: readonly (readonly [string, string])[]): JsonObject {
	const root: JsonObject = {};
	for (const [name, value] of fields) put(root, name.replaceAll(']', '').split('['), value);
	return root;
}

function put(target: JsonObject, [key, ...rest]: string[], value: string): void {
	if (rest.length === 0) {
		target[key] = value;
	} else if (rest[0] === '') {
		target[key] = [...((target[key] ?? []) as string[]), value];
	} else {
		target[key] ??= {};
		put(target[key] as JsonObject, rest, value);
	}
}

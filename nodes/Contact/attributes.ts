import type { FieldType, IDataObject } from 'n8n-workflow';
import { validateFieldType } from 'n8n-workflow';

import { InvalidValue, isBlank, rowsOf, shown } from '../shared/input/values';

/**
 * Attributes from typed name and value rows, as n8n's assignment collection holds them.
 *
 * @returns name to value, each of the type that the user chose; undefined without a row
 * @throws InvalidValue for a value that is not of its type, or a value without a name
 */
export function attributesFromRows(value: unknown): IDataObject | undefined {
	const attributes: Array<[string, unknown]> = [];
	for (const row of rowsOf(value, 'assignments')) {
		if (isBlank(row.value)) continue;
		if (isBlank(row.name))
			throw new InvalidValue(`have a value without a name: ${shown(row.value)}`);
		const name = String(row.name).trim();
		attributes.push([name, typed(name, row.value, String(row.type ?? 'string') as FieldType)]);
	}
	return attributes.length === 0 ? undefined : (Object.fromEntries(attributes) as IDataObject);
}

function typed(name: string, value: unknown, type: FieldType): unknown {
	const result = validateFieldType(name, value, type, { strict: false, parseStrings: true });
	if (!result.valid) throw new InvalidValue(`are not as they should be: ${result.errorMessage}`);
	return result.newValue;
}

import { caseOf } from '../../test/cases';
import type { OutputSchema } from '../../test/fixtures/operationCase';
import type { ContractOperation } from '../sandbox/operations';
import type { Contract } from './contract';

/** The schema of the items that an operation gives with its defaults. */
export function outputSchema(contract: Contract, operation: ContractOperation): OutputSchema {
	const { record, only, also = {} } = caseOf(operation).output;
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

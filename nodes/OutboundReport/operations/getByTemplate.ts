import type { IDataObject } from 'n8n-workflow';

import { recordList } from '../../shared/output/records';
import type { ReadOperation } from '../../shared/operation';
import { eachRow, readField } from '../../shared/input/rows';
import { fieldName, keyText } from '../../shared/input/keys';
import { InvalidValue, isDate, required, rowsOf } from '../../shared/input/values';

/** Performance of each template, with delivery and read rates (contract, 4.11). */
export const getByTemplate: ReadOperation = {
	kind: 'read',
	name: 'Get by Template',
	value: 'getByTemplate',
	action: 'Get outbound report by template',
	description:
		'Retrieve how many messages of each template were sent, delivered, read and failed, with the rates',
	endpoint: {
		method: 'GET',
		url: '/api/v2/accounts/{account_id}/outbound_reports/by_template',
	},
	inChatwoot: false,
	fields: [
		{
			displayName:
				"Returns one item per template: a node behind this one runs once for each. To report only on the last 7 days, add 'Query Parameters' under 'Options'. Enter \"since\" as the name, switch the value to 'Expression' and enter {{ $now.minus({ days: 7 }).toUnixInteger() }}. To check that your server takes it, enter 4102444800 (the year 2100) once: if rows still come, your server ignores the period.",
			name: 'periodNotice',
			type: 'notice',
			default: '',
		},
	],
	options: [
		{
			displayName: 'Query Parameters',
			name: 'queryParameters',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Parameter',
			default: {},
			description:
				'Extra query parameters, such as a date range. The API documentation shows none. You can use a name more than once.',
			options: [
				{
					displayName: 'Parameter',
					name: 'parameter',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							description: 'Name of the parameter',
							default: '',
							placeholder: 'e.g. since',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							description: 'Value of the parameter',
							default: '',
							placeholder: 'e.g. 1767225600',
						},
					],
				},
			],
		},
	],
	request: (read) => ({ query: read('options.queryParameters', queryParameters) }),
	records: recordList,
};

const NAME = { name: 'name', displayName: 'Name' };
const VALUE = { name: 'value', displayName: 'Value' };

/** A date is refused, because some services of this family read seconds where others read ISO 8601. */
function parameterValue(value: unknown): string | undefined {
	if (!isDate(value) || value.toJSON() === null) return keyText(value);
	throw new InvalidValue(
		'is a date, which services read in two ways. End the expression with .toDateTime().toISO() for ISO 8601, or with .toDateTime().toUnixInteger() for Unix seconds',
	);
}

/** Reads query parameters from rows with name and value. A name that comes twice gets a list of its values. */
function queryParameters(value: unknown): IDataObject {
	const query = new Map<string, string[]>();
	eachRow('Parameter', rowsOf(value, 'parameter'), (row) => {
		const name = readField(row, NAME, required(fieldName));
		const checked = readField(row, VALUE, required(parameterValue));
		query.set(name, [...(query.get(name) ?? []), checked]);
	});
	return Object.fromEntries(query);
}

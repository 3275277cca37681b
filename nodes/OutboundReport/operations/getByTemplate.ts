import type { IDataObject } from 'n8n-workflow';

import { recordList } from '../../shared/output/records';
import type { ReadOperation } from '../../shared/operation';
import { eachRow, readField } from '../../shared/input/rows';
import { keyText } from '../../shared/input/keys';
import { InvalidValue, isDate, required, rowsOf } from '../../shared/input/values';
import { periodFields, periodHint, readPeriod, refuseSecondPeriod } from '../period';

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
		...periodFields,
		{
			displayName:
				"Returns one item per template: a node behind this one runs once for each, unless n8n's Aggregate node makes one item of them.",
			name: 'templatesNotice',
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
				'Extra query parameters, if your server takes any. The API documentation shows none. You can use a name more than once.',
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
							placeholder: 'e.g. inbox_id',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							description: 'Value of the parameter',
							default: '',
							placeholder: 'e.g. 3',
						},
					],
				},
			],
		},
	],
	hints: [periodHint],
	request: (read, context) => {
		const period = readPeriod(read, context.getTimezone());
		const query = read('options.queryParameters', (value) =>
			refuseSecondPeriod(queryParameters(value), period),
		);
		return { query: { ...period, ...query } };
	},
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
		const name = readField(row, NAME, required(keyText));
		const checked = readField(row, VALUE, required(parameterValue));
		query.set(name, [...(query.get(name) ?? []), checked]);
	});
	return Object.fromEntries(query);
}

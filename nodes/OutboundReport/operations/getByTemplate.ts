import type { IDataObject } from 'n8n-workflow';

import { notice, textField } from '../../shared/form/fields';
import { recordList } from '../../shared/response/records';
import type { Operation } from '../../shared/operation';
import { eachRow, readField } from '../../shared/input/rows';
import { keyText } from '../../shared/input/keys';
import { required } from '../../shared/input/checks';
import { rowsOf } from '../../shared/values';
import { periodFields, periodHint, readPeriod, requestedPeriod } from '../period';

/** Performance of each template, with delivery and read rates (contract, 4.11). */
export const getByTemplate: Operation = {
	safety: 'safe',
	name: 'Get by Template',
	value: 'getByTemplate',
	action: 'Get outbound report by template',
	description: 'Retrieve how many messages of each template were sent, delivered, read and failed',
	endpoint: {
		method: 'GET',
		url: '/api/v2/accounts/{account_id}/outbound_reports/by_template',
	},
	inChatwoot: false,
	fields: [
		...periodFields,
		notice(
			'templatesNotice',
			"Returns one item per template. To get one item of all, use n8n's Aggregate node.",
		),
	],
	options: [
		{
			displayName: 'Query Parameters',
			name: 'queryParameters',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Parameter',
			default: {},
			description: 'Extra query parameters, if your server takes any',
			options: [
				{
					displayName: 'Parameter',
					name: 'parameter',
					values: [
						textField('Name', 'name', 'Name of the parameter', 'inbox_id'),
						textField('Value', 'value', 'Value of the parameter', '3'),
					],
				},
			],
		},
	],
	hints: [periodHint],
	request: (read, context) => {
		const zone = context.getTimezone();
		const period = readPeriod(read, zone);
		const own = read('options.queryParameters', queryParameters);
		const requested = requestedPeriod(period, own, zone);
		return { query: { ...period, ...own }, extraFields: () => requested };
	},
	records: recordList,
};

const NAME = { name: 'name', displayName: 'Name' };
const VALUE = { name: 'value', displayName: 'Value' };

/** Reads query parameters from rows with name and value. A name that comes twice gets a list of its values. */
function queryParameters(value: unknown): IDataObject {
	const query = new Map<string, string[]>();
	eachRow('Parameter', rowsOf(value, 'parameter'), (row) => {
		const name = readField(row, NAME, required(keyText));
		const checked = readField(row, VALUE, required(keyText));
		query.set(name, [...(query.get(name) ?? []), checked]);
	});
	return Object.fromEntries(query);
}

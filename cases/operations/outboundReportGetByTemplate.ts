import { getByTemplate } from '../../nodes/OutboundReport/operations/getByTemplate';
import { type OperationCase, THREE_IDS } from '../operationCase';

const URL = '/api/v2/accounts/27/outbound_reports/by_template';

export const operationCase: OperationCase = {
	node: 'outboundReport',
	operation: getByTemplate,
	exchanges: [
		{
			title: 'with the default values',
			parameters: {},
			sends: { url: URL },
			gives: () =>
				Array.from({ length: 7 }, () =>
					expect.objectContaining({ total_sent: expect.any(Number) }),
				),
		},
		{
			title: 'with free query parameters',
			parameters: {
				options: {
					queryParameters: {
						parameter: [
							{ name: 'since', value: '1767225600' },
							{ name: 'a b', value: 'c&d' },
							{ name: 'ids[]', value: '3' },
							{ name: 'ids[]', value: 17 },
						],
					},
				},
			},
			sends: { url: `${URL}?since=1767225600&a%20b=c%26d&ids%5B%5D=3&ids%5B%5D=17` },
			gives: () => Array.from({ length: 7 }, () => expect.any(Object)),
		},
	],
	output: {
		record: 'TemplateReportRow',
		// Servers return null for a template that was never sent.
		also: { delivery_rate: { type: ['number', 'null'] }, read_rate: { type: ['number', 'null'] } },
	},
	example: {},
	scenario: { parameters: {}, items: THREE_IDS },
};

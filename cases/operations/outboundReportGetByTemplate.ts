import { getByTemplate } from '../../nodes/OutboundReport/operations/getByTemplate';
import { type OperationCase, THREE_IDS } from '../operationCase';

const URL = '/api/v2/accounts/27/outbound_reports/by_template';

const MARCH = { period: 'between', since: '2026-03-01', until: '2026-03-31' };

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
			title: 'of the last days, in the time zone of the workflow',
			timezone: 'Europe/Berlin',
			now: '2026-11-27T22:59:59Z',
			parameters: { period: 'lastDays', days: 7 },
			sends: { url: `${URL}?since=1795129200&until=1795733999` },
			undocumented: ['query.since', 'query.until'],
			gives: () => expect.any(Array),
		},
		{
			title: 'between dates, on one of which clocks change',
			timezone: 'Europe/Berlin',
			parameters: MARCH,
			sends: { url: `${URL}?since=1772319600&until=1774994399` },
			undocumented: ['query.since', 'query.until'],
			gives: () =>
				expect.arrayContaining([
					expect.objectContaining({
						requested_since: '2026-03-01T00:00:00+01:00',
						requested_until: '2026-03-31T23:59:59+02:00',
					}),
				]),
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
			undocumented: ['query.a b', 'query.ids[]', 'query.since'],
			gives: () =>
				Array.from({ length: 7 }, () =>
					expect.not.objectContaining({ requested_since: expect.anything() }),
				),
		},
	],
	output: {
		record: 'TemplateReportRow',
		// Servers return null for a template that was never sent.
		also: {
			delivery_rate: { type: ['number', 'null'] },
			read_rate: { type: ['number', 'null'] },
			requested_since: { type: 'string' },
			requested_until: { type: 'string' },
		},
	},
	example: MARCH,
	surprises: [
		"With a period, each record has `requested_since` and `requested_until`, in the workflow's time zone. They say what the node asked for.",
		'The API documentation mentions no period, and a service may ignore it and count all time. To see it, set Period to Between Dates and Since to 2100-01-01: if records come, it is ignored.',
		'A blank Since counts from the first message, and a blank Until up to now.',
		'A Query Parameter replaces a Since or Until of the period, and its name can come more than once.',
	],
	failures: [
		{
			cause: 'The period ends before it starts',
			parameters: { since: '2026-04-01', until: '2026-03-01' },
		},
	],
	scenario: { parameters: {}, items: THREE_IDS },
};

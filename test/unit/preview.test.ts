import type { IDataObject } from 'n8n-workflow';

import { CASES } from '../../cases';
import { rescheduleAppointment } from '../../nodes/Appointment/operations/reschedule';
import { updateAutomationRule } from '../../nodes/AutomationRule/operations/update';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import type { Exchange } from '../../cases/operationCase';
import type { Operation } from '../../nodes/shared/operation';
import { setDate } from '../fixtures/date';
import { response } from '../fixtures/responses';
import { type Arrived, runAll, stored, TOKEN } from '../fixtures/runAll';

const WRITES = CASES.filter(({ operation }) => operation.safety !== 'safe');

/** The output of an exchange, and the requests that arrived. */
async function run(
	operation: Operation,
	{ parameters, item, timezone, now }: Omit<Exchange, 'title' | 'sends'>,
	options: IDataObject,
	fields: IDataObject = {},
): Promise<{ json: IDataObject; arrived: Arrived[] }> {
	if (now) setDate(now);
	const arrived: Arrived[] = [];
	const all = { ...(parameters.options as IDataObject), ...options };
	const [[{ json }]] = await runAll(operation, {
		parameters: stored(operation, { ...parameters, options: all }),
		items: [{ ...item?.json, ...fields }],
		timezone,
		respond: (request) => {
			arrived.push(request);
			return response(200, { id: 7 });
		},
	});
	return { json, arrived };
}

afterEach(() => void jest.useRealTimers());

describe.each(WRITES)('Preview Only of $title', ({ operation, exchanges }) => {
	it.each(exchanges.filter(({ sends }) => !sends.files))(
		'shows the request of its exchange "$title" instead of sending it',
		async (exchange) => {
			const { json, arrived } = await run(operation, exchange, { previewOnly: true });
			expect(arrived).toEqual([]);
			expect(JSON.stringify(json)).not.toContain(TOKEN);
			expect(json).toMatchObject({
				preview: true,
				method: operation.endpoint.method,
				url: `https://app.example.com${exchange.sends.url}`,
			});
			expect(json.body).toEqual(exchange.sends.body);
		},
	);

	it('is not turned off by an expression that returns nothing', async () => {
		for (const previewOnly of ['', ' ', null, undefined]) {
			const options = { previewOnly: '={{ $json.previewOnly }}' };
			const { json, arrived } = await run(operation, exchanges[0], options, { previewOnly });
			expect(arrived).toEqual([]);
			expect(json.error).toContain("'Preview Only' is set by an expression that returned nothing");
		}
	});
});

it('shows the fields that the node adds in a preview too, such as the new time in words', async () => {
	const exchange = {
		parameters: { appointmentId: 2, appointmentAt: '2026-11-28T10:00' },
		timezone: 'Europe/Berlin',
	};
	for (const previewOnly of [true, false]) {
		const { json } = await run(rescheduleAppointment, exchange, { previewOnly });
		expect(json.appointment_at_local).toBe('Sat, 28 Nov 2026, 10:00 (Europe/Berlin)');
	}
});

it.each([
	[{ mode: 'list', value: '3', cachedResultName: 'vip' }, 'vip'],
	[
		{ mode: 'id', value: '3', cachedResultName: 'vip' },
		'Automation Rule not looked up: check ID 3 in the service',
	],
])('names the record of %j as it was chosen from the list, or not at all', async (chosen, name) => {
	const exchange = { parameters: { automationRuleId: { __rl: true, ...chosen }, active: 'off' } };
	const { json } = await run(updateAutomationRule, exchange, { previewOnly: true });
	expect(json.record).toBe(name);
});

it('pairs each preview with its input item', async () => {
	const outputs = await runAll(deleteLabel, {
		parameters: { labelId: '={{ $json.id }}', options: { previewOnly: true } },
		items: [{ id: 3 }, { id: 4 }],
		respond: () => response(200),
	});
	expect(outputs.flat().map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
});

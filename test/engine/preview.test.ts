import type { IDataObject } from 'n8n-workflow';

import { CASES, nodeOf } from '../../cases';
import { byId, WITH_PHOTO } from '../../cases/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { type NodeRun, runNode } from '../../tools/engine/harness';

const running = sandboxForTests();
const PREVIEW = { options: { previewOnly: true } };
const WRITES = CASES.filter(
	({ id, operation }) => operation.endpoint.method !== 'GET' && id !== 'contactFilter',
);

function previewed(run: NodeRun, options: IDataObject = {}): NodeRun {
	return {
		...run,
		parameters: { ...run.parameters, options: { ...PREVIEW.options, ...options } },
	};
}

describe.each(WRITES)('$title', (operationCase) => {
	const { items, prepare } = operationCase.scenario;
	const { node, parameters } = nodeOf(operationCase, operationCase.scenario.parameters);

	it('shows the same requests in a preview as it sends, paired and without the token', async () => {
		const shown = await runNode(running(), previewed({ node, parameters, items }));
		expect(shown.requests).toEqual([]);
		expect(JSON.stringify(shown.main)).not.toContain(running().tokens.administrator);

		prepare?.(running().state);
		// Other options than the preview leave it as it is: off.
		const others = { ...(parameters.options as IDataObject), maxRetries: 1 };
		const run = { node, parameters: { ...parameters, options: others }, items };
		const { requests } = await runNode(running(), run);
		const ofRequest = ({ preview, method, url, body }: IDataObject) => ({
			preview,
			method,
			url,
			body,
		});
		expect(shown.main.map(({ json, ...item }) => ({ ...item, json: ofRequest(json) }))).toEqual(
			requests.map(({ method, url, body }, item) => ({
				json: { preview: true, method, url: `${running().url}${url}`, body },
				pairedItem: { item },
			})),
		);
	});

	it('refuses invalid fields and an unusable credential in a preview too', async () => {
		const run = previewed({ node, parameters, items: items.slice(0, 1) }, { accountId: 'acme' });
		const refused = await runNode(running(), run);
		expect(refused.error?.message).toContain("'Account ID' must be a whole number above 0");

		const unusable = await runNode(running(), {
			...previewed({ node, parameters, items }),
			credential: { baseUrl: 'app.example.com' },
			onError: 'continueErrorOutput',
		});
		const error = expect.stringContaining("'Base URL' doesn't start with https://");
		expect(unusable.failed).toMatchObject(
			items.map((_, item) => ({ json: { error }, pairedItem: { item } })),
		);
		expect([...refused.requests, ...unusable.requests]).toEqual([]);
	});
});

it('names the rule that was chosen from the list', async () => {
	const automationRuleId = { __rl: true, mode: 'list', value: '21', cachedResultName: 'VIP' };
	const parameters = { operation: 'update', automationRuleId, active: 'off' };
	const { main } = await runNode(running(), previewed({ node: 'automationRule', parameters }));
	expect(main[0].json.record).toBe('VIP');
});

it('names a label that was chosen from the list when it is deleted, as in a preview', async () => {
	const chosen = { __rl: true, mode: 'list', value: '6', cachedResultName: 'spam' };
	const run = { node: 'label', parameters: { operation: 'delete', labelId: chosen } };
	const shown = await runNode(running(), previewed(run));
	const { main } = await runNode(running(), run);
	expect(shown.main[0].json.record).toBe('spam');
	expect(main[0].json).toEqual({ deleted: true, id: 6, record: 'spam' });
});

it('shows the new time of an appointment in words, in a preview too', async () => {
	const parameters = {
		operation: 'reschedule',
		appointmentId: 2,
		appointmentAt: '2026-11-28T10:00',
	};
	const run = { node: 'appointment', parameters, timezone: 'Europe/Berlin' };
	for (const { main } of [
		await runNode(running(), previewed(run)),
		await runNode(running(), run),
	]) {
		const appointment_at_local = 'Sat, 28 Nov 2026, 10:00 (Europe/Berlin)';
		expect(main).toMatchObject([{ json: { appointment_at_local } }]);
	}
	const { main } = await runNode(running(), run);
	expect(Object.keys(main[0].json).slice(0, 2)).toEqual(['id', 'appointment_at_local']);
});

it('shows a file in a preview by its name, type and size', async () => {
	const { main, requests } = await runNode(running(), {
		node: 'contact',
		parameters: {
			operation: 'create',
			name: 'Ada',
			additionalFields: { avatarBinaryField: 'photo', identifier: 'customer-9' },
			...PREVIEW,
		},
		items: [WITH_PHOTO],
	});
	expect(requests).toEqual([]);
	expect(main[0].json.body).toEqual({
		name: 'Ada',
		identifier: 'customer-9',
		avatar: { fileName: 'ada.png', mimeType: 'image/png', bytes: 8 },
	});
});

const NOT_LOOKED_UP = 'Label not looked up: check ID 3 in the service';

it.each([
	[{ mode: 'list', value: '3', cachedResultName: 'vip' }, 'vip'],
	[{ mode: 'id', value: '3', cachedResultName: 'vip' }, NOT_LOOKED_UP],
	// n8n keeps the name of the record that was chosen before.
	[{ mode: 'list', value: '={{ 3 }}', cachedResultName: 'vip' }, NOT_LOOKED_UP],
])(
	'names the record of %j as it was chosen from the list, or not at all',
	async (chosen, record) => {
		const parameters = { operation: 'delete', labelId: { __rl: true, ...chosen } };
		const { main } = await runNode(running(), previewed({ node: 'label', parameters }));
		const url = `${running().url}/api/v1/accounts/1/labels/3`;
		expect(main[0].json).toEqual({ preview: true, record, method: 'DELETE', url });
	},
);

it('pairs a preview with its input item, also if another item fails', async () => {
	const { main } = await runNode(running(), {
		...previewed({
			node: 'label',
			parameters: { operation: 'delete', labelId: byId('={{ $json.id }}') },
		}),
		items: [{ id: 'spam' }, { id: 7 }],
		onError: 'continueErrorOutput',
	});
	expect(main).toMatchObject([{ json: { preview: true }, pairedItem: { item: 1 } }]);
});

import { byId } from '../../cases/operationCase';
import { sandboxForEachTest } from '../sandbox/support';
import { runNode } from '../../tools/engine/harness';

const running = sandboxForEachTest({ contacts: 15 });

it('sends the second update of a rule only after the response to the first, and lets other rules pass', async () => {
	running().addFault({
		kind: 'latency',
		ms: 300,
		operation: 'automationRuleUpdate',
		from: 2,
		times: 1,
	});
	const { requests, main } = await runNode(running(), {
		node: 'automationRule',
		parameters: {
			operation: 'update',
			automationRuleId: byId('={{ $json.id }}'),
			active: '={{ $json.active }}',
		},
		items: [
			{ id: 1, active: true },
			{ id: 2, active: false },
			{ id: 2, active: true },
			{ id: 1, active: false },
		],
	});
	expect(main.map(({ json }) => json.active)).toEqual([true, false, true, false]);
	expect(requests.map(({ url }) => Number(url.split('/').pop()))).toEqual([1, 2, 1, 2]);
	const toRule2 = requests.filter(({ url }) => url.endsWith('/2'));
	expect(toRule2.map(({ rawBody }) => JSON.parse(rawBody) as unknown)).toEqual([
		{ active: false },
		{ active: true },
	]);
});

it('sends the second delete of a label only after the response to the first, and lets other labels pass', async () => {
	running().addFault({ kind: 'latency', ms: 400, operation: 'labelDelete', from: 2, times: 1 });
	const { requests } = await runNode(running(), {
		node: 'label',
		parameters: { operation: 'delete', labelId: byId('={{ $json.id }}') },
		items: [{ id: 1 }, { id: 2 }, { id: 2 }, { id: 3 }],
		onError: 'continueRegularOutput',
	});
	const sent = requests.map(({ url }) => Number(url.split('/').pop()));
	expect(sent).toEqual([1, 2, 3, 2]);
});

it('says of the second item with the same label that it no longer exists', async () => {
	const { requests, main } = await runNode(running(), {
		node: 'label',
		parameters: { operation: 'delete', labelId: byId('={{ $json.id }}') },
		items: [{ id: 1 }, { id: 1 }],
		onError: 'continueRegularOutput',
	});
	expect(requests.map(({ status }) => status)).toEqual([204, 404]);
	expect(main.map(({ json }) => json.error === undefined)).toEqual([true, false]);
});

it('creates one contact from two rows that share a phone number', async () => {
	running().addFault({ kind: 'latency', ms: 200, operation: 'contactCreate', from: 2, times: 1 });
	const phoneNumber = '+4930123456';
	const { main } = await runNode(running(), {
		node: 'contact',
		parameters: {
			operation: 'create',
			name: '={{ $json.name }}',
			email: '={{ $json.email }}',
			phoneNumber: '={{ $json.phoneNumber }}',
			onDuplicate: 'continue',
		},
		items: [
			{ name: 'Eve', email: 'eve@new.example', phoneNumber: '+4930999999' },
			{ name: 'Ann', email: 'ann@new.example', phoneNumber },
			{ name: 'Ann', phoneNumber },
		],
	});
	expect(main[1].json.created).toBe(true);
	expect(main[2].json).toMatchObject({ id: main[1].json.id, created: false });
});

import { AGENT_FIELDS } from '../../nodes/Inbox/operations/getAgents';
import { caseOf, nodeOf } from '../../cases';
import { sandboxForTests } from '../sandbox/support';
import { type NodeResult, runNode } from '../../tools/engine/harness';
import { byId } from '../../cases/operationCase';

const running = sandboxForTests();

/** Runs an operation against a service that gives one and the same answer to everything. */
async function runWithResponse(
	id: string,
	body: unknown,
	{ status = 200, type = 'application/json' } = {},
): Promise<NodeResult> {
	running().setFault({ kind: 'response', status, body, headers: { 'content-type': type } });
	const one = caseOf(id);
	return await runNode(running(), nodeOf(one, one.example));
}

it('names the address of a proxy that refuses the connection', async () => {
	const requestOptions = { proxy: 'http://127.0.0.1:9' };
	const parameters = { labelId: byId(12), requestOptions, options: { maxRetries: 0 } };
	const { error } = await runNode(running(), { node: 'label', parameters });
	expect(error?.message).toBe('The connection was refused: 127.0.0.1:9');
	expect(error?.description).toContain('If this is the address of a proxy, check the proxy.');
});

it('says that the file of an avatar cannot be read', async () => {
	const { error, requests } = await runNode(running(), {
		node: 'contact',
		parameters: { operation: 'create', name: 'A', additionalFields: { avatarBinaryField: 'x' } },
		items: [{ json: {}, binary: { x: { id: 'gone:1', data: '', mimeType: 'image/png' } } }],
	});
	expect(requests).toEqual([]);
	expect(error?.message).toContain('The file to send cannot be read');
	expect(error?.description).toContain('Run the node that provides the file again');
});

it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
	'passes on the file of an item that fails, so that it can be run again (%s)',
	async (onError) => {
		running().setFault({ kind: 'response', status: 422, body: { message: 'No.' } });
		const photo = { data: 'aGk=', mimeType: 'image/png', fileName: 'ann.png' };
		const { main, failed } = await runNode(running(), {
			node: 'contact',
			parameters: {
				operation: 'create',
				name: 'A',
				additionalFields: { avatarBinaryField: 'photo' },
			},
			items: [{ json: { row: 1 }, binary: { photo } }],
			onError,
		});
		const [item] = [...failed, ...main];
		expect(item.json.error).toContain('No');
		expect(item.binary).toEqual({ photo });
	},
);

/** A simplified agent of whom nothing is known. */
const UNSET = Object.fromEntries(AGENT_FIELDS.map((field) => [field, null]));

it('keeps the documented custom role of an agent, and leaves out a hook without known fields', async () => {
	const agents = await runWithResponse('inboxGetAgents', {
		payload: [{ id: 1, custom_role_id: 17, x: 1 }],
	});
	expect(agents.main[0].json).toEqual({ ...UNSET, id: 1, custom_role_id: 17 });
	const hooks = [{ settings: { key: 's' } }, { id: 4, settings: {} }];
	const apps = await runWithResponse('integrationGetApps', { payload: [{ id: 'slack', hooks }] });
	expect(apps.main[0].json).toMatchObject({ id: 'slack', name: null, hooks: [{ id: 4 }] });
});

it('simplifies the output if the expression of Simplify returns nothing', async () => {
	const run = { node: 'integration', parameters: { simplify: '={{ $json.missing }}' } };
	const { main } = await runNode(running(), run);
	expect(main.length).toBeGreaterThan(0);
	expect(JSON.stringify(main)).not.toContain('settings');
});

// Relied on in run/failedItem.ts: n8n passes a NodeApiError on as it is, but rewrites the message of any other error.
it('keeps its message although the service says ECONNREFUSED', async () => {
	const body = { error: 'Redis: ECONNREFUSED' };
	const { error } = await runWithResponse('labelDelete', body, { status: 422 });
	expect(error?.message).toBe('Redis: ECONNREFUSED');
});

// Relied on in run/failedItem.ts: n8n shows `descriptionTemplate` in place of the description.
it('links a message to its section, with a plain address in the copied text', async () => {
	const body = { error: 'Resource could not be found' };
	const { error } = await runWithResponse('labelDelete', body, { status: 404 });
	expect(error?.description).toMatch(
		/Help with this message: https:\S+#the-service-refuses-a-record$/,
	);
	expect(error?.description).not.toMatch(/[<>]/);
	// What the editor shows in place of the description.
	const shown = String(error?.context?.descriptionTemplate);
	expect(shown).toMatch(/<a href="https:[^"]+" target="_blank">Help with this message<\/a>$/);
});

it('tells an agent all in the message, and nothing again in the description', async () => {
	const parameters = { operation: 'search', query: '={{ "" }}' };
	const settings = { rewireOutputLogTo: 'main' } as const;
	const { error } = await runNode(running(), { node: 'contact', parameters, settings });
	expect(error?.message).toBe(
		"'Query' is blank. Check what the expression in 'Query' returns for this item.",
	);
	expect(error?.description ?? '').toBe('');
	expect(error?.context?.descriptionTemplate).toBeUndefined();
});

/** Output items that are paired with these input items. */
function pairedWith(...items: number[]): object[] {
	return items.map((item) => ({ pairedItem: { item } }));
}

const DELETE = {
	node: 'label',
	parameters: { operation: 'delete', labelId: byId('={{ $json.id }}') },
};

// Relied on in run/runItem.ts: n8n keeps the pairing of a returned item on both branches.
it('pairs lists of different lengths on the main branch while others go to the error branch', async () => {
	const { main, failed } = await runNode(running(), {
		node: 'inbox',
		parameters: { operation: 'getAgents', inboxId: byId('={{ $json.inbox }}') },
		items: [3, 'x', 1, 99, 5].map((inbox) => ({ inbox })),
		onError: 'continueErrorOutput',
	});
	expect(main).toMatchObject(pairedWith(0, 0, 0, 2, 2, 2, 4));
	expect(failed).toMatchObject(pairedWith(1, 3));
	expect(failed.map(({ json }) => json.inbox)).toEqual(['x', 99]);
});

it('keeps the order of the input items although their responses arrive in another order', async () => {
	running().addFault({ kind: 'latency', ms: 60, operation: 'labelDelete', from: 2, times: 1 });
	const { main } = await runNode(running(), {
		...DELETE,
		items: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
	});
	expect(main.map(({ json }) => json.id)).toEqual([1, 2, 3, 4]);
	expect(main).toMatchObject(pairedWith(0, 1, 2, 3));
});

// Relied on in run/failedItem.ts: n8n sends an item whose json has an `error` to the error branch, and keeps its other
// fields.
it('hands the input data of a failed item on to the error branch, with reason and status', async () => {
	const { failed } = await runNode(running(), {
		...DELETE,
		items: [{ id: 99, note: 'keep me' }],
		onError: 'continueErrorOutput',
	});
	const error = expect.stringMatching(/^Label 99 could not be found \(HTTP 404\)/);
	expect(failed).toMatchObject([
		{ json: { id: 99, note: 'keep me', error }, pairedItem: { item: 0 } },
	]);
});

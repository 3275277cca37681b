import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { builtIns } from '../../tools/engine/builtIns';
import { credentialFor, oneNode, outputOf, runWorkflow } from '../../tools/engine';
import { read } from '../../tools/repository';
import { byId, mapped } from '../../cases/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { builtPackage, runNode } from '../../tools/engine/harness';
import { onClock } from '../../tools/faults/scaledClock';

const running = sandboxForTests();
const [, condition] =
	/(\{\{ \$runIndex .*\}\})/.exec(read('examples/retry-failed-rows.json')) ?? [];

/** Deletes labels, and sends those back that the recipe lets pass. */
async function deleteAgain(ids: number[]): Promise<Awaited<ReturnType<typeof runWorkflow>>> {
	const packages = [await builtPackage(), { nodes: builtIns, credentials: {} }];
	const file = oneNode(
		{
			type: 'n8n-nodes-customer-conversation.label',
			onError: 'continueErrorOutput',
			parameters: {
				operation: 'delete',
				labelId: byId('={{ $json.id }}'),
				options: { maxRetries: 0 },
			} as INodeParameters,
		},
		packages,
	);
	file.nodes.push({
		id: '3',
		name: 'Filter',
		type: 'n8n-nodes-base.filter',
		typeVersion: 2.2,
		position: [0, 0],
		parameters: {
			conditions: {
				options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
				combinator: 'and',
				conditions: [
					{
						id: '1',
						leftValue: `=${condition}`,
						rightValue: '',
						operator: { type: 'boolean', operation: 'true', singleValue: true },
					},
				],
			},
		},
	});
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	file.connections.Node = { main: [[], to('Filter')] };
	file.connections.Filter = { main: [to('Node')] };
	const setting = { packages, credentials: credentialFor(running()) };
	return await runWorkflow(
		file,
		setting,
		ids.map((id) => ({ json: { id } })),
	);
}

it('sends only the items that an outage has stopped again, until it is over', async () => {
	running().setFault({ kind: 'status', status: 503, times: 2 });
	const run = await onClock(() => deleteAgain([3, 999_999]));
	expect(run.data.resultData.runData.Node).toHaveLength(2);
	expect(outputOf(run, 'Node')).toMatchObject([{ json: { id: 3, deleted: true } }]);
});

it('sends the items again that a rate limit has stopped', async () => {
	running().setFault({
		kind: 'rateLimit',
		retryAfter: { form: 'seconds', seconds: 60 },
		times: 1,
	});
	const run = await onClock(() => deleteAgain([3, 4]));
	const items = run.data.resultData.runData.Node.flatMap(({ data }) => data?.main[0] ?? []);
	expect(items.map(({ json }) => json.id).sort()).toEqual([3, 4]);
});

it('gives up after ten rounds', async () => {
	running().setFault({ kind: 'status', status: 503 });
	const run = await onClock(() => deleteAgain([3]));
	expect(run.data.resultData.runData.Node).toHaveLength(11);
});

describe('the expressions for the columns of a file', () => {
	const page = read('docs/recipes/contacts.md');

	/** The expression of the page that reads a column. */
	function expressionFor(column: string): string {
		const found = [...page.matchAll(/^ *(\{\{ .* \}\})$/gm)].filter(([, text]) =>
			text.includes(`$json.${column}`),
		);
		expect(found).toHaveLength(1);
		return `=${found[0][1]}`;
	}

	/** The bodies of the creates for some rows. */
	async function created(parameters: INodeParameters, rows: IDataObject[]): Promise<unknown[]> {
		const { requests, error } = await runNode(running(), {
			node: 'contact',
			parameters: { operation: 'create', name: 'Ada', ...parameters },
			items: rows,
		});
		expect(error).toBeUndefined();
		return requests.map(({ body }) => body);
	}

	it.each([
		['x', true],
		[' Ja ', true],
		['ON', true],
		['checked', true],
		['nein', false],
		['', false],
		[undefined, false],
		[1, true],
	])('turn %j into the checkbox %s', async (vip, value) => {
		const customAttributes = mapped({ vip: expressionFor('vip') }, { vip: 'boolean' });
		const [body] = await created({ customAttributes } as INodeParameters, [{ vip }]);
		expect(body).toMatchObject({ custom_attributes: { vip: value } });
	});

	it('take the first of several choices, and all of them as JSON', async () => {
		const rows = [{ plan: 'gold; silver', tags: 'sales; support,  | news' }];
		const customAttributes = mapped({ plan: expressionFor('plan') }, { plan: ['gold', 'silver'] });
		const additionalFields = { customAttributesJson: expressionFor('tags') };
		const [body] = await created({ customAttributes, additionalFields } as INodeParameters, rows);
		expect(body).toMatchObject({
			custom_attributes: { plan: 'gold', tags: ['sales', 'support', 'news'] },
		});
	});

	it.each([
		['030 1234567', '+49301234567'],
		['0049 30 1234567', '+49301234567'],
		['0049 (0)30 1234567', '+49301234567'],
		['+351 912 345 678', '+351912345678'],
		['0043 1 5880', '+4315880'],
		['', undefined],
	])('write the phone number %j as %s', async (phone, written) => {
		const [body] = await created({ phoneNumber: expressionFor('phone') }, [{ phone }]);
		expect((body as IDataObject).phone_number).toBe(written);
	});
});

it.each([
	['email', 'pat@example.org', 'xpat@example.org'],
	['phone_number', '+4930123456', '+49301234567'],
])(
	'finds exactly the one contact by %s %s that Filter equals, although Search finds %s too',
	async (attribute, value, longer) => {
		const field = attribute === 'email' ? 'email' : 'phoneNumber';
		const items = [value, longer].map((text) => ({ text }));
		const run = async (parameters: INodeParameters, rows: IDataObject[] = [{}]) =>
			await runNode(running(), { node: 'contact', parameters, items: rows });
		await run({ operation: 'create', [field]: '={{ $json.text }}' }, items);

		const conditions = { condition: [{ attribute, operator: 'equal_to', value }] };
		const filtered = await run({ operation: 'filter', conditions });
		const searched = await run({ operation: 'search', query: value });
		expect(filtered.main.map(({ json }) => json[attribute])).toEqual([value]);
		expect(searched.main).toHaveLength(2);
	},
);

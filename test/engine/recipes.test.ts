import type { INodeParameters } from 'n8n-workflow';

import { builtIns } from '../../tools/engine/builtIns';
import { credentialFor, oneNode, outputOf, runWorkflow } from '../../tools/engine';
import { read } from '../../tools/repository';
import { byId } from '../../cases/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { builtPackage } from '../../tools/engine/harness';
import { onClock } from '../../tools/faults/scaledClock';

const running = sandboxForTests();
const [, condition] = /(\{\{ \$runIndex .*\}\})/.exec(read('docs/failed-items.md')) ?? [];

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

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../cases/operationCase';
import { sandboxForTests, until } from '../sandbox/support';
import { builtPackage, MODES, type NodeRun, runNode, startNode } from '../../tools/engine/harness';
import { onClock } from '../../tools/faults/scaledClock';

const running = sandboxForTests({ dialect: 'upstream', contacts: 15, labels: 50 });

/** People who aren't contacts yet. */
function people(count: number): IDataObject[] {
	return Array.from({ length: count }, (_value, index) => ({
		name: `Person ${index}`,
		email: `person.${index}@new.example`,
	}));
}

function creating(count: number, options: IDataObject = {}): NodeRun {
	const fields = { name: '={{ $json.name }}', email: '={{ $json.email }}' };
	const parameters = { operation: 'create', ...fields, options };
	return { node: 'contact', parameters, items: people(count) };
}

function deleting(ids: number[], parameters: IDataObject = {}): NodeRun {
	return {
		node: 'label',
		parameters: { operation: 'delete', labelId: byId('={{ $json.id }}'), ...parameters },
		items: ids.map((id) => ({ id })),
	};
}

function creatingFlows(items: IDataObject[]): NodeRun {
	const fields = { name: '={{ $json.name }}', inboxId: byId(1), flowJson: '{"a": 1}' };
	return { node: 'messagingFlow', parameters: { operation: 'create', ...fields }, items };
}

describe('many items', () => {
	it('creates 400 contacts through two rate limits and 20 connections, each once', async () => {
		running().configure({ capacity: { concurrent: 20, serviceMs: 1 } });
		running().addFault({ kind: 'rateLimit', from: 101, times: 20 });
		running().addFault({ kind: 'rateLimit', from: 251, times: 20 });
		const run = creating(400, { maxConcurrentRequests: 20 });
		const { error, main } = await onClock(() => runNode(running(), run), 5);
		expect(error).toBeUndefined();
		expect(main.map(({ json, pairedItem }) => [json.email, pairedItem])).toEqual(
			people(400).map(({ email }, item) => [email, { item }]),
		);
		expect(new Set(main.map(({ json }) => json.id)).size).toBe(400);
		const { statuses, peak } = running().counts;
		expect(statuses).toEqual({ 200: 400, 429: 40 });
		expect(peak).toBeLessThanOrEqual(20);
	});

	// Relied on in run/handover.ts: n8n hands over all items of a run without waiting for what they send.
	it('opens no more requests at once than it is allowed to', async () => {
		running().setFault({ kind: 'silence', from: 2 });
		const { cancel, finished } = await startNode(
			running(),
			creating(40, { maxConcurrentRequests: 4 }),
		);
		await until(() => running().counts.inFlight === 4);
		cancel();
		await finished;
		expect(running().counts).toMatchObject({ total: 5, peak: 4 });
	});
});

// Relied on in nodeForm.ts: n8n does not evaluate hints and subtitles (the editor does).
it('does not evaluate the hints and subtitles of the editor for its items', async () => {
	const { nodes } = await builtPackage();
	const { description } = nodes['n8n-nodes-customer-conversation.contact'];
	const { hints = [] } = description;
	expect(hints.length).toBeGreaterThan(1);
	const texts: Array<[object, string]> = [
		...hints.map((hint): [object, string] => [hint, 'displayCondition']),
		[description, 'subtitle'],
	];
	const asked: string[] = [];
	for (const [owner, name] of texts) {
		const value: unknown = Reflect.get(owner, name);
		const get = () => (asked.push(name), value);
		Object.defineProperty(owner, name, { get });
	}
	const parameters = {
		operation: 'filter',
		specifyConditions: 'json',
		conditionsJson: '[{"attribute_key": "name", "filter_operator": "contains", "values": ["a"]}]',
		returnAll: true,
	};
	const { error } = await runNode(running(), { node: 'contact', parameters, items: [{}, {}] });
	expect(error).toBeUndefined();
	expect(asked).toEqual([]);
});

describe('stop mode', () => {
	it('sends one request, not 200, with a wrong token', async () => {
		const { error } = await runNode(running(), {
			...creating(200),
			credential: { apiAccessToken: 'wrong' },
		});
		expect(running().counts.total).toBe(1);
		expect(error?.message).toBe('Invalid Access Token [item 0]');
		expect(error?.description).toContain(
			'The 1st of 200 items failed (email: person.0@new.example). No contact was created.',
		);
	});

	// Relied on in run/failedItem.ts: n8n stops the node with the error that the pagination function throws,
	// unchanged.
	it('says how many contacts were created before the one that failed', async () => {
		running().setFault({ kind: 'status', status: 422, operation: 'contactCreate', from: 13 });
		const { error } = await runNode(running(), creating(40, { maxConcurrentRequests: 1 }));
		expect(error?.message).toBe('Something went wrong on the server [item 12]');
		expect(error?.description).toContain(
			'The 13th of 40 items failed (email: person.12@new.example). Created: the 1st to 12th.',
		);
		expect(running().counts.operations.contactCreate).toBe(13);
	});

	it('names the flows that may have been created', async () => {
		running().addFault({ kind: 'status', status: 422, from: 9, times: 1 });
		running().addFault({ kind: 'resetAfterRead', from: 10 });
		const { error } = await runNode(running(), creatingFlows(people(12)));
		expect(error?.message).toContain('[item 8]');
		expect(error?.description).toMatch(
			/Created: the 1st to 8th\. May have been created: the 10th to 12th\. .*Run again only the items that are not done\./,
		);
	});

	it('retries no contact that was being looked up when the run ended', async () => {
		running().addFault({ kind: 'resetBeforeRead', operation: 'contactCreate', from: 2, times: 1 });
		running().addFault({ kind: 'status', status: 403, operation: 'contactCreate', from: 3 });
		running().addFault({ kind: 'latency', ms: 300, operation: 'contactFilter' });
		const { error } = await runNode(running(), creating(40));
		expect(error?.description).toContain('The 3rd of 40 items failed');
		const { contactCreate } = running().counts.operations;
		expect(contactCreate).toBeLessThan(40);
	});

	it('still names it after Retry On Fail has run the node again', async () => {
		running().addFault({ kind: 'resetAfterRead', from: 6, times: 1 });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
		const items = people(8).map((person, item) => (item === 1 ? {} : person));
		const { error } = await runNode(running(), { ...creatingFlows(items), settings });
		expect(error?.message).toContain('[item 1]');
		expect(error?.description).toMatch(
			/Created: the 1st, 3rd to [^.]+\. May have been created: the \dth\./,
		);
	});

	it('lets the requests in flight finish, and counts their items', async () => {
		running().addFault({ kind: 'latency', ms: 60, from: 3 });
		running().addFault({ kind: 'status', status: 404, from: 2, times: 1 });
		const run = creating(40, { maxConcurrentRequests: 4 });
		const { error, requests } = await runNode(running(), run);
		const created = requests.filter(({ status }) => status === 200).length;
		expect(running().counts.inFlight).toBe(0);
		expect(created).toBe(4);
		expect(error?.description).toContain('Created: the 1st and 3rd to 5th.');
	});
});

describe('a cancelled execution', () => {
	it('ends at once and sends nothing after it', async () => {
		running().setFault({ kind: 'silence', from: 2 });
		const node = creating(40, { maxConcurrentRequests: 4 });
		const { cancel, finished } = await startNode(running(), node);
		await until(() => running().counts.inFlight === 4);
		cancel();
		const { run } = await finished;

		expect(run.status).toBe('canceled');
		await until(() => running().counts.inFlight === 0);
		expect(running().counts.total).toBe(5);
	});

	it.each(MODES)(
		'names the items that may have been carried out, and no others (%s)',
		async (onError) => {
			running().setFault({ kind: 'silence', from: 2 });
			const node = { ...creating(40, { maxConcurrentRequests: 4 }), onError };
			const { cancel, finished } = await startNode(running(), node);
			await until(() => running().counts.inFlight === 4);
			cancel();
			const { main, failed } = await finished;
			await until(() => running().counts.inFlight === 0);
			const told = [...main, ...failed].filter(({ json }) => json.error !== undefined);
			expect(told.map(({ pairedItem }) => pairedItem)).toEqual(
				[1, 2, 3, 4].map((item) => ({ item })),
			);
			for (const { json } of told) {
				expect(json.error).toMatch(
					/^The execution was cancelled\. The contact may have been created/,
				);
			}
		},
	);

	it('names an item without a response that waits for its look-up', async () => {
		running().setFault({ kind: 'status', status: 503 });
		const { cancel, finished } = await startNode(running(), creating(1));
		await until(() => running().counts.statuses['503'] === 1);
		cancel();
		const { main } = await finished;
		expect(main.map(({ json }) => json.error)).toEqual([
			expect.stringContaining('The execution was cancelled. The contact may have been created'),
		]);
	});
});

describe("n8n's own settings", () => {
	const batch = { batchSize: 2, batchInterval: 900 };
	const batching = { requestOptions: { batching: { batch } } };

	it('waits between batches', async () => {
		await onClock(async (clock) => {
			const { main } = await runNode(running(), deleting([1, 2, 3, 4, 5], batching));
			expect(main.map(({ json }) => json.id)).toEqual([1, 2, 3, 4, 5]);
			// Two pauses of the engine, and as long a wait of the node for the next batch.
			expect(clock.waits.filter((ms) => ms === 900)).toHaveLength(4);
		});
	});

	// Relied on in run/failedItem.ts: n8n runs the node again with Retry On Fail, also when the error items are
	// returned.
	it.each(MODES)('tries only failed items again with Retry On Fail (%s)', async (onError) => {
		// Beside Continue, n8n tries again if the first item failed.
		const from = onError === 'stopWorkflow' ? 2 : 1;
		running().setFault({ kind: 'status', status: 500, from, times: 1 });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 };
		const run = { ...deleting([3, 4, 5]), onError, settings };
		const { main, failed, requests } = await onClock(() => runNode(running(), run));
		expect(failed).toEqual([]);
		expect(main.map(({ json }) => json.id)).toEqual([3, 4, 5]);
		expect(main.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(requests).toHaveLength(4);
	});

	// Relied on in run/run.ts: n8n returns the same object from `getExecuteData()` for all items of a run, and another
	// for each run.
	it('starts counting again when Retry On Fail runs the node again', async () => {
		running().setFault({ kind: 'status', status: 500, times: 1 });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 };
		const run = { ...deleting([3, 4, 99]), settings };
		const { main, error } = await onClock(() => runNode(running(), run));
		expect(main).toEqual([]);
		expect(error?.description).toContain('The 3rd of 3 items failed. Deleted: the 1st to 2nd.');
	});

	it('gives up after the timeout of the request options', async () => {
		running().setFault({ kind: 'silence' });
		const parameters = { requestOptions: { timeout: 60 }, options: { maxRetries: 0 } };
		const { error } = await runNode(running(), deleting([3], parameters));
		expect(error?.message).toBe('The service did not respond in time');
		expect(running().counts.total).toBeLessThanOrEqual(1);
	});

	it('gives up after the timeout on a response that trickles in', async () => {
		const sockets = new Set<Socket>();
		const server = createServer((socket) => {
			sockets.add(socket.on('error', () => undefined));
			socket.once('data', () => {
				socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n');
				const drops = setInterval(() => socket.write(' '), 20);
				socket.on('close', () => clearInterval(drops));
			});
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const parameters = { requestOptions: { timeout: 60 }, options: { maxRetries: 0 } };
		const credential = { baseUrl: `http://127.0.0.1:${port}` };
		const { error } = await runNode(running(), { ...deleting([3], parameters), credential });
		for (const socket of sockets) socket.destroy();
		server.close();
		expect(error?.message).toBe('The service did not respond in time');
	});

	it('ends all items after five minutes when a rate limit refuses everything', async () => {
		running().setFault({ kind: 'rateLimit' });
		const items = Array.from({ length: 30 }, (_, index) => index + 1);
		const settings = { onError: 'continueRegularOutput' as const };
		await onClock(async () => {
			const startedAt = Date.now();
			const { main } = await runNode(running(), { ...deleting(items), settings });
			expect(Date.now() - startedAt).toBeGreaterThanOrEqual(300_000);
			expect(Date.now() - startedAt).toBeLessThan(420_000);
			const errors = main.map(({ json }) => String(json.error));
			expect(errors.filter((error) => !/^Not sent: |\(HTTP 429\)/.test(error))).toEqual([]);
			expect(errors).toHaveLength(30);
			expect(running().counts.total).toBeLessThanOrEqual(80);
		});
	});

	it('sends nothing more when the service was unavailable for 90 seconds', async () => {
		running().setFault({ kind: 'status', status: 503 });
		const items = Array.from({ length: 90 }, (_, index) => index + 1);
		const settings = { onError: 'continueRegularOutput' as const };
		await onClock(async () => {
			const startedAt = Date.now();
			const run = { ...deleting(items, { options: { maxRetries: 1 } }), settings };
			const { main } = await runNode(running(), run);
			expect(Date.now() - startedAt).toBeLessThan(180_000);
			const errors = main.map(({ json }) => String(json.error));
			expect(errors.filter((error) => !/^Not sent: |\(HTTP 503\)/.test(error))).toEqual([]);
			expect(errors).toHaveLength(90);
			expect(running().counts.total).toBeLessThanOrEqual(60);
		});
	});

	it('gives up after as many retries as Max Retries says', async () => {
		running().setFault({ kind: 'status', status: 503 });
		await onClock(async (clock) => {
			const { error } = await runNode(running(), deleting([3], { options: { maxRetries: 2 } }));
			expect(error?.httpCode).toBe('503');
			expect(clock.waits.length).toBeGreaterThanOrEqual(2);
			expect(running().counts.total).toBe(3);
		});
	});
});

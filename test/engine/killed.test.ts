import http from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { type NodeRun, type NodeResult, runNode } from '../../tools/engine/harness';
import { onClock } from '../../tools/faults/scaledClock';
import { sandboxForTests } from '../sandbox/support';

const running = sandboxForTests({ dialect: 'upstream', contacts: 15, now: () => Date.now() });

const ITEMS = 80;
const IN_FLIGHT = 16;
const WORKING_MS = 2000;
/** Shorter delays pass as on a real clock: what the service works on takes two seconds. */
const SHORTEST_WAIT_MS = 2500;

const people = Array.from({ length: ITEMS }, (_, index) => ({ email: `p${index}@new.example` }));

/** A service that stops in the middle of its creates, is away for some time, and starts again. */
class KilledService {
	readonly inFlight: http.IncomingMessage[] = [];
	private creates = 0;
	private isKilled = false;
	private readonly server = http.createServer((request, response) => {
		void this.handle(request, response);
	});

	/**
	 * @param isStored whether a create that is in flight at the end is stored all the same
	 * @param awayMs for how long connections are refused
	 */
	constructor(
		private readonly isStored: (create: number) => boolean,
		private readonly awayMs: number,
	) {}

	async start(port = 0): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
		return `http://127.0.0.1:${this.port}`;
	}

	stop(): void {
		this.server.close();
		this.server.closeAllConnections();
	}

	private get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	private async handle(request: http.IncomingMessage, response: http.ServerResponse) {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const isCreate = request.url?.endsWith('/contacts') ?? false;
		if (!isCreate || this.isKilled || ++this.creates <= 30)
			return this.forward(request, Buffer.concat(chunks), response);
		this.inFlight.push(request);
		if (this.isStored(this.inFlight.length)) this.forward(request, Buffer.concat(chunks));
		if (this.inFlight.length === IN_FLIGHT) setTimeout(() => this.kill(), WORKING_MS);
	}

	private kill(): void {
		const { port } = this;
		this.isKilled = true;
		this.stop();
		setTimeout(() => void this.start(port), this.awayMs);
	}

	private forward(
		{ method, url, headers }: http.IncomingMessage,
		body: Buffer,
		response?: http.ServerResponse,
	): void {
		const forwarded = http.request(running().url + url, { method, headers }, (received) => {
			if (!response) return void received.resume();
			response.writeHead(received.statusCode ?? 500, received.headers);
			received.pipe(response);
		});
		forwarded.end(body);
	}
}

/** Creates a contact for each person while the service is killed. */
async function createAll(
	service: KilledService,
	parameters: IDataObject,
	nodeRun: Partial<NodeRun>,
): Promise<NodeResult> {
	const baseUrl = await service.start();
	const create = { operation: 'create', name: 'P', email: '={{ $json.email }}', ...parameters };
	try {
		return await onClock(
			() =>
				runNode(running(), {
					...{ node: 'contact', parameters: create, items: people, credential: { baseUrl } },
					...nodeRun,
				}),
			SHORTEST_WAIT_MS,
		);
	} finally {
		service.stop();
	}
}

function expectAllGreen({ main, error }: NodeResult): void {
	expect(error).toBeUndefined();
	expect(main.map(({ json }) => json.error).filter(Boolean)).toEqual([]);
	expect(main.map(({ json }) => json.email)).toEqual(people.map(({ email }) => email));
	const stored = running().state.contacts.created.map(({ email }) => email);
	expect(stored.sort()).toEqual(people.map(({ email }) => email).sort());
}

describe.each<[string, (create: number) => boolean]>([
	['half of them stored', (create) => create % 2 === 0],
	['none of them stored', () => false],
])('a service that is killed with 16 creates in flight for two seconds, %s,', (_what, isStored) => {
	it.each(['stop', 'continue'])('costs no row in 28 seconds (%s)', async (onDuplicate) => {
		const service = new KilledService(isStored, 28_000);
		const outcome = await createAll(
			service,
			{ onDuplicate, options: { maxConcurrentRequests: IN_FLIGHT } },
			{ onError: 'continueRegularOutput' },
		);
		expect(service.inFlight).toHaveLength(IN_FLIGHT);
		expectAllGreen(outcome);
	});

	it('costs no row if Retry On Fail runs the node again', async () => {
		const service = new KilledService(isStored, 12_000);
		const outcome = await createAll(
			service,
			{ options: { maxConcurrentRequests: IN_FLIGHT, maxRetries: 0 } },
			{ settings: { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 } },
		);
		expectAllGreen(outcome);
	});
});

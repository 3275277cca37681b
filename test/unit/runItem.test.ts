import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeProperties,
	NodeApiError,
} from 'n8n-workflow';

import { completeAppointment } from '../../nodes/Appointment/operations/complete';
import { createContact } from '../../nodes/Contact/operations/create';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { getAgents } from '../../nodes/Inbox/operations/getAgents';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { propertiesOf } from '../../nodes/shared/form/fields';
import type { Operation, Response } from '../../nodes/shared/operation';
import { runItem } from '../../nodes/shared/run/runItem';
import { type Arrived, runAll, type Surroundings } from '../fixtures/runAll';
import { response } from '../fixtures/responses';

/** A run of five deletes in stop mode, as an engine hands it over; `sent` counts requests. */
function engine(operation: Operation = deleteLabel) {
	const node = { name: 'Label', type: 'label', typeVersion: 1, position: [0, 0], id: '1' };
	const labelId = { __rl: true, mode: 'id', value: '7' };
	const parameters = { labelId, options: {} };
	const executeData = {
		node: { ...node, parameters },
		data: { main: [Array(5).fill({ json: {} })] },
	};
	const sent: number[] = [];
	const handOver = async (item: number) => {
		const context = {
			getNode: () => executeData.node,
			getItemIndex: () => item,
			getExecuteData: () => executeData,
			getExecutionCancelSignal: () => undefined,
			getInputData: () => ({ json: {} }),
			getNodeParameter: (_name: string, otherwise: unknown) => otherwise,
			getTimezone: () => 'Europe/Berlin',
			getCredentials: async () => await Promise.resolve({ apiAccessToken: 'token-1234' }),
			continueOnFail: () => false,
			makeRoutingRequest: async () => {
				sent.push(item);
				return await Promise.resolve([{ json: { statusCode: 200, headers: {}, body: '' } }]);
			},
		};
		const request = { options: {} } as Parameters<ReturnType<typeof runItem>>[0];
		return await runItem(operation).call(
			context as unknown as IExecutePaginationFunctions,
			request,
		);
	};
	return { handOver, sent };
}

it('fails loudly if the engine pauses between two items, and sends nothing after that', async () => {
	const { handOver, sent } = engine();
	const early = handOver(0);
	expect(await early).toEqual([]);
	await expect(handOver(1)).rejects.toThrow(
		'n8n handed over this item later than expected [item 1]',
	);
	expect(sent).toEqual([]);
});

it('keeps a fault of our own code as the cause of the error, and sends nothing after it', async () => {
	const fault = new TypeError('Cannot read properties of undefined');
	const records = () => {
		throw fault;
	};
	const { handOver, sent } = engine({ ...deleteLabel, records });
	const results = await Promise.allSettled([0, 1, 2, 3, 4].map(handOver));
	const [error] = results.flatMap((result) =>
		result.status === 'rejected' ? [result.reason as Error] : [],
	);
	expect(error.message).toContain(fault.message);
	expect(error.cause).toBe(fault);
	expect(sent).toEqual([0]);
});

describe('a single item that stops the node', () => {
	/** The error of an item whose ID is not valid. */
	async function stop(): Promise<NodeApiError> {
		const running = runAll(deleteLabel, {
			parameters: { labelId: '={{ $json.id }}', options: {} },
			items: [{ id: 'x' }],
			continueOnFail: false,
			respond: () => response(200),
		});
		return await running.then(
			() => Promise.reject(new Error('It did not stop')),
			(error) => error as NodeApiError,
		);
	}

	it('shows no HTTP code if it was not sent', async () => {
		expect((await stop()).httpCode).toBeNull();
	});

	it('does not count itself', async () => {
		expect((await stop()).description).not.toContain('counted');
	});

	it('shows the same text in the editor as in the copied one', async () => {
		const { description, context } = await stop();
		const link = '<a href="$1" target="_blank">Help with this message</a>';
		const shown = description?.replace(/Help with this message: (\S+)$/, link);
		expect(context.descriptionTemplate).toBe(shown);
	});
});

describe('on a clock of the test,', () => {
	beforeEach(() => {
		jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
	});
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});

	/** Runs an operation to its end. Returns the output of each item, and how many minutes it took. */
	async function runToEnd(operation: Operation, surroundings: Surroundings) {
		const startedAt = performance.now();
		let outputs: INodeExecutionData[][] | undefined;
		void runAll(operation, surroundings).then((ended) => (outputs = ended));
		while (!outputs) await jest.advanceTimersToNextTimerAsync();
		return { outputs, minutes: (performance.now() - startedAt) / 60_000 };
	}

	/** Runs one item while no request gets a response. Returns its error, and how many minutes it took. */
	async function hang(operation: Operation, parameters: IDataObject, timeout?: number) {
		const timeouts: unknown[] = [];
		const respond = async (options: Arrived): Promise<Response> => {
			timeouts.push(options.timeout);
			await new Promise((resolve) => setTimeout(resolve, options.timeout));
			throw Object.assign(new Error('timeout exceeded'), { code: 'ECONNABORTED' });
		};
		const surroundings = { parameters, items: [{}], respond, timeout };
		const { outputs, minutes } = await runToEnd(operation, surroundings);
		return { error: outputs[0][0].json.error, minutes, timeouts };
	}

	const contact = {
		...{ email: 'a@b.example', phoneNumber: '+15551234567', inboxId: '', options: {} },
		additionalFields: { identifier: 'c-7' },
	};

	it.each<[string, Operation, IDataObject]>([
		['a create that fails', createContact, { ...contact, onDuplicate: 'stop' }],
		['a create that continues', createContact, { ...contact, onDuplicate: 'continue' }],
		['a delete', deleteLabel, { labelId: '7', options: {} }],
		['a read', searchContacts, { query: 'x', returnAll: true, options: {} }],
		['an operation that is sent once', completeAppointment, { appointmentId: 7, options: {} }],
	])(
		'%s ends within eleven minutes if every request hangs',
		async (_what, operation, parameters) => {
			const { error, minutes } = await hang(operation, parameters);
			expect(error).toContain('time');
			expect(minutes).toBeLessThanOrEqual(11);
		},
	);

	it.each([
		[undefined, [300_000, 60_000]],
		[20_000, [20_000, 20_000]],
	])('a look-up waits for a minute, unless the Timeout is less: %s', async (timeout, sent) => {
		const { timeouts } = await hang(createContact, { ...contact, onDuplicate: 'stop' }, timeout);
		expect([...new Set(timeouts)]).toEqual([...new Set(sent)]);
	});

	it.each(['maxConcurrentRequests', 'maxRetries', 'maxRateLimitWait'])(
		'refuses an invalid %s, whichever item has it',
		async (name) => {
			const { outputs } = await runToEnd(deleteLabel, {
				parameters: { labelId: '={{ $json.id }}', options: { [name]: '={{ $json.value }}' } },
				items: [
					{ id: 1, value: 1 },
					{ id: 2, value: -1 },
				],
				respond: () => response(200),
			});
			expect(outputs.map(([{ json }]) => json.error)).toEqual([
				undefined,
				expect.stringContaining('must be a whole number'),
			]);
		},
	);

	it('reads the same record for several items at once', async () => {
		let [inFlight, peak] = [0, 0];
		const respond = async () => {
			peak = Math.max(peak, ++inFlight);
			await new Promise((resolve) => setTimeout(resolve, 100));
			inFlight--;
			return response(200, { payload: [{ id: 1 }] });
		};
		const parameters = { inboxId: '7', options: {} };
		await runToEnd(getAgents, { parameters, items: [{}, {}, {}], respond });
		expect(peak).toBe(2);
	});

	it('requests several pages of a list at once', async () => {
		let [inFlight, peak] = [0, 0];
		const respond = async ({ query }: Arrived) => {
			peak = Math.max(peak, ++inFlight);
			await new Promise((resolve) => setTimeout(resolve, 100));
			inFlight--;
			const first = Number(query.get('page')) * 15;
			const payload = Array.from({ length: 15 }, (_record, index) => ({ id: first + index }));
			return response(200, { meta: { count: 300 }, payload });
		};
		const parameters = { query: 'x', returnAll: true, options: {} };
		await runToEnd(searchContacts, { parameters, items: [{}], respond });
		expect(peak).toBeGreaterThan(1);
	});

	describe('an option that is not added', () => {
		const items = (count: number) =>
			Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

		/** The field of an option, as the form has it. */
		function fieldOf(name: string): INodeProperties {
			const options = propertiesOf(deleteLabel).find((field) => field.name === 'options');
			return options?.options?.find((field) => field.name === name) as INodeProperties;
		}

		/** Deletes labels. Returns the requests, the most of them in flight, and how long it took. */
		async function deleteLabels(
			count: number,
			options: IDataObject,
			response: Response,
		): Promise<{ requests: number; peak: number; minutes: number }> {
			let [requests, inFlight, peak] = [0, 0, 0];
			const respond = async () => {
				requests++;
				peak = Math.max(peak, ++inFlight);
				await new Promise((resolve) => setTimeout(resolve, 100));
				inFlight--;
				return response;
			};
			const parameters = { labelId: '={{ $json.id }}', options };
			const surroundings = { parameters, items: items(count), respond };
			const { minutes } = await runToEnd(deleteLabel, surroundings);
			return { requests, peak, minutes };
		}

		it('lets the node send as many requests in parallel as its description says', async () => {
			const [, most] = /up to (\d+)/.exec(fieldOf('maxConcurrentRequests').description ?? '') ?? [];
			const { peak } = await deleteLabels(3000, {}, response(200));
			expect(peak).toBe(Number(most));
		});

		it.each([
			['maxRetries', response(503)],
			['maxRateLimitWait', response(429)],
		])('counts as the value that it has when it is added: %s', async (name, refusal) => {
			jest.spyOn(Math, 'random').mockReturnValue(0);
			const usual = Number(fieldOf(name).default);
			const [without, having, less] = [
				await deleteLabels(1, {}, refusal),
				await deleteLabels(1, { [name]: usual }, refusal),
				await deleteLabels(1, { [name]: Math.floor(usual / 2) }, refusal),
			];
			expect(without).toEqual(having);
			expect(without.minutes).toBeGreaterThan(less.minutes);
		});
	});
});

it.each<[string, Operation, IDataObject]>([
	['Contact: Create', createContact, { email: '={{ $json.email }}', additionalFields: {} }],
	['Label: Delete', deleteLabel, {}],
	['Contact: Search', searchContacts, { query: '={{ $json.email }}', returnAll: true }],
])(
	'the message of an item that stops a run of %s has a bound, whatever the number of items',
	async (_title, operation, parameters) => {
		const messageOf = async (count: number): Promise<string> => {
			const items = Array.from({ length: count }, (_, id) => ({
				id: id + 1,
				email: `c${id}@b.example`,
			}));
			let sent = 0;
			const running = runAll(operation, {
				parameters: {
					labelId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
					...parameters,
					options: { maxConcurrentRequests: 20 },
				},
				items,
				continueOnFail: false,
				respond: () => {
					const id = ++sent;
					if (id >= count) return response(422, { error: 'No' });
					const created = id % 2 === 0;
					return response(200, { payload: [{ id, created }], meta: { has_more: false } });
				},
			});
			const error: Error & { description?: string } = await running.then(
				() => new Error('It succeeded'),
				(reason: Error) => reason,
			);
			return `${error.message} ${error.description}`;
		};
		const [few, many] = [await messageOf(100), await messageOf(1000)];
		expect(few).toContain('No [item 99]');
		expect(many).toContain('No [item 999]');
		expect(many.length).toBeLessThan(few.length + 20);
	},
);

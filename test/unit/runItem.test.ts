import type { IDataObject, INodeExecutionData, INodeProperties, NodeApiError } from 'n8n-workflow';

import { completeAppointment } from '../../nodes/Appointment/operations/complete';
import { createContact } from '../../nodes/Contact/operations/create';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { getAgents } from '../../nodes/Inbox/operations/getAgents';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { propertiesOf } from '../../nodes/shared/form/fields';
import type { Operation, ApiResponse } from '../../nodes/shared/operation';
import { type Arrived, runAll, type Surroundings, TOKEN } from '../fixtures/runAll';
import { response } from '../fixtures/responses';

it('keeps a fault of our own code as the cause of the error, and sends nothing after it', async () => {
	const fault = new TypeError('Cannot read properties of undefined');
	const records = () => {
		throw fault;
	};
	let sent = 0;
	const running = runAll(
		{ ...deleteLabel, records },
		{
			parameters: { labelId: '7', options: {} },
			items: [{}, {}, {}],
			continueOnFail: false,
			respond: () => response(200, { sent: ++sent }),
		},
	);
	await expect(running).rejects.toMatchObject({
		message: expect.stringContaining(fault.message),
		cause: fault,
	});
	expect(sent).toBe(1);
});

it('shows no token that an error of n8n repeats in place of a response', async () => {
	const [[{ json }]] = await runAll(deleteLabel, {
		parameters: { labelId: '7', options: {} },
		items: [{}],
		respond: () => Promise.reject(new Error(`Not a header: ${TOKEN}`)),
	});
	expect(json.error).toMatch(/^Not a header: \*\*\*/);
});

it('shows no token that a look-up repeats', async () => {
	const owner = { id: 5, name: `Ann ${TOKEN}`, email: 'a@b.example' };
	const [[{ json }]] = await runAll(createContact, {
		parameters: { email: 'a@b.example', options: {} },
		items: [{}],
		respond: ({ path }) =>
			path.endsWith('/filter')
				? response(200, { meta: { count: 1 }, payload: [owner] })
				: response(422, { message: 'Email is taken', attributes: ['email'] }),
	});
	expect(json.error).toContain("'Email' belongs to contact 5 (Ann ***).");
});

it('says what localhost is in a container only if the service had accepted no request of the run', async () => {
	const refused = () =>
		Promise.reject(
			Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:3000'), { code: 'ECONNREFUSED' }),
		);
	const errors = async (items: number, accepted: number) => {
		let requests = 0;
		const outputs = await runAll(deleteLabel, {
			parameters: { labelId: '7', options: { maxRetries: 0 } },
			items: Array.from({ length: items }, () => ({})),
			respond: () => (requests++ < accepted ? response(204) : refused()),
		});
		return outputs[items - 1][0].json.error;
	};
	const container = 'In a container, localhost is the container itself';
	expect(await errors(1, 0)).toContain(container);
	const later = await errors(2, 1);
	expect(later).toContain('The connection was refused');
	expect(later).not.toContain(container);
});

it('sends each item to the account that its own expression gives', async () => {
	const paths: string[] = [];
	await runAll(deleteLabel, {
		parameters: { labelId: '={{ $json.label }}', options: { accountId: '={{ $json.account }}' } },
		items: [
			{ label: 7, account: 1 },
			{ label: 8, account: 2 },
		],
		respond: ({ path }) => {
			paths.push(path);
			return response(204);
		},
	});
	expect(paths).toEqual(['/api/v1/accounts/1/labels/7', '/api/v1/accounts/2/labels/8']);
});

it('looks for a contact in the account of the node', async () => {
	const paths: string[] = [];
	await runAll(createContact, {
		parameters: { email: 'a@b.example', options: { accountId: '7' } },
		items: [{}],
		respond: ({ path }) => {
			paths.push(path);
			return response(422, { message: 'Email is taken', attributes: ['email'] });
		},
	});
	const contacts = '/api/v1/accounts/7/contacts';
	expect(paths).toEqual([contacts, `${contacts}/filter`]);
});

describe('a failed item', () => {
	const refusing = ({ path }: Arrived) => response(path.endsWith('/8') ? 422 : 200);
	const parameters = { labelId: '={{ $json.id }}', options: {} };
	const items = [{ id: 7 }, { id: 8 }, { id: 'x' }];

	it('keeps its pairedItem, and its file so that it can be run again', async () => {
		const binary = { photo: { data: 'aGk=', mimeType: 'image/png' } };
		const outputs = await runAll(deleteLabel, { parameters, items, binary, respond: refusing });
		const failed = outputs.flat().filter(({ json }) => json.error !== undefined);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
		expect(failed.map((output) => output.binary)).toEqual([binary, binary]);
	});

	it('that stops the node waits for the requests in flight, and counts them', async () => {
		const ended: string[] = [];
		const running = runAll(deleteLabel, {
			parameters,
			items: [{ id: 6 }, { id: 7 }, { id: 8 }],
			continueOnFail: false,
			respond: async (request) => {
				const isSlow = request.path.endsWith('/7');
				if (isSlow) await new Promise((resolve) => setTimeout(resolve, 50));
				ended.push(request.path.slice(-1));
				return refusing(request);
			},
		});
		const error = await running.catch((thrown: unknown) => thrown);
		expect(ended).toEqual(['6', '8', '7']);
		expect((error as NodeApiError).description).toContain('Deleted: the 1st to 2nd.');
	});
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
		expect((await stop()).description).not.toContain('of 1 items');
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
		const respond = async (options: Arrived): Promise<ApiResponse> => {
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
			response: ApiResponse,
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
			const { peak } = await deleteLabels(1500, {}, response(200));
			expect(peak).toBe(Number(most));
		});

		it('retries nothing with a Max Retries of 0', async () => {
			const { requests } = await deleteLabels(1, { maxRetries: 0 }, response(503));
			expect(requests).toBe(1);
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

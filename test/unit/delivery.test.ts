import { createContact } from '../../nodes/Contact/operations/create';
import { lookUpOf } from '../../nodes/Contact/lookUp';
import { completeAppointment } from '../../nodes/Appointment/operations/complete';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { updateAutomationRule } from '../../nodes/AutomationRule/operations/update';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { Failure } from '../../nodes/shared/response/failure';
import type { ApiResponse, Operation } from '../../nodes/shared/operation';
import type { Fault } from '../../nodes/shared/http/fault';
import { deliver } from '../fixtures/delivery';
import { response, fault } from '../fixtures/responses';

const LOST = fault('ECONNRESET', 'socket hang up');
const TIMEOUT = fault('ECONNABORTED', 'timeout of 300000ms exceeded');
const REFUSED = fault('ECONNREFUSED');
const MISSING = { error: 'Resource could not be found' };

describe('a delete', () => {
	it.each<[string, Array<ApiResponse | Fault>, number | undefined]>([
		['done after a lost response and a 404', [LOST, response(404, MISSING)], undefined],
		['done after a timeout and a 404', [TIMEOUT, response(404, MISSING)], undefined],
		['a failure after a 404', [response(404, MISSING)], 404],
		['a failure after a refused connection and a 404', [REFUSED, response(404, MISSING)], 404],
		['a failure after a lost response and the 404 of a gateway', [LOST, response(404)], 404],
	])('counts as %s', async (_what, responses, code) => {
		const { result } = await deliver(deleteLabel, {}, responses);
		if (code === undefined) expect(result).toHaveProperty('records.length', 1);
		else expect(result).toMatchObject({ httpCode: code });
	});

	it('counts a 404 as deleted if an earlier try of the node had no response', async () => {
		const { unclear } = await deliver(deleteLabel, {}, [response(500)], { maxRetries: 0 });
		const { result } = await deliver(deleteLabel, {}, [response(404, MISSING)], { unclear });
		expect(result).toHaveProperty('records.length', 1);
	});
});

it('counts a 404 to an update after a lost response as a failure, because the rule may be gone', async () => {
	const { result } = await deliver(updateAutomationRule, {}, [LOST, response(404, MISSING)]);
	expect(result).toMatchObject({ httpCode: 404 });
});

describe('a read', () => {
	it('is sent again by a later try of the node', async () => {
		const found = response(200, { payload: [{ id: 1 }] });
		const { unclear } = await deliver(searchContacts, {}, [response(500)], { maxRetries: 0 });
		const { result, sent } = await deliver(searchContacts, {}, [found], { unclear });
		expect(sent).toHaveLength(1);
		expect(result).toHaveProperty('records.length', 1);
	});

	it.each([
		[500, 1],
		[503, 3],
	])(
		'with extra sort keys leaves a %s to the list, and retries all else',
		async (status, count) => {
			const refusals = [1, 2, 3].map(() => response(status));
			const { sent } = await deliver(searchContacts, { hasFallback: true }, refusals);
			expect(sent).toHaveLength(count);
		},
	);

	it('fails if its response contains no list', async () => {
		const { result } = await deliver(searchContacts, {}, [response(200, { id: 1 })]);
		expect(result).toBeInstanceOf(Failure);
	});
});

it.each([
	[
		'401',
		deleteLabel,
		response(401, { error: 'Invalid Access Token' }),
		'label may have been deleted',
	],
	['429', deleteLabel, response(429, '', { 'retry-after': '3600' }), 'label may have been deleted'],
	['422', updateAutomationRule, response(422, { error: 'Shut' }), 'rule may have been updated'],
])(
	'says what a lost attempt may have done if the next one gets a %s',
	async (_status, operation, refusal, doubt) => {
		const { result, description } = await deliver(operation, {}, [LOST, refusal, refusal]);
		expect(result).toMatchObject({ httpCode: refusal.status });
		expect(description).toContain(`${doubt} by an earlier attempt.`);
		const once = await deliver(operation, {}, [refusal, refusal, refusal]);
		expect(once.description).not.toContain('may have been');
	},
);

describe('a request that must not be sent twice', () => {
	it('is retried after any number of 429s, unless Max Retries is 0', async () => {
		const refusals = Array.from({ length: 20 }, () => response(429));
		expect((await deliver(completeAppointment, {}, refusals)).sent).toHaveLength(21);
		expect((await deliver(completeAppointment, {}, refusals, { maxRetries: 0 })).sent).toHaveLength(
			1,
		);
	});

	it('is no create without a unique value, whose message names no look-up', async () => {
		const { description, sent } = await deliver(createContact, {}, [LOST]);
		expect(sent).toEqual(['contacts']);
		expect(description).not.toContain('The node looked');
	});

	it('is not sent again by a later try of the node', async () => {
		const { unclear, result } = await deliver(completeAppointment, {}, [LOST]);
		const again = await deliver(completeAppointment, {}, [], { unclear });
		expect(again).toMatchObject({ sent: [], result });
	});
});

it('says how often it was retried, after 500s and other failures together', async () => {
	const responses = [response(503), response(500), response(503), response(503)];
	const { description, sent } = await deliver(deleteLabel, {}, responses);
	expect(sent).toHaveLength(4);
	expect(description).toContain('It was retried 3 times.');
});

it('fails with its own failure when the run has given up on the service', async () => {
	const { result, sent } = await deliver(deleteLabel, {}, [response(429)], { givesUp: true });
	expect(sent).toHaveLength(1);
	expect(result).toMatchObject({ httpCode: 429 });
});

it.each<[string, Operation, number, string]>([
	['create', createContact, 503, 'asks to wait'],
	['read', searchContacts, 500, 'Run this item again after that time'],
	['delete', deleteLabel, 429, 'Run this item again after that time'],
])(
	'gives up and says so if the service asks to wait an hour before it takes the %s again',
	async (_what, operation, status, words) => {
		const lookUp =
			operation === createContact ? lookUpOf({ email: 'a@b.example' }, false) : undefined;
		const refusal = response(status, '', { 'retry-after': '3600' });
		const { description, sent } = await deliver(operation, { lookUp }, [refusal]);
		expect(sent).toHaveLength(1);
		expect(description).toContain('asks to wait 60 minutes');
		expect(description).toContain(words);
	},
);

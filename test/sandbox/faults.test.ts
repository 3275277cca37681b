import type { AxiosError } from 'axios';
import type { PlannedFault } from '../../tools/sandbox';
import { ask, sandboxForTests } from './support';

const sandbox = sandboxForTests();

/** Creates a contact: the status of the answer, or the code of the network fault in place of one. */
async function create(): Promise<number | string | undefined> {
	try {
		return (await ask(sandbox(), 'POST contacts', { body: { name: 'Ada' } })).status;
	} catch (error) {
		return (error as AxiosError).code;
	}
}

test.each<[string, PlannedFault[], number[]]>([
	['ends after its times', [{ kind: 'status', status: 502, times: 2 }], [502, 502, 200, 200]],
	['begins where it is told', [{ kind: 'status', status: 500, from: 3 }], [200, 200, 500, 500]],
	[
		'is limited to an operation',
		[{ kind: 'status', status: 503, operation: 'labelDelete' }],
		[200, 200, 200, 200],
	],
	[
		'comes on top of others',
		[
			{ kind: 'status', status: 500, times: 1 },
			{ kind: 'response', status: 402 },
		],
		[500, 402, 402, 402],
	],
])('a fault %s', async (_what, faults, expected) => {
	for (const fault of faults) sandbox().addFault(fault);

	const statuses = [];
	while (statuses.length < 4) statuses.push(await create());
	expect(statuses).toEqual(expected);
});

test.each([
	[{ kind: 'gremlin' }, 'no fault is called "gremlin"'],
	[{ kind: 'silence', operation: 'contactForget' }, 'no operation is called "contactForget"'],
])('a fault such as %j is refused', (fault, words) => {
	expect(() => sandbox().setFault(fault as unknown as PlannedFault)).toThrow(words);
});

// The matrix in test/engine shows what all faults look like to a node.
test.each<[PlannedFault, number | string, number]>([
	[{ kind: 'status', status: 504, action: 'performed' }, 504, 1],
	[{ kind: 'resetAfterRead' }, 'ECONNRESET', 0],
])('%j ends in %s and creates %i contacts', async (fault, end, created) => {
	sandbox().setFault(fault);

	expect(await create()).toBe(end);
	expect(sandbox().state.contacts.created).toHaveLength(created);
	expect(sandbox().requests).toMatchObject([{ fault: fault.kind }]);
});

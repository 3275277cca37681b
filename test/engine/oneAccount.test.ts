import fc from 'fast-check';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { CASES, caseOf, type NamedCase, nodeOf } from '../../cases';
import { VERDICTS } from '../../nodes/shared/failure/verdict';
import { credentialFor } from '../../tools/engine';
import { RunCredentials } from '../../tools/engine/credentials';
import { type NodeRun, type NodeResult, runNode } from '../../tools/engine/harness';
import { onClock } from '../../tools/faults/scaledClock';
import type { PlannedFault, RecordedRequest } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';

const CHANGED = 'The credential changed while this item was under way';

const running = sandboxForTests({ contacts: 40 });
const elsewhere = sandboxForTests({ contacts: 40 });

/** The credentials that somebody can change to, between two requests of an item. */
const CREDENTIALS = {
	'the first': {},
	'another token': { apiAccessToken: 'token-of-somebody-else' },
	'another account': { accountId: '2' },
	'another host': { baseUrl: 'elsewhere' },
} satisfies Record<string, ICredentialDataDecryptedObject>;
type Name = keyof typeof CREDENTIALS;

/** What comes of a request. */
const FAULTS: Record<string, PlannedFault | undefined> = {
	success: undefined,
	'429': { kind: 'rateLimit' },
	'503': { kind: 'status', status: 503 },
	lost: { kind: 'resetAfterRead', action: 'performed' },
};

/** Runs one item whose requests meet these faults, with the credential of each request. */
async function play(
	{ scenario, ...one }: NamedCase,
	faults: string[],
	names: Name[],
	{ parameters: others, ...run }: Partial<NodeRun> = {},
): Promise<NodeResult & { read: Name[]; strayed: RecordedRequest[] }> {
	for (const sandbox of [running(), elsewhere()]) {
		sandbox.reset();
		scenario.prepare?.(sandbox.state);
	}
	faults.forEach((name, index) => {
		const fault = FAULTS[name];
		if (fault) running().addFault({ ...fault, from: index + 1, times: 1 });
	});
	const read: Name[] = [];
	const reads = jest.spyOn(RunCredentials.prototype, 'getDecrypted');
	// n8n itself reads it once before the items.
	reads.mockResolvedValueOnce(Object.values(credentialFor(running()))[0]);
	reads.mockImplementation(async () => {
		const name = names[Math.min(read.length, names.length - 1)];
		read.push(name);
		const target = name === 'another host' ? elsewhere() : running();
		const [credential] = Object.values(credentialFor(target));
		const { baseUrl } = credential;
		return await Promise.resolve({ ...credential, ...CREDENTIALS[name], baseUrl });
	});
	const isList = one.operation.fields.some(({ name }) => name === 'returnAll');
	const parameters = { ...scenario.parameters, ...(isList && { returnAll: true }), ...others };
	try {
		const outcome = await onClock(
			async () =>
				await runNode(running(), {
					...nodeOf({ ...one, scenario }, parameters),
					items: scenario.items.slice(0, 1),
					onError: 'continueRegularOutput',
					...run,
				}),
		);
		const isStray = ({ path }: RecordedRequest) => !path.includes('/accounts/1/');
		const strayed = [...outcome.requests.filter(isStray), ...elsewhere().requests];
		return { ...outcome, read, strayed };
	} finally {
		reads.mockRestore();
	}
}

it.each(CASES.map((one) => ({ title: one.title, one })))(
	'$title: no request of an item goes to another account or host than its first',
	async ({ one }) => {
		const name = fc.constantFrom(...(Object.keys(CREDENTIALS) as Name[]));
		const fault = fc.constantFrom(...Object.keys(FAULTS));
		await fc.assert(
			fc.asyncProperty(
				fc.array(fault, { maxLength: 3 }),
				fc.array(name, { minLength: 1, maxLength: 4 }),
				async (faults, later) => {
					const { read, strayed, main, requests } = await play(one, faults, [
						'the first',
						...later,
					]);
					expect(strayed).toEqual([]);
					const hasChanged = read.some((each) => /account|host/.test(each));
					const text = JSON.stringify(main);
					expect(text.includes(CHANGED)).toBe(hasChanged);

					const last = requests.at(-1);
					const isLost =
						last?.method === one.operation.endpoint.method && last.fault === 'resetAfterRead';
					if (hasChanged && isLost && one.operation.safety !== 'safe')
						expect(text).toContain(VERDICTS.unclear);
				},
			),
			{
				numRuns: 15,
				examples: [
					[['lost'], ['another account']],
					[['429'], ['another host']],
				],
			},
		);
	},
);

it('keeps the account and the doubt if Retry On Fail runs the node again', async () => {
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 };
	const parameters = { options: { maxRetries: 0 } };
	const names: Name[] = ['the first', 'another account'];
	const outcome = await play(caseOf('labelDelete'), ['lost'], names, { settings, parameters });
	expect(outcome.strayed).toEqual([]);
	expect(JSON.stringify(outcome.main)).toContain(CHANGED);
	expect(JSON.stringify(outcome.main)).toContain('The label may have been deleted.');
	expect(JSON.stringify(outcome.main)).toContain(VERDICTS.unclear);
});

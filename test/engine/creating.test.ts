import { DIALECT_NAMES } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';
import { runNode } from './harness';

const running = sandboxForTests();

/** A 1 x 1 image, so small that it is written here. */
const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

const TAKEN = { name: 'Again', email: 'NADIA.TANAKA.3@example.com' };

function creating(parameters: object, onDuplicate?: string) {
	return {
		node: 'contact',
		parameters: {
			operation: 'create',
			...parameters,
			...(onDuplicate && { options: { onDuplicate } }),
		},
	};
}

describe.each(DIALECT_NAMES)('in the %s dialect', (dialect) => {
	beforeEach(() => running().setDialect(dialect));

	it('names the field that is taken, and the contact that has it', async () => {
		const { error } = await runNode(running(), creating(TAKEN));
		expect(error?.message).toMatch(/^Email .*taken/);
		expect(error?.description).toContain("'Email' belongs to contact 3 (Nadia Tanaka).");
		expect(error?.description).toContain("set 'On Duplicate' under 'Options'");
		expect(error?.httpCode).toBe('422');
	});

	it('finds a phone number that is taken', async () => {
		const { error } = await runNode(running(), creating({ phoneNumber: '+902120000003' }));
		expect(error?.description).toContain("'Phone Number' belongs to contact 3");
	});

	it('goes on with the existing contact where that is chosen', async () => {
		const { main, requests } = await runNode(running(), creating(TAKEN, 'continue'));
		expect(main).toEqual([
			{
				json: expect.objectContaining({ id: 3, name: 'Nadia Tanaka', created: false }),
				pairedItem: { item: 0 },
			},
		]);
		expect(requests.map(({ operation }) => operation)).toEqual(['contactCreate', 'contactFilter']);
		expect(requests[1].problem).toBeUndefined();
	});

	it('chooses none where two contacts have the values', async () => {
		const taken = {
			email: 'nadia.tanaka.3@example.com',
			additionalFields: { identifier: 'example-000006' },
		};
		const { error, main } = await runNode(running(), creating(taken, 'continue'));
		expect(main).toEqual([]);
		expect(error?.description).toContain("'Email' belongs to contact 3");
		expect(error?.description).toContain("'Identifier' belongs to contact 6");
		expect(error?.description).toContain('These are different contacts, so none was chosen.');
	});

	it('keeps the refusal where no contact has the value', async () => {
		const { error } = await runNode(running(), creating({ email: 'no address' }, 'continue'));
		expect(error?.message).toMatch(/email/i);
		expect(error?.description).toContain("Check 'Email'");
	});

	it('keeps the refusal where the look-up fails', async () => {
		running().setFault({ kind: 'status', status: 500, operation: 'contactFilter' });
		const { error, requests } = await runNode(running(), creating(TAKEN, 'continue'));
		expect(error?.message).toMatch(/^Email .*taken/);
		expect(requests).toHaveLength(2);
	});
});

it('sends a form anew after a rate limit', async () => {
	running().setFault({
		kind: 'rateLimit',
		retryAfter: { form: 'seconds', seconds: 0 },
		operation: 'contactCreate',
		times: 1,
	});
	const { main, requests } = await runNode(running(), {
		...creating({ name: 'Ada', additionalFields: { avatarBinaryField: 'photo' } }),
		items: [
			{ json: {}, binary: { photo: { data: PNG.toString('base64'), mimeType: 'image/png' } } },
		],
	});
	expect(main).toHaveLength(1);
	expect(requests.map(({ status, files }) => [status, files.length])).toEqual([
		[429, 1],
		[200, 1],
	]);
});

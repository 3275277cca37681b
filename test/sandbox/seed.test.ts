import { startSandbox, type Sandbox } from '../../tools/sandbox';
import { account, ask } from './support';

async function recordsOf(sandbox: Sandbox): Promise<string> {
	await sandbox.close();
	return JSON.stringify({ ...sandbox.state, contacts: sandbox.state.contacts.all });
}

describe('the seed', () => {
	test('is the same each time', async () => {
		const [first, second] = await Promise.all([startSandbox(), startSandbox()]);

		expect(await recordsOf(first)).toBe(await recordsOf(second));
	});

	test('begins with the same contacts whatever their number', async () => {
		const [few, many] = await Promise.all([
			startSandbox({ contacts: 10 }),
			startSandbox({ contacts: 1000 }),
		]);
		await Promise.all([few.close(), many.close()]);

		expect(many.state.contacts.all.slice(0, 10)).toEqual(few.state.contacts.all.slice(0, 10));
	});

	test('holds contacts that could be created: each value once, phone numbers in E.164', async () => {
		const sandbox = await startSandbox({ contacts: 5000 });
		await sandbox.close();
		const { all } = sandbox.state.contacts;

		for (const field of ['email', 'phone_number', 'identifier'] as const) {
			const values = all.map((contact) => contact[field]).filter((value) => value !== null);
			expect(new Set(values).size).toBe(values.length);
		}
		const numbers = all.flatMap(({ phone_number: number }) => (number === null ? [] : [number]));
		expect(numbers.filter((number) => !/^\+[1-9]\d{1,14}$/.test(number))).toEqual([]);
	});

	test('is as large as it is told to be', async () => {
		const sandbox = await startSandbox({ contacts: 3, labels: 20, appointments: 30 });
		await sandbox.close();
		const { contacts, labels, appointments } = sandbox.state;

		expect(contacts.all).toHaveLength(5);
		expect(labels).toHaveLength(20);
		expect(appointments.filter(({ status }) => status === 'pending')).toHaveLength(30);
	});

	test('is there again after a reset', async () => {
		const sandbox = await startSandbox({ dialect: 'upstream' });
		const before = JSON.stringify(sandbox.state.labels);
		sandbox.setDialect('documented');
		sandbox.setFault({ kind: 'latency', ms: 1 });
		await ask(sandbox, 'DELETE', account('labels/1'));
		sandbox.reset();

		expect(JSON.stringify(sandbox.state.labels)).toBe(before);
		expect(sandbox.requests).toEqual([]);
		expect((await ask(sandbox, 'DELETE', account('labels/1'))).status).toBe(200);
		expect(sandbox.requests[0]).not.toHaveProperty('fault');
		await sandbox.close();
	});

	test('of 100,000 contacts is listed to the end', async () => {
		const sandbox = await startSandbox({ contacts: 100_000 });
		const path = account('contacts/search?q=example&page=6667&sort=name');
		const { json } = await ask(sandbox, 'GET', path);
		await sandbox.close();

		expect(json).toMatchObject({ meta: { count: 100_000 } });
		expect((json as { payload: unknown[] }).payload).toHaveLength(10);
	});

	test('gives new records the time of the clock it was given', async () => {
		const sandbox = await startSandbox({ now: () => Date.UTC(2030, 0, 1) });
		const { json } = await ask(sandbox, 'POST', account('contacts'), { body: { name: 'Ada' } });
		await sandbox.close();

		expect(json).toMatchObject({ payload: [{ created_at: Date.UTC(2030, 0, 1) / 1000 }] });
	});
});

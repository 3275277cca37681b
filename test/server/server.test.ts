import type { IDataObject } from 'n8n-workflow';

import { byId, condition } from '../../cases/operationCase';
import { listValue } from '../../nodes/shared/conditions/customAttribute';
import type { NodeResult } from '../../tools/engine/harness';
import { startLossyProxy } from './lossyProxy';
import { itemsOf, person, run, toCreate } from './nodes';
import {
	ATTRIBUTES,
	cleanUp,
	MARK,
	prepare,
	type Prepared,
	request,
	server,
	version,
} from './service';
import { differ } from './versions';

const MANY = 600;

let records: Prepared;
beforeAll(async () => void (records = await prepare()));
afterAll(cleanUp);

describe('the operations', () => {
	const { name, email, phoneNumber, identifier } = person();
	const byEmail = {
		conditions: { condition: [{ attribute: 'email', operator: 'equal_to', value: email }] },
	};

	test.each(['api_access_token', 'api-access-token'])(
		'list the apps, with the token in the header %s',
		async (tokenHeader) => {
			const credential = { tokenHeader };
			const apps = await itemsOf('integration', 'getApps', {}, { credential });

			expect(apps.length).toBeGreaterThan(0);
			expect(apps[0]).toMatchObject({ id: expect.any(String), name: expect.any(String) });
			const raw = await itemsOf('integration', 'getApps', { simplify: false });
			expect(raw).toHaveLength(apps.length);
		},
	);

	test('create a contact, and find it by Filter and by Search', async () => {
		const fields = toCreate({ name, email, phoneNumber, identifier });
		const [created] = await itemsOf('contact', 'create', {
			...fields,
			inboxId: byId(records.inbox.id),
		});

		const person = { id: created.id, name, email, phone_number: phoneNumber, identifier };
		expect(created).toMatchObject(person);
		expect(created).not.toHaveProperty('contact_inboxes');
		for (const [operation, parameters] of [
			['filter', byEmail],
			['search', { query: email }],
		] as const) {
			expect(await itemsOf('contact', operation, parameters)).toMatchObject([person]);
			const raw = await itemsOf('contact', operation, { ...parameters, simplify: false });
			expect(raw).toMatchObject([
				{ ...person, contact_inboxes: [{ inbox: { id: records.inbox.id } }] },
			]);
		}
	});

	test('create a contact without Simplify', async () => {
		const fields = { ...toCreate(person()), simplify: false };
		const [created] = await itemsOf('contact', 'create', fields);

		expect(created).toMatchObject({ id: expect.any(Number), blocked: false });
		expect(created).toHaveProperty('contact_inboxes');
	});

	test('list the agents of an inbox', async () => {
		const inboxId = byId(records.inbox.id);

		const [agent] = await itemsOf('inbox', 'getAgents', { inboxId });
		expect(agent).toMatchObject({ id: expect.any(Number), email: expect.any(String) });
		const [raw] = await itemsOf('inbox', 'getAgents', { inboxId, simplify: false });
		expect(raw).toMatchObject({ id: agent.id, account_id: server.accountId });
	});

	test('turn a rule off, and change its conditions and actions', async () => {
		const automationRuleId = byId(records.rule.id);
		const update = async (fields: IDataObject) =>
			(await itemsOf('automationRule', 'update', { automationRuleId, ...fields }))[0];

		const actions = [{ action_name: 'add_label', action_params: [MARK] }];
		const off = await update({ active: 'off' });
		expect(off).toMatchObject({ id: records.rule.id, name: MARK, active: false, actions });
		const conditions = [condition('content', 'contains', ['refund'])];
		expect(
			await update({ updateFields: { conditionsJson: JSON.stringify(conditions) } }),
		).toMatchObject({
			active: false,
			conditions: [{ attribute_key: 'content', values: ['refund'] }],
			actions,
		});
	});

	test.each([
		['agentBot', 'agentBotId', () => records.bot.id],
		['label', 'labelId', () => records.label.id],
	])('delete a record once: %s', async (node, parameter, id) => {
		const parameters = { [parameter]: byId(id()) };

		expect(await itemsOf(node, 'delete', parameters)).toEqual([{ deleted: true, id: id() }]);
		const again = await run(node, 'delete', parameters);
		expect(again.error?.httpCode).toBe('404');
	});
});

describe('a duplicate', () => {
	const taken = person();
	let existing: IDataObject;
	beforeAll(async () => {
		[existing] = await itemsOf('contact', 'create', toCreate(taken));
	});

	test.each([
		['Email', { email: taken.email.toUpperCase() }],
		['Phone Number', { phoneNumber: taken.phoneNumber }],
		['Identifier', { identifier: taken.identifier }],
	])('is noticed by %s, and returned if it may continue', async (field, value) => {
		const fields = toCreate({ name: `${MARK} again`, ...value });

		const { error } = await run('contact', 'create', fields);
		expect(error?.httpCode).toBe('422');
		expect(error?.description).toContain(`'${field}' belongs to contact ${Number(existing.id)}`);
		const items = await itemsOf('contact', 'create', { ...fields, onDuplicate: 'continue' });
		expect(items).toMatchObject([{ id: existing.id, name: taken.name, created: false }]);
	});
});

describe('a refusal', () => {
	const rule = (updateFields: IDataObject) => ({
		automationRuleId: byId(records.rule.id),
		updateFields,
	});
	const unknown = JSON.stringify([condition('no_such_attribute', 'equal_to', ['x'])]);

	/** The node, operation and parameters; the statuses that servers give; what the message names. */
	type Refusal = [
		title: string,
		run: () => Promise<NodeResult>,
		statuses: string[],
		named: RegExp | undefined,
	];

	test.each<Refusal>([
		[
			'an invalid email',
			async () => await run('contact', 'create', { name: MARK, email: 'ann.lee' }),
			['422'],
			/'Email'/,
		],
		[
			'an invalid phone number',
			async () => await run('contact', 'create', { name: MARK, phoneNumber: '+0123456' }),
			['422'],
			/'Phone Number'/,
		],
		[
			'an unknown inbox',
			async () => await run('contact', 'create', { name: MARK, inboxId: byId(2_000_000_000) }),
			['404'],
			/'Inbox'/,
		],
		[
			'a wrong token',
			async () =>
				await run('integration', 'getApps', {}, { credential: { apiAccessToken: 'wrong' } }),
			['401'],
			/'API Access Token'/,
		],
		[
			'a wrong account',
			async () =>
				await run('integration', 'getApps', {}, { credential: { accountId: '2000000000' } }),
			['401', '404'],
			/'Account ID'/,
		],
		[
			'an unknown condition of a rule',
			async () => await run('automationRule', 'update', rule({ conditionsJson: unknown })),
			['422'],
			/Conditions/,
		],
		[
			'an unknown attribute',
			async () =>
				await run('contact', 'filter', { specifyConditions: 'json', conditionsJson: unknown }),
			['422', '500'],
			undefined,
		],
	])('names the field: %s', async (_title, refused, statuses, named) => {
		const { error } = await refused();

		expect(error?.message).not.toBe('');
		expect(statuses).toContain(error?.httpCode);
		if (named) expect(error?.description).toMatch(named);
	});
});

describe('rows of conditions', () => {
	const [plan, score] = Object.keys(ATTRIBUTES);
	/** Other tests create contacts too. Those of this group have an email of their own. */
	const PREFIX = `${MARK}-rows-`;
	const here = { attribute: 'city', operator: 'equal_to', value: MARK };
	const name = (operator: string, ...value: string[]) => ({ attribute: 'name', operator, value });
	const custom = (key: string, customOperator: string, value = '') => {
		const listed = listValue({ key, owner: 'contact', type: ATTRIBUTES[key] });
		const customAttribute = { __rl: true, mode: 'list', value: listed };
		return { attribute: 'customAttribute', customAttribute, customOperator, value };
	};
	const days = (timeOperator: string) => ({ attribute: 'created_at', timeOperator, days: 1 });
	const labels = (recordOperator: string) => {
		const titles = recordOperator.endsWith('present') ? {} : { labels: [MARK] };
		return { attribute: 'labels', recordOperator, ...titles };
	};

	beforeAll(async () => {
		const custom = [{ [plan]: 'gold', [score]: 5 }, { [plan]: 'silver', [score]: 50 }, {}];
		const items = ['Gold', 'Silver', 'None'].map((name, index) => ({
			...{ name, email: `${PREFIX}${name}@example.com` },
			custom: JSON.stringify(custom[index]),
		}));
		const additionalFields = { city: MARK, customAttributesJson: '={{ $json.custom }}' };
		const fields = { name: '={{ $json.name }}', email: '={{ $json.email }}', additionalFields };
		const [gold] = await itemsOf('contact', 'create', fields, { items });
		await request('POST', `contacts/${Number(gold.id)}/labels`, { labels: [MARK] });
	});

	/** The match, the rows, and the names of those contacts that they describe. */
	type Rows = [match: 'all' | 'any', rows: IDataObject[], names: string[]];

	test.each<Rows>([
		['any', [name('equal_to', 'Gold', 'Silver')], ['Gold', 'Silver']],
		['all', [name('not_equal_to', 'Gold', 'Silver'), here], ['None']],
		['all', [name('contains', 'gol', 'sil'), here], ['Gold', 'Silver']],
		['all', [custom(score, 'is_greater_than', '10')], ['Silver']],
		['all', [custom(score, 'is_present'), custom(plan, 'equal_to', 'Gold')], ['Gold']],
		['all', [custom(plan, 'not_equal_to', 'gold')], ['None', 'Silver']],
		['any', [custom(plan, 'not_equal_to', 'gold'), name('equal_to', 'x')], ['None', 'Silver']],
		['all', [days('within_days'), here], ['Gold', 'None', 'Silver']],
		['all', [days('days_before'), here], []],
		['all', [labels('equal_to'), here], ['Gold']],
		['all', [labels('not_equal_to'), here], ['None', 'Silver']],
		['all', [labels('is_present'), here], ['Gold']],
		['all', [labels('is_not_present'), here], ['None', 'Silver']],
	])('find exactly what they describe: %s of %j', async (match, condition, names) => {
		const parameters = { match, conditions: { condition }, returnAll: true };
		const found = await itemsOf('contact', 'filter', parameters);
		const ours = found.filter(({ email }) => String(email).startsWith(PREFIX));
		expect(ours.map((contact) => contact.name).sort()).toEqual(names);
	});

	test.each([
		[[custom(score, 'contains', '5')], "can't compare a number with 'Contains'"],
		[[custom(plan, 'not_equal_to', 'gold'), here], "can't have 'Does Not Equal'"],
		[[name('equal_to', 'Gold', 'Silver'), here], 'has several values'],
	])('are refused if the server would fail or answer wrongly: %j', async (condition, reason) => {
		const { error } = await run('contact', 'filter', { conditions: { condition } });
		expect(error?.message).toContain(reason);
	});
});

test('a percent sign and a backslash are found behind a backslash, by Search and by Filter', async () => {
	const [start, name] = [`${MARK} 50`, `${MARK} 50% off\\on`];
	const items = [{ name }, { name: `${start} off on` }].map((contact, index) => ({
		...contact,
		email: `${MARK}-percent-${index}@example.com`,
	}));
	const fields = { name: '={{ $json.name }}', email: '={{ $json.email }}' };
	await itemsOf('contact', 'create', fields, { items });

	const value = `${start}\\% off\\\\on`;
	const conditions = { condition: [{ attribute: 'name', operator: 'contains', value }] };
	expect(await itemsOf('contact', 'search', { query: value })).toMatchObject([{ name }]);
	expect(await itemsOf('contact', 'filter', { conditions })).toMatchObject([{ name }]);
	const both = await itemsOf('contact', 'search', { query: `${start}%off_on` });
	expect(both).toHaveLength(2);
});

// Other servers of the family don't say which version of Chatwoot they follow.
if (version !== '') describe('Chatwoot by version', () => differ(version, () => records));

describe('many contacts', () => {
	const key = `${MARK}-many`;
	const items = Array.from({ length: MANY }, (_, index) => ({
		name: `${key} ${index}`,
		email: `${key}-${index}@example.com`,
	}));
	const parameters = { name: '={{ $json.name }}', email: '={{ $json.email }}' };
	const emailsOf = (contacts: IDataObject[]) => contacts.map(({ email }) => email).sort();

	// A server on this machine never limits requests from 127.0.0.1, unless a proxy in front of it says otherwise.
	test('are created once each', async () => {
		const created = await itemsOf('contact', 'create', parameters, { items });

		expect(emailsOf(created)).toEqual(emailsOf(items));
	});

	test('are returned once each by Search and by Filter', async () => {
		const byEmail = [{ attribute: 'email', operator: 'contains', value: key }];
		const conditions = { condition: byEmail };

		const searched = await itemsOf('contact', 'search', { query: key, returnAll: true });
		expect(emailsOf(searched)).toEqual(emailsOf(items));
		const filtered = await itemsOf('contact', 'filter', { conditions, returnAll: true });
		expect(emailsOf(filtered)).toEqual(emailsOf(items));
	});

	test('without a name, created in one run, are returned once each in every order', async () => {
		const nameless = Array.from({ length: 60 }, (_, index) => ({
			email: `${MARK}-nameless-${index}@example.com`,
		}));
		await itemsOf('contact', 'create', { email: '={{ $json.email }}' }, { items: nameless });

		const query = `${MARK}-nameless`;
		const conditions = {
			condition: [{ attribute: 'email', operator: 'contains', value: query }],
		};
		for (const options of [{}, { sort: 'name' }, { sort: '-last_activity_at' }]) {
			const all = { returnAll: true, options };
			const searched = await itemsOf('contact', 'search', { query, ...all });
			expect(emailsOf(searched)).toEqual(emailsOf(nameless));
			const filtered = await itemsOf('contact', 'filter', { conditions, ...all });
			expect(emailsOf(filtered)).toEqual(emailsOf(nameless));
		}
	});

	test.each([
		['stop', true],
		['stop', false],
		['continue', true],
		['continue', false],
	])(
		'are created once each if a proxy loses three of ten responses (%s, with Date: %s)',
		async (onDuplicate, addsDate) => {
			const proxy = await startLossyProxy(server.url, addsDate);
			const prefix = `lost-${onDuplicate}-${addsDate}-${key}`;
			const some = Array.from({ length: 25 }, (_, index) => ({
				name: `${prefix} ${index}`,
				email: `${prefix}-${index}@example.com`,
			}));
			const target = { ...server, url: proxy.url };

			// A response that takes more than a second isn't retried, so the proxy must not have too much to do.
			const options = { maxConcurrentRequests: 5 };
			const created = await itemsOf(
				'contact',
				'create',
				{ ...parameters, onDuplicate, options },
				{ items: some, target },
			).finally(proxy.close);
			expect(proxy.lost()).toBeGreaterThanOrEqual(7);
			expect(emailsOf(created)).toEqual(emailsOf(some));
			const stored = await itemsOf('contact', 'search', { query: prefix, returnAll: true });
			expect(emailsOf(stored)).toEqual(emailsOf(some));
		},
	);
});

import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { DIFFERENCES, type DifferenceName, type Effect, effectOn } from '../../cases/chatwoot';
import { byId, condition } from '../../cases/operationCase';
import type { NodeResult } from '../../tools/engine/harness';
import { itemsOf, person, run, toCreate } from './nodes';
import { createControl, createRule, deleteRules, hasRun, resolve, type Rule } from './rules';
import { ATTRIBUTES, MARK, type Prepared, request } from './service';

const [PLAN] = Object.keys(ATTRIBUTES);
const DOMAIN = `${MARK}.example`;
const COMPANY = `${MARK} Ltd`;
const NAME_ONLY = `${MARK} name only`;

/** A contact in France with a company, which is the first one of its email domain. */
const ANN = { ...person(), email: `ann@${DOMAIN}` };

let records: Prepared;
let ann: IDataObject;
let other: IDataObject;

async function setUp() {
	await createControl();
	const additionalFields = {
		companyName: COMPANY,
		countryCode: 'FR',
		customAttributesJson: JSON.stringify({ [PLAN]: `zz-${MARK}` }),
	};
	[ann] = await itemsOf('contact', 'create', { ...toCreate(ANN), additionalFields });
	[other] = await itemsOf('contact', 'create', { name: NAME_ONLY });
}

/** What a failed run says: its status. */
function statusOf({ error }: NodeResult): Effect | undefined {
	return error && (error.httpCode as Effect);
}

/** Whether a run returns one contact: that of this test. */
function foundBy(outcome: NodeResult): Effect {
	return statusOf(outcome) ?? (outcome.main.length === 1 ? 'works' : 'finds nobody');
}

async function filterBy(attribute: string, value: string): Promise<Effect> {
	const condition = [{ attribute, operator: 'equal_to', value }];
	return foundBy(await run('contact', 'filter', { conditions: { condition } }));
}

async function filterByJson(...values: Parameters<typeof condition>): Promise<NodeResult> {
	const conditionsJson = JSON.stringify([condition(...values)]);
	return await run('contact', 'filter', { specifyConditions: 'json', conditionsJson });
}

async function searchFor(query: string): Promise<Effect> {
	return foundBy(await run('contact', 'search', { query }));
}

/** Whether the service takes the new fields of a rule. */
async function update(updateFields: IDataObject, rule?: Rule): Promise<Effect> {
	const automationRuleId = byId((rule ?? records.rule).id);
	const outcome = await run('automationRule', 'update', { automationRuleId, updateFields });
	return statusOf(outcome) ?? 'works';
}

/** An update with one condition, in the rows of the form. */
function only(condition: IDataObject): IDataObject {
	return { conditions: { condition: [condition] } };
}

/** Updates a rule, and looks whether it runs. */
async function updateAndRun(
	name: string,
	updateFields: IDataObject,
	cause: Parameters<typeof hasRun>[2],
): Promise<Effect> {
	const rule = await createRule(`${MARK}-${name}`);
	const effect = await update(updateFields, rule);
	if (effect !== 'works') return effect;
	const place = { inboxId: records.inbox.id, contactId: Number(ann.id) };
	return (await hasRun(rule, place, cause)) ? 'works' : 'never runs';
}

/** Deletes a label that one contact has. A job of the service takes it off the contact, if any. */
async function deleteLabelOf(contactId: unknown, otherId: unknown): Promise<Effect> {
	const pathOf = (id: unknown) => `contacts/${id}/labels`;
	const titlesOf = async (contact: unknown) =>
		(await request<{ payload: string[] }>('GET', pathOf(contact))).payload;
	const [deleted, renamed] = [`${MARK}-deleted`, `${MARK}-renamed`];
	const create = async (title: string) =>
		await request<{ id: number }>('POST', 'labels', { title });
	const { id } = await create(deleted);
	const kept = await create(renamed);
	await request('POST', pathOf(contactId), { labels: [deleted] });
	await request('POST', pathOf(otherId), { labels: [renamed] });
	await itemsOf('label', 'delete', { labelId: byId(id) });

	// Another job gives the other contact the new title of its label. When it has done so twice, the job for the deleted
	// label is over.
	for (const title of [`${renamed}-1`, `${renamed}-2`]) {
		await request('PATCH', `labels/${kept.id}`, { title });
		while (!(await titlesOf(otherId)).includes(title)) await pause(200);
	}
	await request('DELETE', `labels/${kept.id}`);
	return (await titlesOf(contactId)).includes(deleted) ? 'stays on contacts' : 'works';
}

/** Each difference as a user meets it. */
const EFFECTS: Record<DifferenceName, () => Promise<Effect>> = {
	companyInFilter: async () => await filterBy('company_name', COMPANY),
	phoneNumberInFilter: async () => await filterBy('phone_number', ANN.phoneNumber),
	nameOnlyInFilter: async () => await filterBy('name', NAME_ONLY),
	nameOnlyInSearch: async () => await searchFor(NAME_ONLY),
	companyInSearch: async () => await searchFor(COMPANY),
	companyOfContact: async () => {
		const companyName = `${MARK} GmbH`;
		const bob = { name: MARK, email: `bob@${DOMAIN}`, additionalFields: { companyName } };
		const [{ additional_attributes }] = await itemsOf('contact', 'create', {
			...bob,
			simplify: false,
		});
		const stored = additional_attributes as IDataObject;
		return stored.company_name === companyName ? 'works' : 'is replaced';
	},
	companyInRule: async () =>
		await update(only({ attribute: 'company_name', operator: 'equal_to', value: COMPANY })),
	countryCodeInRule: async () =>
		await updateAndRun(
			'country',
			only({ attribute: 'country_code', exactOperator: 'equal_to', value: 'FR' }),
			async (conversation) => await conversation.say('Hello'),
		),
	labelsInRule: async () =>
		await update(only({ attribute: 'labels', labelOperator: 'equal_to', labels: [MARK] })),
	conversationResolved: async () =>
		await updateAndRun(
			'resolved',
			{ eventName: 'conversation_resolved', ...only({ attribute: 'status', status: 'resolved' }) },
			resolve,
		),
	removeAssigned: async () => {
		const actions = ['remove_assigned_agent', 'remove_assigned_team'];
		return await update({ actions: { action: actions.map((actionName) => ({ actionName })) } });
	},
	labelDelete: async () => await deleteLabelOf(ann.id, other.id),
	daysBefore: async () =>
		statusOf(await filterByJson('created_at', 'days_before', ['1'])) ?? 'works',
	orderOfTexts: async () => foundBy(await filterByJson(PLAN, 'is_greater_than', ['zz'])),
	privateNote: async () => {
		const conditions = [condition('private_note', 'equal_to', [true])];
		return await update({ conditionsJson: JSON.stringify(conditions) });
	},
	pendingConversation: async () => {
		const actions = [{ action_name: 'pending_conversation', action_params: [] }];
		return await update({ actionsJson: JSON.stringify(actions) });
	},
};

/**
 * The tests of what Chatwoot's versions differ in.
 *
 * @param version which the server says it is
 * @param prepared makes the records, which other tests use too
 */
export function differ(version: string, prepared: () => Prepared): void {
	beforeAll(async () => {
		records = prepared();
		await setUp();
	});
	afterAll(deleteRules);

	test.each(
		DIFFERENCES.map((difference) => ({ ...difference, effect: effectOn(version, difference) })),
	)('$what: $effect', async ({ name, effect }) => {
		expect(await EFFECTS[name]()).toBe(effect);
	});
}

import fc from 'fast-check';
import type { IDataObject, INodePropertyCollection } from 'n8n-workflow';

import { CASES, caseOf } from '../../cases';
import { placedProperties } from '../../cases/properties';
import { propertiesOf } from '../../nodes/shared/form/fields';
import { labelTitles } from '../../nodes/shared/input/rows';
import { GIVEN, requestOf } from '../fixtures/requests';
import { key, unseen } from '../fixtures/texts';

/** Each law is tested at several lists. */
const PER_LIST = { numRuns: 20 };

describe('a list of rows', () => {
	const lists = CASES.flatMap((one) =>
		placedProperties(propertiesOf(one.operation))
			.filter(({ property }) => property.type === 'fixedCollection')
			.map(({ path, property }) => ({ ...one, path, property })),
	);

	const rowless = fc.oneof(
		fc.constant({}),
		fc.dictionary(key, fc.array(fc.dictionary(key, key))),
		fc.array(fc.dictionary(key, key)),
	);

	it.each(lists)('$title: $path that has no row is refused with its name', (one) => {
		const { operation, path, property, scenario } = one;
		const [{ name: group }] = property.options as INodePropertyCollection[];
		const [name, inner] = path.split('.');
		fc.assert(
			fc.property(fc.oneof(rowless, fc.constant({ [group]: [] })), (value) => {
				const changed = { [name]: inner ? { [inner]: value } : value } as IDataObject;
				const ownFields = { specifyConditions: 'fields', automationRuleId: 1, period: 'all' };
				const parameters = { ...scenario.parameters, ...ownFields, ...changed };
				expect(() => requestOf(operation, parameters)).toThrow(
					`'${property.displayName}' has no row. Add a row`,
				);
			}),
			PER_LIST,
		);
	});
});

/** Everywhere that a list of texts can be given: what is sent of it. */
const LISTS: Record<string, (list: unknown) => unknown> = {
	'labels of a filter': (list) => conditionOf('contactFilter', 'labels', { labels: GIVEN }, list),
	'values of a filter': (list) => conditionOf('contactFilter', 'city', { value: GIVEN }, list),
	'values of a filter in JSON': (list) => {
		const conditions = [{ attribute_key: 'city', filter_operator: 'equal_to', values: list }];
		const given = { specifyConditions: 'json', conditionsJson: JSON.stringify(conditions) };
		const { body } = requestOf(caseOf('contactFilter').operation, { limit: 1, ...given });
		return (body?.payload as IDataObject[])[0].values;
	},
	'labels of a rule': (list) =>
		conditionOf('automationRuleUpdate', 'labels', { labels: GIVEN }, list),
	'values of a rule in JSON': (list) => {
		const condition = { attribute_key: 'content', filter_operator: 'contains', values: list };
		return updated({ conditionsJson: JSON.stringify([condition]) }).conditions[0].values;
	},
	'labels of an action': (list) => {
		const action = [{ actionName: 'add_label', labels: GIVEN }];
		return updated({ actions: { action } }, list).actions[0].action_params;
	},
	'labels of an action in JSON': (list) => {
		const action = { action_name: 'add_label', action_params: list };
		return updated({ actionsJson: JSON.stringify([action]) }).actions[0].action_params;
	},
	categories: (list) => {
		const { operation } = caseOf('messagingFlowCreate');
		return requestOf(operation, { name: 'Booking', categories: GIVEN }, list).body?.categories;
	},
};

function updated(updateFields: IDataObject, given?: unknown): Record<string, IDataObject[]> {
	const { operation } = caseOf('automationRuleUpdate');
	const { body } = requestOf(operation, { automationRuleId: 1, updateFields }, given);
	return body as Record<string, IDataObject[]>;
}

function conditionOf(id: string, attribute: string, row: IDataObject, given: unknown): unknown {
	const conditions = { condition: [{ attribute, ...row }] };
	if (id === 'automationRuleUpdate') return updated({ conditions }, given).conditions[0].values;
	const parameters = { specifyConditions: 'fields', limit: 1, conditions };
	const { body } = requestOf(caseOf(id).operation, parameters, given);
	return (body?.payload as IDataObject[])[0].values;
}

describe.each(Object.entries(LISTS))('an entry of a list: %s', (_place, sent) => {
	const list = fc.array(key, { minLength: 1, maxLength: 4 });

	it('is sent', () => {
		fc.assert(
			fc.property(key, (entry) => expect(sent([entry])).toEqual([entry])),
			PER_LIST,
		);
	});

	it('is refused with its number if it is blank', () => {
		const blank = fc.constantFrom(null, '', ' ', '\u200b');
		fc.assert(
			fc.property(list, fc.nat(), blank, (entries, at, nothing) => {
				const index = at % (entries.length + 1);
				const holed = entries.toSpliced(index, 0, nothing as string);
				expect(() => sent(holed)).toThrow(`is blank in entry ${index + 1} of ${holed.length}`);
			}),
			PER_LIST,
		);
	});
});

it('takes a comma at the end of a text for no entry, but an empty place between two for one', () => {
	const word = fc.stringMatching(/^[a-z]{1,9}$/);
	fc.assert(
		fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), unseen, (words, space) => {
			const typed = words.join(`,${space}`);
			expect([labelTitles(typed), labelTitles(`${typed},${space}`)]).toEqual([words, words]);
			expect(() => labelTitles(`${typed},${space},x`)).toThrow(`entry ${words.length + 1} of`);
		}),
	);
});

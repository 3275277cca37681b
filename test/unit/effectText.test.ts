import type { IDataObject } from 'n8n-workflow';

import { describeProgress, describeUnclear } from '../../nodes/shared/failure/effectText';
import { createContact } from '../../nodes/Contact/operations/create';
import { updateAutomationRule } from '../../nodes/AutomationRule/operations/update';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import type { Operation, WriteOperation } from '../../nodes/shared/operation';

function items(
	indexes: number[],
	json: IDataObject = {},
): Array<[number, { items: [{ json: IDataObject }] }]> {
	return indexes.map((index) => [index, { items: [{ json }] }]);
}

it.each<[WriteOperation, made: number[], existing: number[], unclear: number[], text: string]>([
	[createContact, [2], [], [], '1 of 4 contacts were created: item 2 (counted from 0).'],
	[
		createContact,
		[3, 0, 1],
		[],
		[],
		'3 of 4 contacts were created: items 0, 1 and 3 (counted from 0).',
	],
	[
		createContact,
		[],
		[0, 1],
		[],
		'0 of 4 contacts were created. Items 0 and 1 (counted from 0) exist already.',
	],
	[
		createContact,
		[],
		[],
		[0],
		'0 of 4 contacts were created. Item 0 (counted from 0) is unclear: it may have been created, and was not sent again.',
	],
	[
		createContact,
		[0],
		[3],
		[1, 2],
		'1 of 4 contacts were created: item 0 (counted from 0). Item 3 exists already. Items 1 and 2 are unclear: they may have been created, and were not sent again.',
	],
	// A delete has been sent again as often as allowed.
	[
		deleteLabel,
		[0],
		[],
		[1],
		'1 of 4 labels were deleted: item 0 (counted from 0). Item 1 is unclear: it may have been deleted.',
	],
])('says how a run of four items has ended', (operation, made, existing, unclear, text) => {
	const done = new Map([...items(made), ...items(existing, { created: false })]);
	expect(describeProgress(operation, done, new Map(items(unclear)), 4)).toBe(text);
});

it.each<[Operation, text: string]>([
	[
		createContact,
		'The contact may have been created, and was not sent again. Look for it before you run this item again.',
	],
	[
		updateAutomationRule,
		'The automation rule may have been updated. It is safe to run this item again.',
	],
	[
		deleteLabel,
		"The label may have been deleted. Run this item again: 'could not be found' means that it was.",
	],
	[searchContacts, ''],
])(
	'says what a request without a clear response may have done, and what to do',
	(operation, text) => {
		expect(describeUnclear(operation)).toBe(text);
	},
);

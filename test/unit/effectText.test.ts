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
): Array<[number, Array<{ json: IDataObject }>]> {
	return indexes.map((index) => [index, [{ json }]]);
}

it.each<[WriteOperation, made: number[], existing: number[], unclear: number[], text: string]>([
	[createContact, [2], [], [], '1 of 9 contacts were created: item 2.'],
	[
		createContact,
		[3, 0, 1, 2, 8, 5],
		[],
		[],
		'6 of 9 contacts were created: items 0 to 3, 5 and 8.',
	],
	[createContact, [], [0, 1], [], '0 of 9 contacts were created. Existed before: items 0 to 1.'],
	[
		createContact,
		[0],
		[3],
		[1, 4],
		'1 of 9 contacts were created: item 0. Existed before: item 3. May have been created: items 1 and 4.',
	],
	[deleteLabel, [0], [], [1], '1 of 9 labels were deleted: item 0. May have been deleted: item 1.'],
])('says how a run of nine items has ended', ({ effect }, made, existing, unclear, text) => {
	const done = new Map([...items(made), ...items(existing, { created: false })]);
	expect(describeProgress(effect, done, new Map(items(unclear)), 9)).toBe(
		`${text} Items are counted from 0.`,
	);
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

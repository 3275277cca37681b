import { describeProgress } from '../../nodes/shared/failure/effectText';
import { createContact } from '../../nodes/Contact/operations/create';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import type { WriteOperation } from '../../nodes/shared/operation';

function items(...indexes: number[]): Map<number, unknown> {
	return new Map(indexes.map((index) => [index, {}]));
}

it.each([
	[createContact, [], [], '0 of 4 contacts were created.'],
	[createContact, [2], [], '1 of 4 contacts were created: item 2.'],
	[createContact, [3, 0, 1], [], '3 of 4 contacts were created: items 0, 1 and 3.'],
	[
		createContact,
		[],
		[0],
		'0 of 4 contacts were created. Item 0 is unclear: it may have been created, and was not sent again.',
	],
	[
		createContact,
		[0],
		[1, 2],
		'1 of 4 contacts were created: item 0. Items 1 and 2 are unclear: they may have been created, and were not sent again.',
	],
	[createContact, [0, 1, 2, 3], [], '4 of 4 contacts were created: items 0 to 3.'],
	// A delete has been sent again as often as allowed.
	[
		deleteLabel,
		[0],
		[1],
		'1 of 4 labels were deleted: item 0. Item 1 is unclear: it may have been deleted.',
	],
])('says how a run of four items has ended', (operation, done, unclear, text) => {
	const said = describeProgress(operation as WriteOperation, items(...done), items(...unclear), 4);
	expect(said).toBe(text);
});

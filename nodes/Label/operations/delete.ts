import { deleted } from '../../shared/response/records';
import { recordLocator } from '../../shared/form/locators';
import { irreversibleNotice } from '../../shared/form/fields';
import type { Operation } from '../../shared/operation';
import { namedRecord } from '../../shared/input/recordId';
import { withoutUndefined } from '../../shared/values';

/** Delete a label (contract, 4.10). */
export const deleteLabel: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete label',
	description: 'Permanently delete a label from the account',
	endpoint: { method: 'DELETE', url: '/api/v1/accounts/{account_id}/labels/{id}' },
	inChatwoot: true,
	fields: [
		irreversibleNotice(
			"Each item deletes a label for the whole account, not only from one conversation. This can't be undone.",
		),
		recordLocator({
			displayName: 'Label',
			name: 'labelId',
			required: true,
			description: 'Label to delete',
			searchListMethod: 'searchLabels',
		}),
	],
	request: (read) => {
		const { id, name } = read('labelId', namedRecord('label', 'title'));
		return { path: { id }, extraFields: () => withoutUndefined({ record: name }) };
	},
	records: (body, { path }) => [deleted(body, 'label', path?.id)],
	effect: { record: 'label', done: 'deleted' },
	safety: 'idempotent',
	undocumentedBody: true,
};

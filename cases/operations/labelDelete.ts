import { deleteLabel } from '../../nodes/Label/operations/delete';
import { byId, type OperationCase, THREE_IDS } from '../operationCase';

export const operationCase: OperationCase = {
	node: 'label',
	operation: deleteLabel,
	onlyFor: 'administrators',
	isIrreversible: true,
	exchanges: [
		{
			title: 'with an ID',
			parameters: { labelId: byId('7') },
			sends: { url: '/api/v1/accounts/27/labels/7' },
			gives: () => [{ deleted: true, id: 7 }],
		},
	],
	output: { also: { deleted: { type: 'boolean' }, id: { type: 'integer' } } },
	example: { labelId: byId(7) },
	failures: [
		{ cause: 'The label was deleted before', parameters: { labelId: byId(99) } },
		{ cause: 'A title was entered as the ID', parameters: { labelId: byId('vip') } },
	],
	scenario: { parameters: { labelId: byId('={{ $json.id }}') }, items: THREE_IDS },
};

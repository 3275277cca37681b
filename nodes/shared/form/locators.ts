import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

const BY_ID = { displayName: 'By ID', name: 'id', placeholder: 'e.g. 7' };

/**
 * A field for one record: chosen by name from a list of pickers.ts, or typed. If it depends on a field of the same row, a
 * change of that field empties it.
 */
export function recordLocator({
	searchListMethod,
	dependsOn,
	byHand = BY_ID,
	...names
}: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'required' | 'hint'> & {
	searchListMethod: string;
	dependsOn?: string;
	byHand?: Pick<INodePropertyMode, 'displayName' | 'name' | 'placeholder'>;
}): INodeProperties {
	return {
		...names,
		...(dependsOn && { typeOptions: { loadOptionsDependsOn: [`&${dependsOn}`] } }),
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From list',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ ...byHand, type: 'string' },
		],
	};
}

/** A field for a custom attribute of the account, which the service identifies by its key. */
export function customAttributeLocator(
	displayName: string,
	name: string,
	searchListMethod: string,
): INodeProperties {
	return recordLocator({
		displayName,
		name,
		description: 'Custom attribute to compare',
		searchListMethod,
		byHand: { displayName: 'By Key', name: 'key', placeholder: 'e.g. plan' },
	});
}

/** A field for labels, which the service identifies by their titles. */
export const labelsField: INodeProperties = recordLocator({
	displayName: 'Labels',
	name: 'labels',
	description: 'Labels, by title with commas between them',
	hint: "Titles that you enter aren't checked",
	searchListMethod: 'searchLabelTitles',
	byHand: { displayName: 'By Title', name: 'title', placeholder: 'e.g. refund, urgent' },
});

export function inboxField(
	description: string,
	searchListMethod = 'searchInboxes',
): INodeProperties {
	return recordLocator({ displayName: 'Inbox', name: 'inboxId', description, searchListMethod });
}

import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

/** What a locator of one record is called, and where its list comes from. */
type Locator = Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'required'> & {
	/** A function of pickers.ts. */
	searchListMethod: string;
	/** The field of the same row that says what is chosen: the editor empties this one with it. */
	of?: string;
	/** How a record is typed, where not by its ID. */
	typed?: Pick<INodePropertyMode, 'displayName' | 'name' | 'placeholder'>;
	/** More ways to say which record. */
	modes?: INodePropertyMode[];
};

const BY_ID = { displayName: 'By ID', name: 'id', placeholder: 'e.g. 7' };

/** A field for one record: chosen by name from a list, or typed. */
export function recordLocator(locator: Locator): INodeProperties {
	const { searchListMethod, of, typed = BY_ID, modes = [], ...names } = locator;
	return {
		...names,
		...(of && { typeOptions: { loadOptionsDependsOn: [`&${of}`] } }),
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ ...typed, type: 'string' },
			...modes,
		],
	};
}

/** A field for a custom attribute of the account: the service knows it by its key. */
export function customAttributeLocator(
	displayName: string,
	name: string,
	searchListMethod: string,
): INodeProperties {
	return recordLocator({
		displayName,
		name,
		description: 'Choose a custom attribute, or enter its key from the settings of your service',
		searchListMethod,
		typed: { displayName: 'By Key', name: 'key', placeholder: 'e.g. plan' },
	});
}

/** A field for labels, which the service knows by their titles. */
export const labelsField: INodeProperties = recordLocator({
	displayName: 'Labels',
	name: 'labels',
	description: 'Choose a label, or enter several titles separated by commas',
	searchListMethod: 'searchLabelTitles',
	typed: { displayName: 'By Title', name: 'title', placeholder: 'e.g. refund, urgent' },
});

/** The service's own pages of an inbox carry its ID. */
const INBOX_ADDRESS = 'https?://[^\\s]+/inbox(?:es)?/([1-9][0-9]*)\\b';

/**
 * A field for an inbox.
 *
 * @param wanted which inbox it is
 */
export function inboxField(wanted: string): INodeProperties {
	return recordLocator({
		displayName: 'Inbox',
		name: 'inboxId',
		description: `${wanted}. Choose it from the list, or enter the ID at the end of the address of its settings page.`,
		searchListMethod: 'searchInboxes',
		modes: [
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: 'e.g. https://app.example.com/app/accounts/1/settings/inboxes/7',
				extractValue: { type: 'regex', regex: INBOX_ADDRESS },
				validation: [
					{
						type: 'regex',
						properties: {
							regex: `${INBOX_ADDRESS}.*`,
							errorMessage:
								'Enter the address of an inbox, such as https://app.example.com/app/accounts/1/settings/inboxes/7',
						},
					},
				],
			},
		],
	});
}

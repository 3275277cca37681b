import type { IDataObject } from 'n8n-workflow';

import { inboxField } from '../../shared/form/locators';
import { previewOnlyField } from '../../shared/form/preview';
import type { Operation } from '../../shared/operation';
import {
	boolean,
	InvalidValue,
	jsonObject,
	positiveInteger,
	shown,
	text,
	webAddress,
	withoutUndefined,
} from '../../shared/input/values';
import { attributesFromRows } from '../attributes';
import { avatarFrom, toForm } from '../avatar';
import { createdContact } from '../contact';
import { continueWith, existingContacts, namingExisting } from '../duplicate';

/** Create a contact (contract, 4.3). */
export const createContact: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create contact',
	description: 'Create a new contact',
	endpoint: { method: 'POST', url: '/api/v1/accounts/{account_id}/contacts' },
	fields: [
		{
			...inboxField,
			description:
				'Inbox that the contact belongs to. Leave blank for a contact without an inbox. The ID is the number at the end of the address of the settings page of the inbox.',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Ann Lee',
			description: 'Full name of the contact',
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			placeholder: 'e.g. name@email.com',
			description: 'Email address. No other contact of the account may have it.',
		},
		{
			displayName: 'Phone Number',
			name: 'phoneNumber',
			type: 'string',
			default: '',
			placeholder: 'e.g. +15551234567',
			hint: 'With plus sign and country code, digits only (E.164)',
			description: 'Phone number. No other contact of the account may have it.',
		},
		{
			displayName: 'Custom Attributes',
			name: 'customAttributes',
			type: 'assignmentCollection',
			default: {},
			description: 'Values for the custom attributes that are defined in the service, by their key',
		},
		{
			displayName: 'Custom Attributes (JSON)',
			name: 'customAttributesJson',
			type: 'json',
			default: '',
			placeholder: 'e.g. {"plan": "gold"}',
			description:
				'More custom attributes as a JSON object; a row above wins over the same name here',
		},
		{
			displayName: 'Additional Attributes',
			name: 'additionalAttributes',
			type: 'assignmentCollection',
			default: {},
			description: 'Other facts of the contact, such as city, country and country_code',
		},
		{
			displayName: 'Additional Attributes (JSON)',
			name: 'additionalAttributesJson',
			type: 'json',
			default: '',
			placeholder: 'e.g. {"city": "Paris", "country_code": "FR"}',
			description: 'More of them as a JSON object; a row above wins over the same name here',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Avatar Input Data Field Name',
					name: 'avatarBinaryField',
					type: 'string',
					default: '',
					placeholder: 'e.g. data',
					description:
						'Name of the field of the input item that holds the image: JPEG, PNG or GIF, at most 15 MB',
				},
				{
					displayName: 'Avatar URL',
					name: 'avatarUrl',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/image.png',
					description: 'Address of a JPEG or PNG image. The service fetches it some time later.',
				},
				{
					displayName: 'Blocked',
					name: 'blocked',
					type: 'boolean',
					default: false,
					description: 'Whether the contact is blocked',
				},
				{
					displayName: 'Identifier',
					name: 'identifier',
					type: 'string',
					default: '',
					placeholder: 'e.g. customer-1042',
					description: 'Key of the contact in another system. No other contact may have it.',
				},
			],
		},
	],
	options: [
		previewOnlyField,
		{
			displayName: 'On Duplicate',
			name: 'onDuplicate',
			type: 'options',
			default: 'stop',
			options: [
				{
					name: 'Continue with Existing Contact',
					value: 'continue',
					description: 'Give the contact that has the same value, with created set to false',
				},
				{
					name: 'Stop',
					value: 'stop',
					description: 'Fail, and name the field and the existing contact',
				},
			],
			description: 'What to do when another contact has the same email, phone number or identifier',
		},
	],
	request: (read, context) => {
		const fields: IDataObject = withoutUndefined({
			inbox_id: read('inboxId', positiveInteger),
			name: read('name', text),
			email: read('email', text),
			blocked: read('additionalFields.blocked', boolean),
			phone_number: read('phoneNumber', phoneNumber),
			avatar_url: read('additionalFields.avatarUrl', webAddress),
			identifier: read('additionalFields.identifier', text),
			additional_attributes: merged(
				read('additionalAttributesJson', jsonObject),
				read('additionalAttributes', attributesFromRows),
			),
			custom_attributes: merged(
				read('customAttributesJson', jsonObject),
				read('customAttributes', attributesFromRows),
			),
		});
		const avatar = read('additionalFields.avatarBinaryField', avatarFrom(context));
		return {
			body: avatar ? toForm(fields, avatar) : fields,
			recover: function* (failure, request) {
				const found = yield* existingContacts(failure, fields, request);
				return read('options.onDuplicate', text) === 'continue'
					? continueWith(failure, found)
					: namingExisting(failure, found);
			},
		};
	},
	records: (body) => [createdContact(body)],
	progress: 'contacts were created',
	unrepeatable: {
		mayHave: 'The contact may have been created',
		check: 'Search for its email or phone number before you run this item again.',
	},
};

/** A phone number as the family's servers take it (E.164). */
function phoneNumber(value: unknown): string | undefined {
	const number = text(value)?.trim();
	if (number === undefined || /^\+[1-9][0-9]{1,14}$/.test(number)) return number;
	throw new InvalidValue(
		`must start with a plus sign and the country code, then digits only, like +15551234567, but is ${shown(value)}`,
	);
}

/** Both ways to give attributes, as one object; undefined if neither was used. */
function merged(fromJson?: IDataObject, fromRows?: IDataObject): IDataObject | undefined {
	if (!fromJson && !fromRows) return undefined;
	return { ...fromJson, ...fromRows };
}

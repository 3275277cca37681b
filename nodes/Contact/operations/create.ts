import type { IDataObject } from 'n8n-workflow';

import { simplifyField } from '../../shared/form/fields';
import { inboxField } from '../../shared/form/locators';
import type { WriteOperation } from '../../shared/operation';
import {
	atLeastOne,
	boolean,
	choice,
	positiveInteger,
	text,
	uniqueText,
	webAddress,
} from '../../shared/input/values';
import { attributeFields, readAttributes } from '../attributes';
import { avatarFrom, toForm } from '../avatar';
import { createdContact, simpleContact } from '../contact';
import { hasUnique, whenRefused } from '../duplicate';
import { whenLost } from '../lostCreate';

/** Create a contact (contract, 4.3). */
export const createContact: WriteOperation = {
	kind: 'write',
	name: 'Create',
	value: 'create',
	action: 'Create contact',
	description: 'Create a new contact',
	endpoint: { method: 'POST', url: '/api/v1/accounts/{account_id}/contacts' },
	fields: [
		inboxField('Inbox that the contact belongs to, if any'),
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
			description: 'Email address. Many servers let only one contact of an account have it.',
		},
		{
			displayName: 'Phone Number',
			name: 'phoneNumber',
			type: 'string',
			default: '',
			placeholder: 'e.g. +15551234567',
			description:
				'With plus sign and country code, digits only (E.164). Many servers let only one contact of an account have it.',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				...attributeFields({
					kind: 'Additional',
					name: 'additionalAttributes',
					description: 'Other facts of the contact, such as city, country and country_code',
					example: '{"city": "Paris", "country_code": "FR"}',
				}),
				{
					displayName: 'Avatar',
					name: 'avatar',
					type: 'string',
					default: '',
					description: 'Avatar as text, for servers that take it so. Most take a file or a URL.',
				},
				{
					displayName: 'Avatar File Field',
					name: 'avatarBinaryField',
					type: 'string',
					default: '',
					placeholder: 'e.g. data',
					description:
						'Name of the field of the input item that holds the image. Attributes are then sent as text.',
				},
				{
					displayName: 'Avatar URL',
					name: 'avatarUrl',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/image.png',
					description: 'Address of a JPEG or PNG image, for the service to fetch',
				},
				{
					displayName: 'Blocked',
					name: 'blocked',
					type: 'boolean',
					default: false,
					description: 'Whether the contact is blocked',
				},
				...attributeFields({
					kind: 'Custom',
					name: 'customAttributes',
					description:
						'Values for the custom attributes that are defined in the service, by their key',
					example: '{"plan": "gold"}',
				}),
				{
					displayName: 'Identifier',
					name: 'identifier',
					type: 'string',
					default: '',
					placeholder: 'e.g. customer-1042',
					description: 'Unique key of the contact in another system',
				},
			],
		},
		simplifyField,
	],
	options: [
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
		const fields: IDataObject = {
			inbox_id: read('inboxId', positiveInteger),
			name: read('name', text),
			email: read('email', uniqueText),
			blocked: read('additionalFields.blocked', boolean),
			phone_number: read('phoneNumber', uniqueText),
			avatar: read('additionalFields.avatar', text),
			avatar_url: read('additionalFields.avatarUrl', webAddress),
			identifier: read('additionalFields.identifier', uniqueText),
			additional_attributes: readAttributes(
				read,
				'Additional',
				'additionalFields.additionalAttributes',
			),
			custom_attributes: readAttributes(read, 'Custom', 'additionalFields.customAttributes'),
		};
		const image = read('additionalFields.avatarBinaryField', avatarFrom(context, fields));
		atLeastOne(
			{ image, ...fields },
			"Fill in at least one of 'Name', 'Email', 'Phone Number', 'Inbox' or 'Additional Fields'.",
		);
		const continues = read('options.onDuplicate', choice('stop', 'continue')) === 'continue';
		return {
			body: image ? toForm(fields, image) : fields,
			simplify: simpleContact,
			recover: (failure, request) => whenRefused(failure, fields, continues, request),
			heal: hasUnique(fields)
				? (failure, request, leftAt) => whenLost(failure, fields, continues, request, leftAt)
				: undefined,
		};
	},
	records: (body) => [createdContact(body)],
	effect: { record: 'contact', done: 'created' },
	unrepeatable: {
		check: 'Look for it before you run this item again.',
	},
};

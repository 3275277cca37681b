import type { IDataObject } from 'n8n-workflow';

import { simplifyField } from '../../shared/form/fields';
import { inboxField } from '../../shared/form/locators';
import { webAddress } from '../../shared/input/addresses';
import { email, identifying, keyword, nameOf, phoneNumber } from '../../shared/input/keys';
import type { WriteOperation } from '../../shared/operation';
import { recordId } from '../../shared/input/recordId';
import { atLeastOne, boolean, choice, isObject, text } from '../../shared/input/values';
import {
	additionalAttributeFields,
	cityField,
	countryCodeField,
	countryField,
	customAttributeFields,
	readAdditionalAttributes,
	readCustomAttributes,
} from '../attributes';
import { avatarFrom, toForm } from '../avatar';
import { createdContact, simpleContact } from '../contact';
import { uniqueKeys, whenRefused } from '../duplicate';
import { lookUpOf } from '../lostCreate';

/** Create a contact (contract, 4.3). */
export const createContact: WriteOperation = {
	kind: 'write',
	name: 'Create',
	value: 'create',
	action: 'Create contact',
	description: 'Create a new contact',
	endpoint: { method: 'POST', url: '/api/v1/accounts/{account_id}/contacts' },
	fields: [
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
			description: 'Email address of the contact. Most services allow it once per account.',
		},
		{
			displayName: 'Phone Number',
			name: 'phoneNumber',
			type: 'string',
			default: '',
			placeholder: 'e.g. +15551234567',
			description:
				'Phone number with a plus sign, the country code and digits only. Most services allow it once per account.',
		},
		inboxField('Inbox to add the contact to'),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				...additionalAttributeFields,
				{
					displayName: 'Avatar',
					name: 'avatar',
					type: 'string',
					default: '',
					description:
						'Value of the documented field avatar, as text. Most servers take a file or a URL instead.',
				},
				{
					displayName: 'Avatar File Field',
					name: 'avatarBinaryField',
					type: 'string',
					default: '',
					placeholder: 'e.g. data',
					description:
						'Name of the input field that holds the image file. If you send a file, numbers and Yes/No values arrive as text.',
				},
				{
					displayName: 'Avatar URL',
					name: 'avatarUrl',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/image.png',
					description: 'Address of a JPEG or PNG image that the service can download',
				},
				{
					displayName: 'Blocked',
					name: 'blocked',
					type: 'boolean',
					default: false,
					description: 'Whether the contact is blocked',
				},
				cityField,
				countryField,
				countryCodeField,
				...customAttributeFields,
				{
					displayName: 'Identifier',
					name: 'identifier',
					type: 'string',
					default: '',
					placeholder: 'e.g. customer-1042',
					description: 'Unique ID of the contact in another system',
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
			// Without this option, duplicates stop the node, so a user who adds it wants the other choice.
			default: 'continue',
			options: [
				{
					name: 'Continue with Existing Contact',
					value: 'continue',
					description:
						"Return the existing contact. Its fields stay as they are, and its field 'created' is false.",
				},
				{
					name: 'Stop',
					value: 'stop',
					description: 'Fail with a message that names the field and the existing contact',
				},
			],
			description: 'What to do if a contact with the same email, phone number or identifier exists',
		},
	],
	request: (read, context) => {
		const fields: IDataObject = {
			inbox_id: read('inboxId', recordId()),
			name: read('name', nameOf(text)),
			email: read('email', identifying(email)),
			blocked: read('additionalFields.blocked', boolean),
			phone_number: read('phoneNumber', identifying(phoneNumber)),
			avatar: read('additionalFields.avatar', text),
			avatar_url: read('additionalFields.avatarUrl', webAddress),
			identifier: read('additionalFields.identifier', identifying(keyword)),
			additional_attributes: readAdditionalAttributes(read),
			custom_attributes: readCustomAttributes(read, context.getTimezone()),
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
			keys: uniqueKeys(fields),
			recover: async (refusal, request, send) =>
				await whenRefused(refusal, fields, continues, request, send),
			lookUp: lookUpOf(fields, continues),
		};
	},
	records: (body, { body: sent }) => [createdContact(body, isObject(sent) ? sent : {})],
	effect: { record: 'contact', done: 'created' },
	unrepeatable: {
		check: 'Look for it before you run this item again.',
	},
};

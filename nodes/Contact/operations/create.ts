import type { IDataObject, NodeHint } from 'n8n-workflow';

import { additionalFields, simplifyField, textField } from '../../shared/form/fields';
import { inboxField } from '../../shared/form/locators';
import { webAddress } from '../../shared/input/addresses';
import { atLeastOne, boolean, type Choice, choice, text } from '../../shared/input/checks';
import type { Operation } from '../../shared/operation';
import { recordId } from '../../shared/input/recordId';
import { withoutUndefined } from '../../shared/values';
import {
	additionalAttributesJsonField,
	descriptionField,
	factFields,
	readAdditionalAttributes,
} from '../additionalAttributes';
import { formWithAvatar } from '../avatar';
import { createdContact, simpleContact, sourceIdIn } from '../contact';
import { uniqueKeys } from '../contactValues';
import {
	customAttributesField,
	customAttributesJsonField,
	readCustomAttributes,
} from '../customAttributes';
import { identifierField, identityFields, missingColumnHints, readIdentity } from '../identity';
import { lookUpOf } from '../lookUp';

const DUPLICATE_OPTIONS: Choice[] = [
	{
		name: 'Fail',
		value: 'stop',
		description: 'Fails with a message that names the existing contact',
	},
	{
		name: 'Return It Unchanged',
		value: 'continue',
		description: "Find or create: the item has the existing contact, with 'created' false",
	},
];

/** A test run creates a contact for each input item, and no operation of the API deletes contacts. */
const manyContactsHint: NodeHint = {
	type: 'warning',
	message:
		"This step creates a contact for each input item, and can't delete them. To try it first, add 'Preview Only' under 'Options'.",
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition:
		'={{ $parameter.operation === "create" && $input.all().length > 20 && !$parameter.options.previewOnly }}',
};

/** An item looks the same whether its contact was found or created, but a found one keeps its name. */
const unchangedHint: NodeHint = {
	message:
		"Where 'created' is false, the contact existed: its name and other values stay as they were.",
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition:
		'={{ $parameter.operation === "create" && $parameter.onDuplicate === "continue" && !$parameter.options.previewOnly }}',
};

/** Create a contact (contract, 4.3). */
export const createContact: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create contact',
	description: 'Create a new contact, or return the one that exists',
	endpoint: { method: 'POST', url: '/api/v1/accounts/{account_id}/contacts' },
	inChatwoot: true,
	fields: [
		...identityFields,
		{
			displayName: 'If the Contact Exists',
			name: 'onDuplicate',
			type: 'options',
			default: 'stop',
			options: DUPLICATE_OPTIONS,
			description: 'What to do if a contact with the same email, phone number or identifier exists',
		},
		inboxField('Inbox to add the contact to', 'searchContactInboxes'),
		customAttributesField,
		additionalFields([
			additionalAttributesJsonField,
			textField('Avatar', 'avatar', "Text for the API's field avatar"),
			textField(
				'Avatar File Field',
				'avatarBinaryField',
				'Name of the input field that holds the image file',
				'data',
			),
			textField(
				'Avatar URL',
				'avatarUrl',
				'Address of a JPEG or PNG image',
				'https://example.com/image.png',
			),
			{
				displayName: 'Blocked',
				name: 'blocked',
				type: 'boolean',
				default: false,
				description: 'Whether the contact is blocked',
			},
			...factFields,
			customAttributesJsonField,
			descriptionField,
			identifierField,
		]),
		simplifyField,
	],
	hints: [...missingColumnHints, manyContactsHint, unchangedHint],
	request: (read, context) => {
		const continues = read('onDuplicate', choice(DUPLICATE_OPTIONS)) === 'continue';
		const identity = readIdentity(read, continues);
		const inbox_id = read('inboxId', recordId('inbox'));
		const fields: IDataObject = {
			inbox_id,
			...identity,
			blocked: read('additionalFields.blocked', boolean),
			avatar: read('additionalFields.avatar', text),
			avatar_url: read('additionalFields.avatarUrl', webAddress),
			additional_attributes: readAdditionalAttributes(read),
			custom_attributes: readCustomAttributes(read, context.getTimezone()),
		};
		const form = read('additionalFields.avatarBinaryField', formWithAvatar(context, fields));
		atLeastOne(
			{ form, ...fields },
			"Fill in at least one of 'Name', 'Email', 'Phone Number', 'Inbox' or 'Additional Fields'.",
		);
		return {
			body: form ?? fields,
			simplify: simpleContact,
			extraFields: (contact) => withoutUndefined({ source_id: sourceIdIn(contact, inbox_id) }),
			keys: uniqueKeys(fields),
			lookUp: lookUpOf(fields, continues),
		};
	},
	records: (body) => [createdContact(body)],
	effect: {
		record: 'contact',
		done: 'created',
		rerun:
			"To rerun contacts with an email, phone number or identifier, set 'If the Contact Exists' to 'Return It Unchanged'.",
	},
	safety: 'lookUp',
	checkFirst: 'Search for it before you run this item again.',
};

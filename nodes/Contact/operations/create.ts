import type { IDataObject, INodeProperties, NodeHint } from 'n8n-workflow';

import { Failure } from '../../shared/failure/failure';
import { simplifyField } from '../../shared/form/fields';
import { inboxField } from '../../shared/form/locators';
import { webAddress } from '../../shared/input/addresses';
import { email, keyText, phoneNumber, refuseNullWord } from '../../shared/input/keys';
import type { ReadParameter, Operation } from '../../shared/operation';
import { recordId } from '../../shared/input/recordId';
import {
	atLeastOne,
	boolean,
	type Choice,
	choice,
	isExpression,
	text,
} from '../../shared/input/values';
import {
	additionalAttributesJsonField,
	descriptionField,
	factFields,
	readAdditionalAttributes,
} from '../attributes';
import { formWithAvatar } from '../avatar';
import { createdContact, simpleContact } from '../contact';
import { uniqueKeys } from '../contactValues';
import {
	customAttributesField,
	customAttributesJsonField,
	readCustomAttributes,
} from '../customAttributes';
import { lookUpOf } from '../lookUp';

/** A blank row or a misspelled column would create a contact that nobody can tell apart. */
const BLANK_ROW = [
	"'Name', 'Email', 'Phone Number' and 'Identifier' are blank for this item",
	"A column may be misspelled, or the row is empty: remove empty rows with n8n's Filter node, or open the Settings tab and set On Error to Continue. To create contacts without them, clear the four fields or give a fallback, such as {{ $json.name || 'Unknown' }}.",
	{ topic: 'Field not valid' },
] as const;

/** Without a unique value an existing contact can't be found, so each run would create it again. */
const NO_UNIQUE_VALUE = [
	"'Email', 'Phone Number' and 'Identifier' are blank for this item, so an existing contact can't be found",
	"A column may be misspelled. To create contacts that have none of these, set 'If the Contact Exists' to Fail.",
	{ topic: 'Field not valid' },
] as const;

/** The fields at the top, which tell one contact from another. A contact may lack each of them. */
const identityFields: INodeProperties[] = [
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
		description: 'Email address of the contact',
	},
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. +15551234567',
		description: 'Phone number with a plus sign and the country code',
	},
];

const DUPLICATE_OPTIONS: Choice[] = [
	{
		name: 'Continue with Existing Contact',
		value: 'continue',
		description: "Find or create: returns the existing contact unchanged, with 'created' false",
	},
	{
		name: 'Fail',
		value: 'stop',
		description: 'Fails with a message that names the existing contact',
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

/**
 * Warns of a field that is blank because its expression names no column that an input item has. A misspelled column, or
 * a blank in its header, would otherwise go unnoticed. It is no error: a source may leave out the columns that are blank.
 */
function missingColumnHint({ name, displayName }: INodeProperties): NodeHint {
	const typed = `String($rawParameter.${name})`;
	const columns = '$input.all().flatMap(({ json }) => Object.keys(json))';
	return {
		type: 'warning',
		message: `'${displayName}' is blank: no input item has the column in its expression. Check its spelling.`,
		location: 'outputPane',
		displayCondition: `={{ $parameter.operation === "create" && ${typed}.includes("$json") && !$parameter.${name} && !${columns}.some((column) => ${typed}.includes(column)) }}`,
	};
}

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
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				additionalAttributesJsonField,
				{
					displayName: 'Avatar',
					name: 'avatar',
					type: 'string',
					default: '',
					description: "Text for the API's field avatar",
				},
				{
					displayName: 'Avatar File Field',
					name: 'avatarBinaryField',
					type: 'string',
					default: '',
					placeholder: 'e.g. data',
					description: 'Name of the input field that holds the image file',
				},
				{
					displayName: 'Avatar URL',
					name: 'avatarUrl',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/image.png',
					description: 'Address of a JPEG or PNG image',
				},
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
	hints: [...identityFields.map(missingColumnHint), manyContactsHint],
	request: (read, context) => {
		const continues = read('onDuplicate', choice(DUPLICATE_OPTIONS)) === 'continue';
		const expressions: string[] = [];
		const readIdentity: ReadParameter = (path, check) =>
			read(path, (value, typed) => {
				// An equals sign alone is an expression that was left blank by hand.
				if (isExpression(typed) && typed !== '=') expressions.push(path);
				return check(value, typed);
			});
		const name = readIdentity('name', text);
		const unique = {
			email: readIdentity('email', refuseNullWord(email)),
			phone_number: readIdentity('phoneNumber', refuseNullWord(phoneNumber)),
			identifier: readIdentity('additionalFields.identifier', refuseNullWord(keyText)),
		};
		const hasUnique = Object.values(unique).some((value) => value !== undefined);
		const isByExpression = expressions.length > 0;
		const isUniqueByExpression = expressions.some((path) => path !== 'name');
		if (!hasUnique && name === undefined && isByExpression) throw new Failure(...BLANK_ROW);
		if (!hasUnique && continues && isUniqueByExpression) throw new Failure(...NO_UNIQUE_VALUE);
		const fields: IDataObject = {
			inbox_id: read('inboxId', recordId('inbox')),
			name,
			...unique,
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
			keys: uniqueKeys(fields),
			lookUp: lookUpOf(fields, continues),
		};
	},
	records: (body) => [createdContact(body)],
	effect: {
		record: 'contact',
		done: 'created',
		rerun:
			"With 'Continue with Existing Contact', contacts with an email, phone number or identifier can be run again.",
	},
	safety: 'lookUp',
	checkFirst: 'Look for the contact before you run this item again.',
};

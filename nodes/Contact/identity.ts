import type { IDataObject, INodeProperties, NodeHint } from 'n8n-workflow';

import { Failure } from '../shared/response/failure';
import { textField } from '../shared/form/fields';
import { wholeKey } from '../shared/input/expressionParts';
import { contactPhone, email, keyText, refusingNullWord } from '../shared/input/keys';
import { descriptionField, factFields } from './additionalAttributes';
import { text } from '../shared/input/checks';
import { isExpression } from '../shared/values';
import type { ReadParameter } from '../shared/operation';

export const identifierField = textField(
	'Identifier',
	'identifier',
	'Unique ID of the contact in another system',
	'customer-1042',
);

/** The fields at the top, which tell one contact from another. A contact may lack each of them. */
export const identityFields: INodeProperties[] = [
	textField('Name', 'name', 'Full name of the contact', 'Ann Lee'),
	textField('Email', 'email', 'Email address of the contact', 'name@email.com'),
	textField(
		'Phone Number',
		'phoneNumber',
		'Phone number with a plus sign and the country code',
		'+15551234567',
	),
];

/**
 * Each warns of a field that is empty because its expression names no column of an input item. Otherwise nobody would
 * notice a misspelled column, or a space in its header. It is no error, because some sources leave out empty columns.
 */
export const missingColumnHints: NodeHint[] = [
	...identityFields.map(({ name, displayName }) => missingColumnHint(name, displayName)),
	...[identifierField, ...factFields, descriptionField].map(({ name, displayName }) =>
		missingColumnHint(`additionalFields?.${name}`, displayName),
	),
];

function missingColumnHint(path: string, displayName: string): NodeHint {
	const expression = `String($rawParameter.${path})`;
	const columns = '$input.all().flatMap(({ json }) => Object.keys(json))';
	const isCreate = '$parameter.operation === "create"';
	const readsInput = `${expression}.includes("$json")`;
	// A field in a collection is in $parameter as it was typed.
	const isEmpty = `!$evaluateExpression(${expression}.slice(1))`;
	const namesNoColumn = `!${columns}.some((column) => ${expression}.includes(column))`;
	return {
		type: 'warning',
		message: `'${displayName}' is blank: no input item has the column in its expression. Check its spelling.`,
		location: 'outputPane',
		displayCondition: `={{ ${[isCreate, readsInput, isEmpty, namesNoColumn].join(' && ')} }}`,
	};
}

/** An empty row or a misspelled column would create a contact that nobody can tell apart. */
const BLANK_ROW = [
	'This item has no name, email, phone number or identifier',
	"Check the column names in its expressions, or remove empty rows with n8n's Filter node.",
	{ topic: 'Field not valid' },
] as const;

/** Without a unique value an existing contact can't be found, so each run would create it again. */
const NO_UNIQUE_VALUE = [
	"'Email', 'Phone Number' and 'Identifier' are blank for this item, so an existing contact can't be found",
	"Fill in one of them, and check the columns in its expression. To create contacts without them, set 'If the Contact Exists' to Fail.",
	{ topic: 'Field not valid' },
] as const;

/**
 * Reads what tells one contact from another.
 *
 * @param continues whether the user continues with an existing contact
 * @throws Failure if all fields are empty because of an expression, or the user continues without a unique value
 */
export function readIdentity(read: ReadParameter, continues: boolean): IDataObject {
	let hasExpression = false;
	const readField: ReadParameter = (path, check) =>
		read(path, (value, raw, evaluate) => {
			// An equals sign alone is an expression that was left empty by hand.
			if (isExpression(raw) && raw !== '=') hasExpression = true;
			return check(value, raw, evaluate);
		});
	const name = readField('name', text);
	const unique = {
		email: readField('email', wholeKey(refusingNullWord(email))),
		phone_number: readField('phoneNumber', wholeKey(refusingNullWord(contactPhone))),
		identifier: readField('additionalFields.identifier', wholeKey(refusingNullWord(keyText))),
	};
	if (Object.values(unique).every((value) => value === undefined)) {
		if (name === undefined && hasExpression) throw new Failure(...BLANK_ROW);
		if (continues) throw new Failure(...NO_UNIQUE_VALUE);
	}
	return { name, ...unique };
}

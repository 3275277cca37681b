import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { trimmedText } from '../shared/input/keys';
import { plain } from '../shared/input/json';
import { InvalidValue } from '../shared/input/invalidValue';

/**
 * Makes a check that reads the name of a binary field with an avatar. It returns what makes a form of the image and the
 * fields of the contact, with names like `custom_attributes[plan]`. The service decides whether it takes the file.
 */
export function formWithAvatar(
	context: IExecuteSingleFunctions,
	fields: IDataObject,
): (field: unknown) => (() => Promise<FormData>) | undefined {
	return (field) => {
		const name = trimmedText(field);
		if (name === undefined) return undefined;
		const file = context.getInputData().binary?.[name];
		if (!file) throw new InvalidValue(`is '${name}', but the item has no file there`);
		if (file.id === undefined && file.data === '') throw new InvalidValue('is an empty file');
		if (fields.avatar !== undefined) {
			throw new InvalidValue("can't be combined with 'Avatar'. Use only one");
		}
		const entries = Object.entries(plain(fields)).flatMap(([key, value]) =>
			formEntries(key, value),
		);
		return async () => {
			const content = await context.helpers.getBinaryDataBuffer(name);
			if (content.length === 0) throw new InvalidValue(`'${name}' is an empty file`);
			const form = new FormData();
			for (const [key, value] of entries) form.append(key, value);
			const image = new Blob([new Uint8Array(content)], { type: file.mimeType });
			form.append('avatar', image, file.fileName?.trim() || 'avatar');
			return form;
		};
	};
}

const UNFIT =
	"can't be combined with attributes that a form can't hold: null, empty lists or objects, lists or objects in lists, and names with brackets. Use 'Avatar URL' instead";

/**
 * The entries of a form for a value: `a[b]` for objects, `a[]` for lists. Null, empty lists and objects, and lists or
 * objects inside lists would be lost, and brackets in a name would be read as nesting.
 */
function formEntries(name: string, value: unknown): Array<[string, string]> {
	if (typeof value !== 'object') return [[name, String(value)]];
	const isList = Array.isArray(value);
	const inner = Object.entries(value ?? {});
	const isLost = ([key, entry]: [string, unknown]) =>
		isList ? typeof entry === 'object' : /^$|[[\]]/.test(key);
	if (inner.length === 0 || inner.some(isLost)) throw new InvalidValue(UNFIT);
	return inner.flatMap(([key, entry]) => formEntries(`${name}[${isList ? '' : key}]`, entry));
}

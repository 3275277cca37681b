import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { trimmedText } from '../shared/input/keys';
import { InvalidValue, isObject } from '../shared/input/values';

/** Reads the image file of an item. The service decides whether it takes it. */
export type Avatar = () => Promise<{ image: Blob; fileName: string }>;

/**
 * Makes a check for an avatar in a binary field of the item.
 *
 * @param fields of the contact, which may already have an avatar
 * @returns a check that takes the name of the binary field. It throws InvalidValue if the item has no such
 *   file or an empty one, if the contact has another avatar, or if other fields have values that a form can't hold.
 */
export function avatarFrom(
	context: IExecuteSingleFunctions,
	fields: IDataObject,
): (field: unknown) => Avatar | undefined {
	return (field) => {
		const name = trimmedText(field);
		if (name === undefined) return undefined;
		const file = context.getInputData().binary?.[name];
		if (!file) throw new InvalidValue(`is '${name}', but the item has no file there`);
		if (file.id === undefined && file.data === '') throw new InvalidValue('is an empty file');
		if (fields.avatar !== undefined) {
			throw new InvalidValue("can't be combined with 'Avatar'. Use only one");
		}
		if (!Object.values(plain(fields)).every(fitsForm)) throw new InvalidValue(UNFIT);
		return async () => {
			const content = await context.helpers.getBinaryDataBuffer(name);
			if (content.length === 0) throw new InvalidValue(`'${name}' is an empty file`);
			const image = new Blob([new Uint8Array(content)], { type: file.mimeType });
			return { image, fileName: file.fileName?.trim() || 'avatar' };
		};
	};
}

/** The fields as they would be in a JSON body: without blanks, and with dates as text. */
function plain(fields: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(fields)) as IDataObject;
}

const UNFIT =
	"can't be combined with attributes that a form can't hold: null, empty lists or objects, lists or objects in lists, and names with brackets. Use 'Avatar URL' instead";

/**
 * Whether a form can hold a value. Simple values become text. Null, empty lists and objects, and lists or
 * objects inside lists would be lost. Brackets in a name would be read as nesting.
 */
function fitsForm(value: unknown): boolean {
	if (typeof value !== 'object') return true;
	const inner: unknown[] = Object.values(value ?? {});
	const fits = Array.isArray(value) ? (each: unknown) => typeof each !== 'object' : fitsForm;
	const nests = Object.keys(value ?? {}).some((key) => /^$|[[\]]/.test(key));
	return inner.length > 0 && !nests && inner.every(fits);
}

/** Makes the form data of a contact: its fields, with names like `custom_attributes[plan]`, and the image. */
export function toForm(fields: IDataObject, avatar: Avatar): () => Promise<FormData> {
	return async () => {
		const form = new FormData();
		for (const [name, value] of formEntries(plain(fields))) form.append(name, value);
		const { image, fileName } = await avatar();
		form.append('avatar', image, fileName);
		return form;
	};
}

/** The entries of a form for a value that a form can hold: `a[b]` for objects, `a[]` for lists. */
function formEntries(value: unknown, name = ''): Array<[string, string]> {
	if (Array.isArray(value)) return value.flatMap((entry) => formEntries(entry, `${name}[]`));
	if (!isObject(value)) return [[name, String(value)]];
	return Object.entries(value).flatMap(([key, inner]) =>
		formEntries(inner, name === '' ? key : `${name}[${key}]`),
	);
}

import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { InvalidValue, isBlank, isObject } from '../shared/input/values';

/** An image of the item, ready to be put into a form. */
export type Avatar = () => Promise<{ image: Blob; fileName: string }>;

/**
 * The avatar in a binary field of the item.
 *
 * @param fields of the create, which may name an avatar already
 * @returns a check that takes the name of the field; the file is read when it is sent
 * @throws InvalidValue if there is no such file, if it is no image, or not the only avatar, and
 *   beside values that no form can hold
 */
export function avatarFrom(
	context: IExecuteSingleFunctions,
	fields: IDataObject,
): (field: unknown) => Avatar | undefined {
	return (field) => {
		if (isBlank(field)) return undefined;
		const name = String(field).trim();
		const file = context.getInputData().binary?.[name];
		if (!file) throw new InvalidValue(`names '${name}', but the item has no file there`);
		const mimeType = file.mimeType || 'a file of unknown type';
		const [type, subtype] = mimeType.toLowerCase().split(/[/;+]/);
		if (type.trim() !== 'image') {
			throw new InvalidValue(`must hold an image, but holds ${mimeType}`);
		}
		if (fields.avatar !== undefined) throw new InvalidValue("is given and 'Avatar' too. Use one");
		if (!Object.values(plain(fields)).every(fitsForm)) throw new InvalidValue(UNFIT);
		const fileName = file.fileName?.trim() || `avatar.${subtype.trim()}`;
		return async () => {
			const content = await context.helpers.getBinaryDataBuffer(name);
			return { image: new Blob([new Uint8Array(content)], { type: mimeType }), fileName };
		};
	};
}

/** As it leaves: n8n's own copy drops names without a word. */
function plain(fields: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(fields)) as IDataObject;
}

const UNFIT =
	"cannot be sent beside attributes that a form would change: null, empty lists or objects, lists or objects in lists, brackets in names. Use 'Avatar URL'";

/**
 * Whether a form can hold a value. What is plain becomes text; null, what is empty, and lists or
 * objects in lists get lost, and brackets in a name nest what it holds.
 */
function fitsForm(value: unknown): boolean {
	if (typeof value !== 'object') return true;
	const inner: unknown[] = Object.values(value ?? {});
	const fits = Array.isArray(value) ? (each: unknown) => typeof each !== 'object' : fitsForm;
	const nests = Object.keys(value ?? {}).some((key) =>
		/^$|[[\]]|^(?:__proto__|constructor|prototype)$/.test(key),
	);
	return inner.length > 0 && !nests && inner.every(fits);
}

/** The create as form data: the image beside the fields, nested ones as `custom_attributes[plan]`. */
export function toForm(fields: IDataObject, avatar: Avatar): () => Promise<FormData> {
	return async () => {
		const form = new FormData();
		for (const [name, value] of formEntries(plain(fields))) form.append(name, value);
		const { image, fileName } = await avatar();
		form.append('avatar', image, fileName);
		return form;
	};
}

/** Names and values of a form for nested fields: `a[b]` for objects, `a[]` for lists. */
export function formEntries(value: unknown, name = ''): Array<[string, string]> {
	if (value === undefined) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => formEntries(entry, `${name}[]`));
	if (isObject(value)) {
		return Object.entries(value).flatMap(([key, inner]) =>
			formEntries(inner, name === '' ? key : `${name}[${key}]`),
		);
	}
	return [[name, value === null ? '' : String(value)]];
}

import type { IBinaryData, IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { InvalidValue, isBlank, isObject } from '../shared/input/values';

/** Reads the image file of an item. */
export type Avatar = () => Promise<{ image: Blob; fileName: string }>;

/**
 * Makes a check for an avatar in a binary field of the item.
 *
 * @param fields of the contact, which may already have an avatar
 * @returns a check that takes the name of the binary field. The file is read when the request is sent. It
 *   throws InvalidValue if the item has no such file, if the file is not an image, if the contact has
 *   another avatar, or if other fields have values that a form can't hold.
 */
export function avatarFrom(
	context: IExecuteSingleFunctions,
	fields: IDataObject,
): (field: unknown) => Avatar | undefined {
	return (field) => {
		if (isBlank(field)) return undefined;
		const name = String(field).trim();
		const file = context.getInputData().binary?.[name];
		if (!file) throw new InvalidValue(`is '${name}', but the item has no file there`);
		const known = typeOf(file);
		// If n8n stores the file outside the item, its type is checked when the request is sent.
		const isUnread = isGeneric(file) && file.id !== undefined;
		if (known === undefined && !isUnread) {
			throw new InvalidValue(`must be an image, but is ${file.mimeType || 'of unknown type'}`);
		}
		if (fields.avatar !== undefined) {
			throw new InvalidValue("can't be combined with 'Avatar'. Use only one");
		}
		if (!Object.values(plain(fields)).every(fitsForm)) throw new InvalidValue(UNFIT);
		return async () => {
			const content = await context.helpers.getBinaryDataBuffer(name);
			const type = known ?? typeByBytes(content.toString('base64', 0, 12));
			if (type === undefined) throw new Error(`'${name}' is not an image`);
			const subtype = type.split(/[/;+]/)[1].trim();
			const fileName = file.fileName?.trim() || `avatar.${subtype.toLowerCase()}`;
			return { image: new Blob([new Uint8Array(content)], { type }), fileName };
		};
	};
}

/** MIME types that say nothing about the file. */
const GENERIC = /^(?:|(?:application|binary)\/(?:octet-stream|x-binary|download))$/;

function isGeneric({ mimeType = '' }: Partial<IBinaryData>): boolean {
	return GENERIC.test(mimeType.split(';')[0].trim().toLowerCase());
}

/** The type of an image, or undefined. For a generic type, the file name or the first bytes decide. */
function typeOf(file: IBinaryData): string | undefined {
	const { mimeType, fileName = '', data } = file;
	if (/^\s*image\//i.test(mimeType)) return mimeType;
	if (!isGeneric(file)) return undefined;
	const extension = /\.(\w+)\s*$/.exec(fileName)?.[1].toLowerCase() ?? '';
	return TYPES_BY_EXTENSION[extension] ?? typeByBytes(data);
}

const TYPES_BY_EXTENSION: Record<string, string> = {
	gif: 'image/gif',
	jpeg: 'image/jpeg',
	jpg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
};

/** The first bytes of image formats, in Base64. */
const SIGNATURES: Array<[RegExp, string]> = [
	[/^R0lGOD/, 'image/gif'],
	[/^\/9j\//, 'image/jpeg'],
	[/^iVBORw0KGg/, 'image/png'],
	[/^UklGR.{6}XRUJQ/, 'image/webp'],
];

function typeByBytes(base64: string): string | undefined {
	return SIGNATURES.find(([start]) => start.test(base64))?.[1];
}

/** The fields as JSON, because n8n's own copy silently drops some names. */
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
	const nests = Object.keys(value ?? {}).some((key) =>
		/^$|[[\]]|^(?:__proto__|constructor|prototype)$/.test(key),
	);
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

/** The entries of a form for nested values: `a[b]` for objects, `a[]` for lists. */
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

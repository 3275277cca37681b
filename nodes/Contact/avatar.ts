import type { IBinaryData, IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { InvalidValue, isBlank, isObject } from '../shared/input/values';

/** An image of the item, ready to be put into a form. */
export type Avatar = () => Promise<{ image: Blob; fileName: string }>;

/**
 * Reads the avatar from a binary field of the item.
 *
 * @param fields of the contact, which may have an avatar already
 * @returns a check that takes the name of the field; the file itself is read when it is sent
 * @throws InvalidValue if the item has no such file, if it is not an image, if there is another
 *   avatar, or if other fields have values that a form can't hold
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
		// n8n may store files outside of the item: then only a request reads their bytes.
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

/** Types that say nothing about a file, such as that of a download. */
const GENERIC = /^(?:|(?:application|binary)\/(?:octet-stream|x-binary|download))$/;

function isGeneric({ mimeType = '' }: Partial<IBinaryData>): boolean {
	return GENERIC.test(mimeType.split(';')[0].trim().toLowerCase());
}

/** The type of an image; undefined for another file. A generic type is judged by name or first bytes. */
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

/** How the formats start, in Base64. */
const SIGNATURES: Array<[RegExp, string]> = [
	[/^R0lGOD/, 'image/gif'],
	[/^\/9j\//, 'image/jpeg'],
	[/^iVBORw0KGg/, 'image/png'],
	[/^UklGR.{6}XRUJQ/, 'image/webp'],
];

function typeByBytes(base64: string): string | undefined {
	return SIGNATURES.find(([start]) => start.test(base64))?.[1];
}

/** The fields as they are sent: n8n's own copy drops names without an error. */
function plain(fields: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(fields)) as IDataObject;
}

const UNFIT =
	"can't be combined with attributes that a form can't hold: null, empty lists or objects, lists or objects in lists, and names with brackets. Use 'Avatar URL' instead";

/**
 * Whether a form can hold a value. Plain values become text. Null, empty lists and objects, and lists
 * or objects in lists would get lost, and brackets in a name would nest its value.
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

/** The contact as form data: its fields, nested ones as `custom_attributes[plan]`, and the image. */
export function toForm(fields: IDataObject, avatar: Avatar): () => Promise<FormData> {
	return async () => {
		const form = new FormData();
		for (const [name, value] of formEntries(plain(fields))) form.append(name, value);
		const { image, fileName } = await avatar();
		form.append('avatar', image, fileName);
		return form;
	};
}

/** Names and values of nested fields in a form: `a[b]` for objects, `a[]` for lists. */
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

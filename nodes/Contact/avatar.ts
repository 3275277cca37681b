import type { IBinaryData, IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { keyText } from '../shared/input/keys';
import { DROPPED_NAMES } from '../shared/input/names';
import { InvalidValue, isObject } from '../shared/input/values';

/** Reads the image file of an item. */
export type Avatar = () => Promise<{ image: Blob; fileName: string }>;

/**
 * Makes a check for an avatar in a binary field of the item.
 *
 * @param fields of the contact, which may already have an avatar
 * @returns a check that takes the name of the binary field. A file that n8n stores outside the item is read
 *   when the request is about to be sent, and checked before it is. It throws InvalidValue if the item has no
 *   such file, if the file is not an image, if the contact has another avatar, or if other fields have values
 *   that a form can't hold.
 */
export function avatarFrom(
	context: IExecuteSingleFunctions,
	fields: IDataObject,
): (field: unknown) => Avatar | undefined {
	return (field) => {
		const name = keyText(field);
		if (name === undefined) return undefined;
		const file = context.getInputData().binary?.[name];
		if (!file) throw new InvalidValue(`is '${name}', but the item has no file there`);
		if (file.id === undefined) typeOf(file, startOf(file.data));
		if (fields.avatar !== undefined) {
			throw new InvalidValue("can't be combined with 'Avatar'. Use only one");
		}
		if (!Object.values(plain(fields)).every(fitsForm)) throw new InvalidValue(UNFIT);
		return async () => {
			const content = await context.helpers.getBinaryDataBuffer(name);
			const type = typeOf(file, content, `'${name}' `);
			const subtype = type.split(/[/;+]/)[1].trim();
			const fileName = file.fileName?.trim() || `avatar.${subtype.toLowerCase()}`;
			return { image: new Blob([new Uint8Array(content)], { type }), fileName };
		};
	};
}

/**
 * The type of an image. The content decides if its format is known here, because programs declare types by
 * mistake. Any other file that isn't empty or a web page is an image if it is declared or named as one.
 *
 * @param subject start of the message, if no field is named
 * @throws InvalidValue if the file is empty, a web page, or no image
 */
function typeOf(file: IBinaryData, content: Buffer, subject = ''): string {
	const { mimeType = '', fileName = '' } = file;
	if (content.length === 0) throw new InvalidValue(`${subject}is an empty file`);
	const start = content.toString('latin1', 0, BYTES_TO_LOOK_AT);
	const signed = SIGNATURES.find(([pattern]) => pattern.test(start))?.[1];
	if (signed) return signed;
	const element = firstElement(start);
	if (element !== undefined && /^(?:[\w.-]+:)?svg$/.test(element)) return 'image/svg+xml';
	if (element !== undefined) {
		throw new InvalidValue(
			`${subject}is a web page and no image. Check the request that downloads it`,
		);
	}
	if (/^\s*image\//i.test(mimeType)) return mimeType;
	const extension = /\.(\w+)$/.exec(fileName.trim())?.[1].toLowerCase() ?? '';
	const named = EXTENSIONS[extension];
	if (named) return named;
	throw new InvalidValue(`${subject}must be an image, but is ${mimeType || 'of unknown type'}`);
}

/** Drawing programs put comments of several kilobytes in front of an SVG. */
const BYTES_TO_LOOK_AT = 65_536;

/** The first bytes of a file in Base64, in which four characters hold three bytes. */
function startOf(base64: string): Buffer {
	return Buffer.from(base64.slice(0, 2 * BYTES_TO_LOOK_AT), 'base64');
}

/** The first bytes of image formats. */
const SIGNATURES: Array<[RegExp, string]> = [
	[/^GIF8/, 'image/gif'],
	[/^\xff\xd8\xff/, 'image/jpeg'],
	[/^\x89PNG\r\n/, 'image/png'],
	[/^RIFF.{4}WEBP/s, 'image/webp'],
	[/^BM.{4}\0{4}/s, 'image/bmp'],
	[/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
	[/^.{4}ftypavi[fs]/s, 'image/avif'],
	[/^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/s, 'image/heic'],
	[/^\0\0[^\0]\0[^\0]\0/, 'image/x-icon'],
	[/^(?:\xff\n|\0{3}\fJXL )/, 'image/jxl'],
];

const EXTENSIONS: Record<string, string | undefined> = {
	gif: 'image/gif',
	jpeg: 'image/jpeg',
	jpg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
};

/** The name of the first element of a text in HTML or XML, or of its document type, in lower case. */
function firstElement(start: string): string | undefined {
	const isUtf16 = /^(?:\xff\xfe|\xfe\xff)/.test(start);
	const text = (isUtf16 ? start.slice(2).replaceAll('\0', '') : start).replace(
		/^(?:\xef\xbb\xbf)?\s*/,
		'',
	);
	if (!text.startsWith('<')) return undefined;
	const elements = text
		.replace(/<!--[^]*?(?:-->|$)/g, '')
		.matchAll(/<(?:!doctype\s+)?([a-z][\w:.-]*)/gi);
	return elements.next().value?.[1].toLowerCase() ?? '';
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
	const nests = Object.keys(value ?? {}).some(
		(key) => DROPPED_NAMES.includes(key) || /^$|[[\]]/.test(key),
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

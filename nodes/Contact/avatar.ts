import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { InvalidValue, isBlank, isObject } from '../shared/input/values';

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif'];
/** Not in the contract (section 8: not shown); what the family's servers take. */
const MAX_BYTES = 15 * 1024 * 1024;

/** An image of the item, ready to be put into a form. */
export type Avatar = () => Promise<{ image: Blob; fileName: string }>;

/**
 * The avatar in a binary field of the item.
 *
 * @returns a check that takes the name of the field; the file is read when it is sent
 * @throws InvalidValue if there is no such file, or it is no image that the service takes
 */
export function avatarFrom(
	context: IExecuteSingleFunctions,
): (field: unknown) => Avatar | undefined {
	return (field) => {
		if (isBlank(field)) return undefined;
		const name = String(field).trim();
		const file = context.getInputData().binary?.[name];
		if (!file) throw new InvalidValue(`names '${name}', but the item has no file there`);
		if (!IMAGE_TYPES.includes(file.mimeType)) {
			throw new InvalidValue(`must hold a JPEG, PNG or GIF image, but holds ${file.mimeType}`);
		}
		if ((file.bytes ?? 0) > MAX_BYTES) throw tooLarge(file.bytes ?? 0);
		return async () => {
			const content = await context.helpers.getBinaryDataBuffer(name);
			if (content.length > MAX_BYTES) throw tooLarge(content.length);
			const image = new Blob([new Uint8Array(content)], { type: file.mimeType });
			return { image, fileName: file.fileName ?? `avatar.${file.mimeType.slice(6)}` };
		};
	};
}

/** The create as form data: the image beside the fields, nested ones as `custom_attributes[plan]`. */
export function toForm(fields: IDataObject, avatar: Avatar): () => Promise<FormData> {
	return async () => {
		const form = new FormData();
		for (const [name, value] of formEntries(fields)) form.append(name, value);
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

function tooLarge(bytes: number): InvalidValue {
	const megabytes = (bytes / 1024 / 1024).toFixed(1);
	return new InvalidValue(`must hold an image of at most 15 MB, but holds one of ${megabytes} MB`);
}

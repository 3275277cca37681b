import { createHash } from 'node:crypto';
import type { JsonObject } from '../records';

export interface UploadedFile {
	field: string;
	filename: string;
	type: string;
	/** Bytes. */
	size: number;
	sha256: string;
}

/** A parsed request body. `problem` says why it couldn't be parsed. */
export interface ParsedBody {
	value: unknown;
	files: readonly UploadedFile[];
	problem?: string;
}

function broken(problem: string): ParsedBody {
	return { value: undefined, files: [], problem };
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(raw: Buffer): ParsedBody {
	try {
		const value: unknown = JSON.parse(raw.toString('utf8'));
		return isObject(value) ? { value, files: [] } : broken('body must be a JSON object');
	} catch (error) {
		return broken(`body is not JSON: ${(error as Error).message}`);
	}
}

type FormFile = Exclude<ReturnType<FormData['get']>, string | null>;

async function describeFile(field: string, file: FormFile): Promise<UploadedFile> {
	const content = Buffer.from(await file.arrayBuffer());
	return {
		field,
		filename: file.name,
		type: file.type,
		size: content.length,
		sha256: createHash('sha256').update(content).digest('hex'),
	};
}

const FORM_CASTS: Record<string, (value: unknown) => unknown> = {
	inbox_id: (value) => (/^\d+$/.test(String(value)) ? Number(value) : value),
	blocked: (value) => ({ true: true, false: false })[String(value)] ?? value,
};

/** Casts the columns that aren't text, because form data contains only text. */
function castColumns(fields: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [name, FORM_CASTS[name]?.(value) ?? value]),
	);
}

/**
 * Turns form fields with names in brackets into nested objects, as Rails does:
 * `a[b]=1` becomes `{a: {b: '1'}}`, and `a[]=1` becomes `{a: ['1']}`. Values stay text.
 */
function nestFields(fields: readonly (readonly [string, string])[]): JsonObject {
	const root = emptyObject();
	for (const [name, value] of fields) put(root, name.replaceAll(']', '').split('['), value);
	return root;
}

/** An object without a prototype, in which `constructor` and `__proto__` are names like any other. */
function emptyObject(): JsonObject {
	return Object.create(null) as JsonObject;
}

function put(target: JsonObject, [key, ...rest]: string[], value: string): void {
	if (rest.length === 0) {
		target[key] = value;
	} else if (rest[0] === '') {
		target[key] = [...((target[key] ?? []) as string[]), value];
	} else {
		target[key] ??= emptyObject();
		put(target[key] as JsonObject, rest, value);
	}
}

function isText(entry: [string, string | FormFile]): entry is [string, string] {
	return typeof entry[1] === 'string';
}

async function parseForm(raw: Buffer, contentType: string): Promise<ParsedBody> {
	try {
		const form = await new Response(raw, { headers: { 'content-type': contentType } }).formData();
		const entries = [...form.entries()];
		const uploads = entries.filter((entry): entry is [string, FormFile] => !isText(entry));
		const stray = uploads.find(([field]) => field !== 'avatar');
		if (stray) return broken(`body.${stray[0]} must not be a file`);
		return {
			value: castColumns(nestFields(entries.filter(isText))),
			files: await Promise.all(uploads.map(([field, file]) => describeFile(field, file))),
		};
	} catch (error) {
		return broken(`body is not form data: ${(error as Error).message}`);
	}
}

/**
 * Parses the body of a request to an operation that accepts `mediaTypes`. It never throws: an
 * unexpected body, another content type or a malformed body becomes a `problem`.
 */
export async function parseBody(
	raw: Buffer,
	contentType: string,
	mediaTypes: readonly string[],
): Promise<ParsedBody> {
	if (raw.length === 0) return { value: undefined, files: [] };
	if (mediaTypes.length === 0) return broken('this operation takes no body');

	const mediaType = contentType.split(';')[0].trim().toLowerCase();
	if (!mediaTypes.includes(mediaType)) {
		return broken(`Content-Type must be ${mediaTypes.join(' or ')}, not "${contentType}"`);
	}
	return mediaType === 'multipart/form-data' ? parseForm(raw, contentType) : parseJson(raw);
}

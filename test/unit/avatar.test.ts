import fc from 'fast-check';
import type { IBinaryData, IExecuteSingleFunctions } from 'n8n-workflow';

import { avatarFrom, formEntries, toForm } from '../../nodes/Contact/avatar';

const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const IMAGE: IBinaryData = {
	data: PNG.toString('base64'),
	mimeType: 'image/png',
	fileName: 'ada.png',
};

function itemWith(file: Partial<IBinaryData> | undefined, content: Buffer = PNG) {
	return {
		getInputData: () => ({ json: {}, binary: file && { data: { ...IMAGE, ...file } } }),
		helpers: { getBinaryDataBuffer: async () => content },
	} as unknown as IExecuteSingleFunctions;
}

/** A file inside the item, and one that n8n stores outside. */
function placed(content: Buffer, file: Partial<IBinaryData>): [IBinaryData, IBinaryData] {
	const given = { ...IMAGE, ...file };
	return [
		{ ...given, data: content.toString('base64') },
		{ ...given, data: 'filesystem-v2', id: 'filesystem-v2:1' },
	];
}

/** Sends a file as an avatar, or throws why not. */
async function sent(file: IBinaryData, content: Buffer) {
	return await avatarFrom(itemWith(file, content), {})('data')?.();
}

describe('the names in a form', () => {
	it.each([
		[{ attributes: { plan: 'gold', vip: true } }, 'attributes[plan]=gold attributes[vip]=true'],
		[{ attributes: { tags: ['a', 'b'] } }, 'attributes[tags][]=a attributes[tags][]=b'],
		[{ a: { b: { c: 1 } } }, 'a[b][c]=1'],
		[{ a: null, b: undefined, c: {}, d: [] }, 'a='],
	])('of %j are %s', (fields, entries) => {
		const given = formEntries(fields).map((entry) => entry.join('='));
		expect(given.join(' ')).toBe(entries);
	});
});

describe('an avatar', () => {
	it('is left out if no field is named', () => {
		expect(avatarFrom(itemWith({}), {})(' ')).toBeUndefined();
	});

	it('is refused if the item has no such file', () => {
		expect(() => avatarFrom(itemWith(undefined), {})('data')).toThrow(
			"is 'data', but the item has no file there",
		);
	});

	it('is refused as a file if it is given as text too', () => {
		expect(() => avatarFrom(itemWith({}), { avatar: 'x' })('data')).toThrow(
			"can't be combined with 'Avatar'. Use only one",
		);
	});

	it.each([
		...[{ a: [] }, { a: {} }, { a: null }, { a: [{ b: 1 }] }, { a: [['b']] }, { a: { b: [] } }],
		...[{ 'a[b]': 1 }, { a: { 'b[]': 1 } }, { '': 1 }],
		...['{"constructor": 1}', '{"a": {"__proto__": 1}}'].map((json) => JSON.parse(json) as object),
	])('is refused beside %j, which no form can hold', (custom_attributes: object) => {
		expect(() => avatarFrom(itemWith({}), { custom_attributes })('data')).toThrow(
			"can't be combined with attributes that a form can't hold: null, ",
		);
	});

	it('can be combined with texts, numbers, dates and lists of them', () => {
		const fields = { name: 'Ann', email: undefined, a: { b: 1, c: ['d', 2], e: new Date() } };
		expect(avatarFrom(itemWith({}), fields as never)('data')).toBeInstanceOf(Function);
	});

	const HEADS: Array<[hex: string, type: string]> = [
		['474946383961', 'image/gif'],
		['ffd8ffe000104a46', 'image/jpeg'],
		['89504e470d0a1a0a', 'image/png'],
		['524946462401020357454250', 'image/webp'],
		['424d3601000000000000', 'image/bmp'],
		['49492a00', 'image/tiff'],
		['0000001c6674797061766966', 'image/avif'],
		['0000001c6674797068657673', 'image/heic'],
		['00000100010010100000', 'image/x-icon'],
		['ff0a7f0390', 'image/jxl'],
		...[
			'\ufeff<?xml version="1.0"?><!-- <p> --><svg>',
			`<?xml version="1.0"?><!-- ${'a licence '.repeat(999)} --><svg>`,
			'<svg:svg xmlns:svg="http://www.w3.org/2000/svg">',
		].map((text): [string, string] => [Buffer.from(text).toString('hex'), 'image/svg+xml']),
	];
	const declared = fc.constantFrom(
		...['', 'text/plain', 'application/octet-stream', 'text/html', 'application/pdf', 'IMAGE/X'],
	);
	const names = fc.constantFrom(undefined, 'ada', 'ada.PNG', 'ada.pdf', ' ada.jpg ');

	it('is sent whatever type and name it has, if its bytes are those of an image', async () => {
		const head = fc.constantFrom(...HEADS);
		const check = async (
			[hex, type]: (typeof HEADS)[number],
			mimeType: string,
			fileName?: string,
		) => {
			const content = Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(99)]);
			for (const file of placed(content, { mimeType, fileName })) {
				const avatar = await sent(file, content);
				expect(avatar?.image.type).toBe(type);
				expect(avatar?.fileName).toBe(
					fileName?.trim() ?? `avatar.${type.slice('image/'.length).replace('+xml', '')}`,
				);
			}
		};
		await fc.assert(fc.asyncProperty(head, declared, names, check));
	});

	const blank = fc.constantFrom(
		'',
		'\n',
		'\ufeff  ',
		'<!-- a comment -->\n',
		'<?xml version="1.0"?>',
	);
	const page = fc.constantFrom(
		'<!DOCTYPE html><html>',
		'<html>',
		'<HEAD>',
		'<div>',
		'<script>',
		'<!doctype html>',
	);

	it('is refused if it is empty or a web page, whatever type and name it has', async () => {
		const content = fc.oneof(
			fc.constant(''),
			fc.tuple(blank, page, fc.constantFrom('', '<svg></svg>')).map((parts) => parts.join('')),
		);
		const type = fc.oneof(declared, fc.constantFrom('image/png', 'image/svg+xml'));
		const check = async (text: string, mimeType: string, fileName?: string) => {
			const marked = text && `\ufeff${text.replace('\ufeff', '')}`;
			const contents = [Buffer.from(text), Buffer.from(marked, 'utf16le')];
			for (const bytes of contents) {
				for (const file of placed(bytes, { mimeType, fileName })) {
					await expect(async () => await sent(file, bytes)).rejects.toThrow(
						/is (?:an empty file|a web page and no image)/,
					);
				}
			}
		};
		await fc.assert(fc.asyncProperty(content, type, names, check));
	});

	it.each([
		['image/x-new', 'ada', 'image/x-new', 'ada'],
		['Image/WebP; charset=binary', '', 'image/webp; charset=binary', 'avatar.webp'],
		['application/octet-stream', 'ada.PNG', 'image/png', 'ada.PNG'],
	])(
		'of an unknown format is sent if %j and %j say that it is one',
		async (mimeType, fileName, type, name) => {
			for (const content of ['unknown', '%PDF-1.7', '{"error": "none"}'].map((text) =>
				Buffer.from(text),
			)) {
				for (const file of placed(content, { mimeType, fileName })) {
					const avatar = await sent(file, content);
					expect([avatar?.image.type, avatar?.fileName]).toEqual([type, name]);
				}
			}
		},
	);

	it.each([
		['application/pdf', 'ada.pdf', 'must be an image, but is application/pdf'],
		['', 'ada', 'must be an image, but is of unknown type'],
	])('of an unknown format is refused if it is %j, %j', async (mimeType, fileName, says) => {
		const content = Buffer.from('%PDF-1.7');
		for (const file of placed(content, { mimeType, fileName })) {
			await expect(async () => await sent(file, content)).rejects.toThrow(says);
		}
	});

	it('sends dates as ISO 8601', async () => {
		const form = toForm({ since: new Date(0) as never }, async () => ({
			image: new Blob([]),
			fileName: 'ada.png',
		}));
		expect((await form()).get('since')).toBe('1970-01-01T00:00:00.000Z');
	});

	it('makes a new form for each attempt', async () => {
		const avatar = avatarFrom(itemWith({}), {})('data');
		if (!avatar) throw new Error('There is an avatar');
		const form = toForm({ name: 'Ada' }, avatar);
		const [first, second] = [await form(), await form()];
		expect(first).not.toBe(second);
		expect([...second.keys()]).toEqual(['name', 'avatar']);
	});
});

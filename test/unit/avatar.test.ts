import type { IBinaryData, IExecuteSingleFunctions } from 'n8n-workflow';

import { avatarFrom, formEntries, toForm } from '../../nodes/Contact/avatar';

const IMAGE: IBinaryData = { data: '', mimeType: 'image/png', fileName: 'ada.png' };

function itemWith(file: Partial<IBinaryData> | undefined, content = Buffer.from('image')) {
	return {
		getInputData: () => ({ json: {}, binary: file && { data: { ...IMAGE, ...file } } }),
		helpers: { getBinaryDataBuffer: async () => content },
	} as unknown as IExecuteSingleFunctions;
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

	it.each([
		[undefined, "is 'data', but the item has no file there"],
		[{ mimeType: 'application/pdf' }, 'must be an image, but is application/pdf'],
		[{ mimeType: 'application/pdf', id: 'filesystem:1' }, 'must be an image'],
		[{ mimeType: '', fileName: 'ada' }, 'must be an image, but is of unknown type'],
		[
			{ mimeType: 'application/octet-stream', fileName: 'ada.pdf' },
			'must be an image, but is application/octet-stream',
		],
	])('of %j is refused', (file, message) => {
		expect(() => avatarFrom(itemWith(file), {})('data')).toThrow(message);
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

	it.each([
		[{}, 'ada.png'],
		[{ fileName: undefined }, 'avatar.png'],
		[{ fileName: '', mimeType: 'Image/WebP; charset=binary' }, 'avatar.webp'],
		[{ fileName: '', mimeType: 'image/svg+xml' }, 'avatar.svg'],
	])('of %j is sent as %s', async (file, fileName) => {
		const avatar = await avatarFrom(itemWith(file), {})('data')?.();
		expect(avatar?.fileName).toBe(fileName);
		expect(await avatar?.image.text()).toBe('image');
	});

	const DOWNLOAD = { mimeType: 'application/octet-stream', fileName: undefined };

	it.each([
		[{ ...DOWNLOAD, fileName: 'ada.PNG', fileExtension: 'bin' }, '', 'image/png'],
		[{ ...DOWNLOAD, mimeType: '', fileName: 'ada.jpg' }, '', 'image/jpeg'],
		[{ ...DOWNLOAD, mimeType: 'binary/octet-stream; x=y' }, '89504e470d0a1a0a', 'image/png'],
		[DOWNLOAD, 'ffd8ffe000104a46', 'image/jpeg'],
		[DOWNLOAD, '474946383961', 'image/gif'],
		[DOWNLOAD, '524946462401020357454250', 'image/webp'],
	])('of %j that starts with %p is taken as %s', async (file, start, type) => {
		const content = Buffer.from(start, 'hex');
		const inItem = { ...file, data: content.toString('base64') };
		const stored = { ...file, data: 'filesystem-v2', id: 'filesystem-v2:1' };
		for (const given of [inItem, stored]) {
			const avatar = await avatarFrom(itemWith(given, content), {})('data')?.();
			expect(avatar?.image.type).toBe(type);
			expect(avatar?.fileName).toBe(file.fileName ?? `avatar.${type.slice('image/'.length)}`);
		}
	});

	it('is refused when it is sent if n8n stores it outside the item and it is not an image', async () => {
		const file = { ...DOWNLOAD, data: 'filesystem-v2', id: 'filesystem-v2:1' };
		const avatar = avatarFrom(itemWith(file, Buffer.from('%PDF-1.7')), {})('data');
		await expect(avatar?.()).rejects.toThrow("'data' is not an image");
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

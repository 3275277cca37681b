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
	it('is left out where no field is named', () => {
		expect(avatarFrom(itemWith({}), {})(' ')).toBeUndefined();
	});

	it.each([
		[undefined, "names 'data', but the item has no file there"],
		[{ mimeType: 'application/pdf' }, 'must hold an image, but holds application/pdf'],
		[{ mimeType: '' }, 'must hold an image, but holds a file of unknown type'],
	])('of %j is refused', (file, message) => {
		expect(() => avatarFrom(itemWith(file), {})('data')).toThrow(message);
	});

	it('is one: text beside a file is refused', () => {
		expect(() => avatarFrom(itemWith({}), { avatar: 'x' })('data')).toThrow(
			"'Avatar' too. Use one",
		);
	});

	it.each([
		...[{ a: [] }, { a: {} }, { a: null }, { a: [{ b: 1 }] }, { a: [['b']] }, { a: { b: [] } }],
		...[{ 'a[b]': 1 }, { a: { 'b[]': 1 } }, { '': 1 }],
		...['{"constructor": 1}', '{"a": {"__proto__": 1}}'].map((json) => JSON.parse(json) as object),
	])('is refused beside %j, which no form can hold', (custom_attributes: object) => {
		expect(() => avatarFrom(itemWith({}), { custom_attributes })('data')).toThrow(
			'cannot be sent beside attributes that a form would change: null, ',
		);
	});

	it('goes with texts, numbers, dates and lists of them', () => {
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

	it('leaves dates as text that a computer reads', async () => {
		const form = toForm({ since: new Date(0) as never }, async () => ({
			image: new Blob([]),
			fileName: 'ada.png',
		}));
		expect((await form()).get('since')).toBe('1970-01-01T00:00:00.000Z');
	});

	it('makes a fresh form for each attempt', async () => {
		const avatar = avatarFrom(itemWith({}), {})('data');
		if (!avatar) throw new Error('There is an avatar');
		const form = toForm({ name: 'Ada' }, avatar);
		const [first, second] = [await form(), await form()];
		expect(first).not.toBe(second);
		expect([...second.keys()]).toEqual(['name', 'avatar']);
	});
});

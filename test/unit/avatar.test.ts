import type { IBinaryData, IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { formWithAvatar } from '../../nodes/Contact/avatar';

const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const IMAGE: IBinaryData = {
	data: PNG.toString('base64'),
	mimeType: 'image/png',
	fileName: 'ada.png',
};

function itemWith(file?: Partial<IBinaryData>, content = PNG) {
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
		[{ a: '', b: undefined, c: 0 }, 'a= c=0'],
	])('of %j are %s', async (fields, entries) => {
		const form = await formWithAvatar(itemWith({}), fields as IDataObject)('data')?.();
		form?.delete('avatar');
		expect([...(form ?? [])].map((entry) => entry.join('=')).join(' ')).toBe(entries);
	});
});

describe('an avatar', () => {
	it('is left out if no field is named', () => {
		expect(formWithAvatar(itemWith({}), {})(' ')).toBeUndefined();
	});

	it('is refused if the item has no such file', () => {
		expect(() => formWithAvatar(itemWith(), {})('data')).toThrow(
			"is 'data', but the item has no file there",
		);
	});

	it('is refused if its file is empty, also one that n8n stores outside the item', async () => {
		const inside = itemWith({ data: '' });
		expect(() => formWithAvatar(inside, {})('data')).toThrow('is an empty file');
		const outside = itemWith({ data: 'filesystem-v2', id: 'filesystem-v2:1' }, Buffer.alloc(0));
		const avatar = formWithAvatar(outside, {})('data');
		await expect(avatar?.()).rejects.toThrow("'data' is an empty file");
	});

	it('is refused as a file if it is given as text too', () => {
		expect(() => formWithAvatar(itemWith({}), { avatar: 'x' })('data')).toThrow(
			"can't be combined with 'Avatar'. Use only one",
		);
	});

	it.each([
		...[{ a: [] }, { a: {} }, { a: null }, { a: [{ b: 1 }] }, { a: [['b']] }, { a: { b: [] } }],
		...[{ 'a[b]': 1 }, { a: { 'b[]': 1 } }, { '': 1 }],
	])('is refused beside %j, which no form can hold', (custom_attributes: object) => {
		expect(() => formWithAvatar(itemWith({}), { custom_attributes })('data')).toThrow(
			"can't be combined with attributes that a form can't hold: null, ",
		);
	});

	it('can be combined with texts, numbers, dates and lists of them', () => {
		const fields = { name: 'Ann', email: undefined, a: { b: 1, c: ['d', 2], e: new Date() } };
		expect(formWithAvatar(itemWith({}), fields as never)('data')).toBeInstanceOf(Function);
	});

	it.each([
		[IMAGE, 'image/png', 'ada.png'],
		[{ ...IMAGE, mimeType: 'text/plain', fileName: ' ' }, 'text/plain', 'avatar'],
		[{ ...IMAGE, fileName: undefined, id: 'filesystem-v2:1' }, 'image/png', 'avatar'],
	])('is sent as it is, and the service decides: %j', async (file, type, fileName) => {
		const form = await formWithAvatar(itemWith(file), {})('data')?.();
		const image = form?.get('avatar') as File;
		expect([image.type, image.name]).toEqual([type, fileName]);
		expect(Buffer.from(await image.arrayBuffer())).toEqual(PNG);
	});

	it('makes a new form for each attempt', async () => {
		const form = formWithAvatar(itemWith({}), { name: 'Ada' })('data');
		const [first, second] = [await form?.(), await form?.()];
		expect(first).not.toBe(second);
		expect([...(second?.keys() ?? [])]).toEqual(['name', 'avatar']);
	});
});

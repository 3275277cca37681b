import fc from 'fast-check';
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
		[
			{ name: 'Ada', inbox_id: 4 },
			[
				['name', 'Ada'],
				['inbox_id', '4'],
			],
		],
		[
			{ custom_attributes: { plan: 'gold', vip: true } },
			[
				['custom_attributes[plan]', 'gold'],
				['custom_attributes[vip]', 'true'],
			],
		],
		[
			{ custom_attributes: { tags: ['a', 'b'] } },
			[
				['custom_attributes[tags][]', 'a'],
				['custom_attributes[tags][]', 'b'],
			],
		],
		[{ a: { b: { c: 1 } } }, [['a[b][c]', '1']]],
		[{ a: null, b: undefined, c: {}, d: [] }, [['a', '']]],
	])('of %j are %j', (fields, entries) => {
		expect(formEntries(fields)).toEqual(entries);
	});

	it('and their texts hold every value of an object', () => {
		const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean());
		const attributes = fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), leaf);
		fc.assert(
			fc.property(attributes, (custom_attributes) => {
				const form = Object.fromEntries(formEntries({ custom_attributes }));
				for (const [name, value] of Object.entries(custom_attributes)) {
					expect(form[`custom_attributes[${name}]`]).toBe(String(value));
				}
			}),
		);
	});
});

describe('an avatar', () => {
	it('is left out where no field is named', () => {
		expect(avatarFrom(itemWith({}))(' ')).toBeUndefined();
	});

	it.each([
		[undefined, "names 'data', but the item has no file there"],
		[
			{ mimeType: 'application/pdf' },
			'must hold a JPEG, PNG or GIF image, but holds application/pdf',
		],
		[{ mimeType: 'image/svg+xml' }, 'must hold a JPEG, PNG or GIF image, but holds image/svg+xml'],
		[{ bytes: 16 * 1024 * 1024 }, 'at most 15 MB, but holds one of 16.0 MB'],
	])('of %j is refused', (file, message) => {
		expect(() => avatarFrom(itemWith(file))('data')).toThrow(message);
	});

	it('that turns out to be too large is refused when it is read', async () => {
		const avatar = avatarFrom(itemWith({}, Buffer.alloc(16 * 1024 * 1024)))('data');
		await expect(avatar?.()).rejects.toThrow('at most 15 MB');
	});

	it.each([
		[{}, 'ada.png'],
		[{ fileName: undefined }, 'avatar.png'],
		[{ fileName: undefined, mimeType: 'image/jpeg' }, 'avatar.jpeg'],
	])('of %j is sent as %s', async (file, fileName) => {
		const avatar = await avatarFrom(itemWith(file))('data')?.();
		expect(avatar?.fileName).toBe(fileName);
		expect(await avatar?.image.text()).toBe('image');
	});

	it('makes a fresh form for each attempt', async () => {
		const avatar = avatarFrom(itemWith({}))('data');
		if (!avatar) throw new Error('There is an avatar');
		const form = toForm({ name: 'Ada' }, avatar);
		const [first, second] = [await form(), await form()];
		expect(first).not.toBe(second);
		expect([...second.keys()]).toEqual(['name', 'avatar']);
	});
});

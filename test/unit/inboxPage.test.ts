import fc from 'fast-check';

import { recordId } from '../../nodes/shared/input/recordId';
import { inboxField } from '../../nodes/shared/form/locators';

const TYPED = { __rl: true, mode: 'url', value: '' };
const id = fc.integer({ min: 1, max: 10 ** 9 });

it('reads the inbox from the address of any page of an inbox', () => {
	const base = fc.constantFrom('https://chat.example.com', 'http://localhost:3000/chat');
	const page = fc.constantFrom('settings/inboxes', 'inbox');
	const rest = fc.constantFrom('', '/', '?page=2', '/settings', '#top', ' ');
	fc.assert(
		fc.property(base, id, page, id, rest, (start, account, path, inbox, end) => {
			const address = `${start}/app/accounts/${account}/${path}/${inbox}${end}`;
			expect(recordId()(address, TYPED)).toBe(inbox);
			const { extractValue } = inboxField('').modes?.find(({ name }) => name === 'url') ?? {};
			expect(new RegExp(String(extractValue?.regex)).exec(address)?.[1]).toBe(String(inbox));
		}),
	);
});

it.each([
	'https://chat.example.com/app/accounts/1/settings/inboxes/7abc',
	'https://chat.example.com/app/accounts/1/settings/inboxes/list',
	'https://chat.example.com/app/accounts/1/contacts/7',
	'7',
	'Support',
])('refuses %s as the address of an inbox', (address) => {
	expect(() => recordId()(address, TYPED)).toThrow(
		'must be the address of an inbox, such as https://',
	);
});

it('reads an ID that an expression returned in place of an address', () => {
	expect([7, '', null, undefined].map((value) => recordId()(value, TYPED))).toEqual([
		7,
		undefined,
		undefined,
		undefined,
	]);
});

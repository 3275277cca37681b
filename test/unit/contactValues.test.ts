import type { IDataObject } from 'n8n-workflow';

import { hasValue, isStoredUnchanged, uniqueKeys } from '../../nodes/Contact/contactValues';

it.each<[string, unknown, unknown, boolean]>([
	['email', ' ANN@B.example', 'ann@b.example', true],
	['identifier', 'C-7', 'c-7', false],
	['phone_number', '+33 1-23', '+33(1)23', true],
	['company_name', 'Example', 'Other', true],
	['city', null, 'Rome', false],
	['custom_attributes', { plan: 'a', more: 1 }, { plan: 'a' }, true],
	['custom_attributes', { plan: 'b' }, { plan: 'a' }, false],
	['description', 'one\ntwo', 'one\r\ntwo', true],
])('takes a contact with the %s %j for one with %j: %p', (field, known, value, same) => {
	expect(hasValue({ [field]: known } as IDataObject, field, value)).toBe(same);
});

it('identifies a contact by each of its unique values in any spelling', () => {
	const fields = {
		name: 'Ann',
		email: 'Ann@B.example',
		phone_number: '+33 123',
		identifier: 'c-7',
	};
	expect(uniqueKeys(fields)).toEqual([
		'email:ann@b.example',
		'identifier:c-7',
		'phone_number:33123',
	]);
	expect(uniqueKeys({ name: 'Ann', phone_number: '-' })).toEqual([]);
});

it.each([
	['email', 'ann@b.example', true],
	['email', 'Ann@b.example', false],
	['email', 'änn@b.example', false],
	['phone_number', '+15551234567', true],
	['phone_number', '0155 512', false],
	['identifier', 'C-7 ä', true],
])('knows if every server stores the %s %j as it is: %p', (field, value, isSame) => {
	expect(isStoredUnchanged(field, value)).toBe(isSame);
});

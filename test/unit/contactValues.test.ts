import { hasValue, uniqueKeys } from '../../nodes/Contact/contactValues';

it.each([
	['email', ' ANN@B.example', 'ann@b.example', true],
	['identifier', 'C-7', 'c-7', false],
	['phone_number', '+33 1-23', '+33(1)23', true],
])('takes a contact with the %s %j for one with %j: %p', (field, known, value, same) => {
	expect(hasValue({ [field]: known }, field, value)).toBe(same);
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

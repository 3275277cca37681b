import { createContact } from '../../nodes/Contact/operations/create';
import { hasValue, lookUpOf, uniqueKeys } from '../../nodes/Contact/lookUp';
import type { Request } from '../../nodes/shared/operation';
import { response } from '../fixtures/responses';

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

it.each([
	['an email in lower case', 'email', 'Ann@B.example', 'equal_to', 'ann@b.example'],
	['a phone number by its digits', 'phone_number', '+33 123', 'contains', '33123'],
])('looks for %s, as servers keep it', async (_what, field, value, filter_operator, sent) => {
	const bodies: unknown[] = [];
	const refusal = { httpCode: 422, fields: [field] };
	const send = async ({ body }: Request) => {
		bodies.push(body);
		return await Promise.resolve(response(200, { payload: [] }));
	};
	await lookUpOf({ [field]: value }, false)?.find({ refusal }, createContact.endpoint, send);
	const condition = expect.objectContaining({ filter_operator, values: [sent] });
	expect(bodies).toEqual([{ payload: [condition] }]);
});

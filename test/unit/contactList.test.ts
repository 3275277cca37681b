import { filterSort, orderOf, readExtent, searchSort } from '../../nodes/Contact/contactList';

const CONTACT = {
	name: 'Ann',
	email: null,
	created_at: 1_760_000_000,
	last_activity_at: null,
	additional_attributes: { city: 'Rome' },
};

it.each([
	[undefined, 'created_at,name,email,phone_number'],
	['name', 'name,phone_number,created_at'],
	['-email', '-email,name,phone_number,created_at'],
	['-created_at', '-created_at'],
	['company', 'company'],
	['last_activity_at,name', 'last_activity_at,name,created_at'],
])('sorts a whole list by %s with the keys that Chatwoot applies after it', (sort, keys) => {
	expect(orderOf(sort).sort).toBe(keys);
});

it.each([
	['name', 'Ann'],
	['-name,email', 'Ann'],
	['email', null],
	['created_at', 1_760_000_000_000],
	['-created_at', -1_760_000_000_000],
	['last_activity_at', Infinity],
	['-last_activity_at', Infinity],
	['city', 'Rome'],
	['unknown', null],
])('with the sort %s, a contact is placed by %j', (sort, value) => {
	expect(orderOf(sort).sortValue?.(CONTACT)).toBe(value);
});

it('without a sort, has no value to place a contact by', () => {
	expect(orderOf().sortValue).toBeUndefined();
});

it('refuses a page before the first', () => {
	expect(() => readExtent((_path, check) => check(0, 0))).toThrow('above 0');
});

it.each([
	['name, company_name', 'name,company_name'],
	['name,', 'name'],
	['Name (A to Z) , -email', 'name,-email'],
	[' ', undefined],
])('reads the sort keys %j without the spaces at their commas', (sort, keys) => {
	expect(filterSort(sort)).toBe(keys);
	if (sort !== 'name, company_name') expect(searchSort(sort)).toBe(keys);
});

it('refuses a sort of Search that has one key beside its choices', () => {
	expect(() => searchSort('name,company_name')).toThrow('must be');
});

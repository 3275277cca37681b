import fc from 'fast-check';

import { accountId, recordId } from '../../nodes/shared/input/recordId';
import { positiveInteger } from '../../nodes/shared/input/values';

/** What a check makes of a value: the ID, or the message. */
function outcome(check: (value: unknown) => unknown, value: unknown): unknown {
	try {
		return check(value);
	} catch (error) {
		return (error as Error).message;
	}
}

it('says to enter the ID if a text with letters, in any alphabet, is given for it', () => {
	const called = fc
		.tuple(fc.string(), fc.constantFrom('a', 'É', 'я', '客', 'ع'), fc.string())
		.map((parts) => parts.join(''));
	fc.assert(
		fc.property(called, (name) => {
			expect(outcome(recordId('title'), name)).toMatch(
				/^must be a whole number above 0, but is '[^]*'\. Enter the ID, not the title$/,
			);
		}),
	);
});

it('reads everything else as a whole number above 0', () => {
	const other = fc
		.anything()
		.filter((value) => !/\p{L}/u.test(typeof value === 'string' ? value : ''));
	fc.assert(
		fc.property(fc.oneof(other, fc.nat(), fc.nat().map(String)), (value) => {
			expect(outcome(recordId(), value)).toEqual(outcome(positiveInteger, value));
		}),
	);
});

it('says which number of a pasted address is the ID', () => {
	const page = fc.constantFrom('appointments', 'settings/catalogs', 'label_pages');
	const rest = fc.constantFrom('', '/', '?page=3', '#top', '/edit');
	fc.assert(
		fc.property(page, fc.integer({ min: 1 }), rest, (path, id, end) => {
			const address = `https://app.example.com/app/accounts/1/${path}`;
			expect(outcome(recordId(), `${address}/${id}${end}`)).toMatch(
				new RegExp(`\\. Enter only the number: ${id}$`),
			);
			expect(outcome(recordId(), `${address}${end}`)).toMatch(/Enter the ID, not the name$/);
		}),
	);
});

it('says which number of a pasted address is the account', () => {
	const page = fc.constantFrom('', '/dashboard', '/settings/inboxes/7', '/contacts/7?page=3');
	fc.assert(
		fc.property(page, fc.integer({ min: 1 }), (path, id) => {
			const address = `https://app.example.com/app/accounts/${id}${path}`;
			expect(outcome(accountId, address)).toMatch(new RegExp(`\\. Enter only the number: ${id}$`));
		}),
	);
});

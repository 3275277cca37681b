import fc from 'fast-check';

import { accountId, recordId } from '../../nodes/shared/input/recordId';
import { positiveInteger } from '../../nodes/shared/input/checks';

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
			expect(outcome(recordId('label', 'title'), name)).toMatch(
				/^must be a whole number above 0, but is '[^]*'\. Enter the ID, not the title$/,
			);
		}),
	);
});

it('offers the list to whoever has typed a name, and not where an expression returns one', () => {
	const typed = { __rl: true, mode: 'id', value: 'vip' };
	const message = (raw: unknown) =>
		outcome((value) => recordId('label', 'title')(value, raw), 'vip');
	expect(message(typed)).toMatch(/Enter the ID, not the title, or choose it under 'From list'$/);
	expect(message({ ...typed, value: '={{ $json.label }}' })).toMatch(/not the title$/);
});

it('reads everything else as a whole number above 0', () => {
	const other = fc
		.anything()
		.filter((value) => !/[\p{L}#]/u.test(typeof value === 'string' ? value : ''));
	fc.assert(
		fc.property(fc.oneof(other, fc.nat(), fc.nat().map(String)), (value) => {
			expect(outcome(recordId('label'), value)).toEqual(outcome(positiveInteger, value));
		}),
	);
});

const host = fc.constantFrom('https://app.example.com/app', 'http://localhost:3000/app', '/app');
const rest = fc.constantFrom('', '/', '?page=3', '#top', '/edit', '/conversations/55');
/** Each kind of record, and how an address names it. */
const kind = fc.constantFrom(
	...[
		['appointment', 'appointments'],
		['catalog', 'settings/catalogs'],
		['inbox', 'inbox'],
	],
	...[
		['inbox', 'settings/inboxes'],
		['agent_bot', 'agent-bots'],
		['agent_bot', 'agent_bots'],
	],
);

it('says which number of a pasted address is the ID: that behind the kind of the record', () => {
	fc.assert(
		fc.property(host, kind, fc.integer({ min: 1 }), rest, (start, [name, path], id, end) => {
			const address = `${start}/accounts/3/${path}/${id}${end}`;
			expect(outcome(recordId(name), address)).toMatch(
				new RegExp(`\\. Enter only the number: ${id}$`),
			);
			expect(outcome(accountId, address)).toMatch(/\. Enter only the number: 3$/);
		}),
	);
});

it('says to leave out the # before an ID', () => {
	expect(outcome(recordId('appointment'), '#42')).toMatch(
		/but is '#42'\. Enter only the number: 42$/,
	);
});

it('names no number of a pasted address of another record', () => {
	fc.assert(
		fc.property(host, kind, fc.integer({ min: 1 }), rest, (start, [, path], id, end) => {
			const address = `${start}/accounts/3/${path}/${id}${end}`;
			expect(outcome(recordId('label'), address)).toMatch(/Enter the ID, not the name$/);
		}),
	);
});

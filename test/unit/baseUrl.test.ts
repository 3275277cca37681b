import fc from 'fast-check';

import { readBaseUrl } from '../../nodes/shared/http/baseUrl';

const host = fc.oneof(
	fc.domain(),
	fc.ipV4(),
	fc.ipV6().map((ip) => `[${ip}]`),
	fc.constant('localhost'),
);
const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
const scheme = fc.constantFrom('http', 'https', 'HTTPS', 'Http');
const origin = fc
	.tuple(scheme, host, port)
	.map(([start, name, number]) => `${start}://${name}${number === undefined ? '' : `:${number}`}`);
const folder = fc
	.array(fc.stringMatching(/^[a-z0-9-]{1,8}$/), { maxLength: 3 })
	.filter((names) => !names.some((name) => name === 'app' || name === 'api'))
	.map((names) => names.map((name) => `/${name}`).join(''));
const pasted = fc.constantFrom(
	...['', '/', '//', '/app', '/app/', '/api', '/api/v1', '/api/v1/', '/API/V1'],
	...['/app/accounts/1/dashboard', '/app/accounts/1/settings/inboxes/list/', '/app/login'],
	...['/api/v2/accounts/1/contacts', '/app/accounts/1/contacts?page=1&sort=name', '/app?a=b'],
	...['/app/login?error=expired', '/app/accounts/1/contacts#top'],
);
const space = fc.constantFrom('', ' ', '\n', '\t ', '\u200b', '\ufeff');

it('returns scheme, host and folder, whatever path was pasted with them', () => {
	fc.assert(
		fc.property(space, origin, folder, pasted, space, (before, start, path, tail, after) => {
			const expected = new URL(start).origin + path;
			expect(readBaseUrl(before + start + path + tail + after).baseURL).toBe(expected);
			expect(readBaseUrl(expected).baseURL).toBe(expected);
		}),
	);
});

it('returns an http or https address without query, or says what is wrong', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.webUrl()), (typed) => {
			try {
				const url = new URL(readBaseUrl(typed).baseURL);
				expect(['http:', 'https:']).toContain(url.protocol);
				expect(url.username + url.password + url.search + url.hash).toBe('');
			} catch (error) {
				expect((error as Error).message).toMatch(/^'Base URL' /);
			}
		}),
	);
});

it.each([
	['https://example.com/application', 'https://example.com/application'],
	['https://example.com/webapi/v1', 'https://example.com/webapi/v1'],
	['https://example.com/api/v1beta', 'https://example.com/api/v1beta'],
	['https://example.com/app/support', 'https://example.com/app/support'],
	['https://example.com/my/app/x/app/accounts/3/dashboard', 'https://example.com/my/app/x'],
	['https://example.com/app/app/login', 'https://example.com/app'],
])('makes of %s %s', (typed, expected) => {
	expect(readBaseUrl(typed).baseURL).toBe(expected);
});

it.each([
	[undefined, "'Base URL' is blank. Enter the address of your service, like https://app.example"],
	...['lea@example.com', '127.0.0.1:4010', 'chat.example.com:3000/app', 'http//localhost:3000'].map(
		(typed): [string, string] => [
			typed,
			"'Base URL' doesn't start with https:// or http://. Enter it like https://app.example.com or http://localhost:3000",
		],
	),
	[
		'ftp://chat.example.com',
		"'Base URL' starts with ftp://. Enter an address that starts with https://",
	],
	['https://a b', "'Base URL' is not a valid address"],
	['https://me@chat.example.com', "'Base URL' contains a user name or password"],
	['https://chat.example.com/?a=1', "'Base URL' contains a ? or a #"],
	['https://chat.example.com/#/login', "'Base URL' contains a ? or a #"],
])('refuses %p with a message for the user', (typed, message) => {
	expect(() => readBaseUrl(typed)).toThrow(message);
});

it('never shows a password in a message', () => {
	const typed = 'https://me:hunter2@chat.example.com';
	expect(() => readBaseUrl(typed)).toThrow(/^(?!.*hunter2)/);
});

it.each([
	['https://example.com/app/accounts/3/contacts?page=2', '3'],
	['https://example.com/api/v1/accounts/8/labels', '8'],
	['https://example.com/app/login', ''],
	['https://example.com/accounts/3/service', ''],
])('finds in %s the account %p', (typed, account) => {
	expect(readBaseUrl(typed).account).toBe(account);
});

import fc from 'fast-check';

import { deleteLabel } from '../../nodes/Label/operations/delete';
import { proposedBaseUrl } from '../../nodes/shared/failure/baseUrl';
import { checkResponse } from '../../nodes/shared/failure/checkResponse';
import { propertiesOf } from '../../nodes/shared/form/properties';
import { answer, fault } from '../fixtures/answers';

const OPERATION = { ...deleteLabel, fields: propertiesOf(deleteLabel) };
const BLAME = /role|API Access Token/;

/** A text or a page that is no JSON. */
const notJson = fc
	.string({ minLength: 1, maxLength: 80 })
	.filter((text) => /[a-z]/i.test(text) && !/api[_-]access/i.test(text));
const code = fc
	.integer({ min: 400, max: 499 })
	.filter((status) => status !== 404 && status !== 429);

it('blames neither token nor role if a 4xx is no JSON, because it comes from something in front', () => {
	const type = fc.constantFrom('text/plain', 'text/html; charset=utf-8', 'application/xml');
	fc.assert(
		fc.property(code, notJson, type, (status, body, contentType) => {
			const said = checkResponse(answer(status, body, { 'content-type': contentType }), OPERATION);
			expect(said?.description).not.toMatch(BLAME);
			expect(said?.description).not.toMatch(/^Check 'Base URL'[^.]*\.$/);
		}),
	);
});

it('blames neither token nor role if a 4xx is a web page that is declared as JSON', () => {
	const page = fc.tuple(fc.constantFrom('<!DOCTYPE html>', ' <html>', '<?xml?>'), notJson);
	fc.assert(
		fc.property(code, page, (status, parts) => {
			const headers = { 'content-type': 'application/json; charset=utf-8' };
			const said = checkResponse(answer(status, parts.join(''), headers), OPERATION);
			expect(said?.description).not.toMatch(BLAME);
		}),
	);
});

it('takes a 4xx with JSON for one of the service', () => {
	const body = fc.dictionary(fc.stringMatching(/^[a-z_]{1,9}$/), fc.jsonValue(), { minKeys: 1 });
	fc.assert(
		fc.property(fc.constantFrom(401, 403), body, (status, json) => {
			expect(checkResponse(answer(status, json), OPERATION)?.message).not.toMatch(/in front of/);
		}),
	);
});

it.each([401, 403])('says that both are possible if a %s is empty', (status) => {
	const { description = '' } = checkResponse(answer(status), OPERATION) ?? {};
	expect(description).toMatch(/token's user/);
	expect(description).toMatch(/in front of the service/);
});

const host = fc.domain();
const port = fc.constantFrom('', ':3000', ':8443');
const path = fc.constantFrom('', '/support');

describe('a proposal', () => {
	const baseUrl = fc
		.tuple(fc.constantFrom('http', 'https'), host, port, path)
		.map(([scheme, name, at, below]) => `${scheme}://${name}${at}${below}`);
	const api = fc.constantFrom('/api/v1/accounts/1/labels/7', '/api/v1/accounts/1/labels/7/');

	it('never repeats the Base URL that has failed, nor asks a port for HTTPS that has just answered', () => {
		fc.assert(
			fc.property(baseUrl, fc.oneof(baseUrl, fc.constant('')), api, (failed, other, rest) => {
				// A redirect to the same address, to the other scheme, or elsewhere.
				const scheme = failed.startsWith('https') ? failed.slice(5) : failed.slice(4);
				for (const target of [
					failed,
					`https${scheme}`,
					`http${scheme}`,
					scheme.slice(1),
					other,
					'',
				]) {
					const redirect = answer(302, '', { location: target + rest });
					const used = { baseUrl: failed, tokenHeader: '' };
					const { description = '' } = checkResponse(redirect, { ...OPERATION, used }) ?? {};
					const [, proposed] = /Enter (https?:\S+) as 'Base URL'/.exec(description) ?? [];
					if (proposed === undefined) continue;
					expect(proposed).not.toBe(failed);
					const [next, last] = [new URL(proposed), new URL(failed)];
					const isSamePort = next.host === last.host && last.port !== '';
					expect(isSamePort && next.protocol !== last.protocol).toBe(false);
				}
			}),
		);
	});

	const list = fc.constantFrom<(name: string) => string>(
		(name) => `in the cert's altnames: DNS:*.${name}, DNS:${name}`,
		(name) => `in the cert's altnames: DNS:${name}, DNS:*.${name}`,
		(name) => `cert's CN: ${name}`,
	);

	it('takes over the name in a certificate, unless that is the name that failed', () => {
		fc.assert(
			fc.property(host, host, port, list, (typed, name, at, listed) => {
				const message = `Hostname/IP does not match certificate's altnames: Host: ${typed}. is not ${listed(name)}`;
				const used = { baseUrl: `https://${typed}${at}`, tokenHeader: '' };
				const failed = fault('ERR_TLS_CERT_ALTNAME_INVALID', message);
				const { description = '' } = checkResponse(failed, { ...OPERATION, used }) ?? {};
				const proposal = `enter https://${name}${at} as 'Base URL'`;
				expect(description.includes(proposal)).toBe(typed !== name);
			}),
		);
	});

	it('of http:// is only for an address with https://', () => {
		for (const [baseUrl, said] of [
			['https://chat.example.com:3000', true],
			['http://chat.example.com:3000', false],
		] as const) {
			const used = { baseUrl, tokenHeader: '' };
			const { description } = checkResponse(fault('EPROTO'), { ...OPERATION, used }) ?? {};
			expect(description?.includes('Use http://')).toBe(said);
		}
	});

	it('of the other header is not made if that one was used', () => {
		const missing = answer(401, { errors: ['You need to sign in or sign up before continuing.'] });
		for (const tokenHeader of ['api_access_token', 'api-access-token']) {
			const used = { baseUrl: '', tokenHeader };
			const { description = '' } = checkResponse(missing, { ...OPERATION, used }) ?? {};
			expect(description.includes('set')).toBe(tokenHeader === 'api_access_token');
		}
	});

	it('is made if nothing is known of what failed', () => {
		expect(proposedBaseUrl('', 'https://a.example', true)).toBe('https://a.example');
	});
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example', '/login', ''])(
	'quotes no address of a redirect to %p',
	(location) => {
		expect(checkResponse(answer(302, '', { location }), OPERATION)?.message).toBe(
			'The service redirects to another page',
		);
	},
);

it('takes 304 for no redirect', () => {
	const { message } = checkResponse(answer(304, '', { location: '/x' }), OPERATION) ?? {};
	expect(message).toBe('The service rejected the request with status 304');
});

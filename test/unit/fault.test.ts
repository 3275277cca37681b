import { Fault } from '../../nodes/shared/http/fault';
import { FAULTS } from '../../nodes/shared/http/fault';

function coded(code: string, message = code): Error {
	return Object.assign(new Error(message), { code });
}

/** What a fault is known as, and what it means. */
function about(error: Error) {
	const fault = new Fault(error);
	const { kind, message } = fault;
	const { isUnclear, isTransient } = FAULTS[kind].outcome;
	return { kind, message, isUnclear, isTransient };
}

it.each([
	['ECONNREFUSED', 'refused', false, true],
	['ENOTFOUND', 'unknownHost', false, true],
	['EAI_AGAIN', 'unreachable', false, true],
	['ETIMEDOUT', 'timeout', true, true],
	['ECONNABORTED', 'timeout', true, true],
	['ECONNRESET', 'disconnected', true, true],
	['ERR_CANCELED', 'cancelled', true, false],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted', false, false],
	['EPROTO', 'noHttps', false, false],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'disconnected', true, true],
	['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'untrusted', false, false],
	['HPE_INVALID_CHUNK_SIZE', 'notHttp', true, false],
	['E_NEVER_SEEN', 'disconnected', true, true],
])('knows %s as %s', (code, kind, isUnclear, isTransient) => {
	expect(about(coded(code))).toMatchObject({ kind, isUnclear, isTransient });
});

it.each(['read EHOSTUNREACH', 'read ECONNREFUSED', 'write ENETUNREACH', 'read ETIMEDOUT'])(
	'knows that a connection which breaks off with %s had been made',
	(message) => {
		const kind = { kind: 'disconnected', isUnclear: true, isTransient: true };
		expect(about(coded(message.split(' ')[1], message))).toMatchObject(kind);
	},
);

it.each([
	['ETIMEDOUT', 'connect ETIMEDOUT 203.0.113.1:443'],
	['EMFILE', 'connect EMFILE 127.0.0.1:80 - Local (undefined:undefined)'],
	['ECONNRESET', 'Client network socket disconnected before secure TLS connection was established'],
	[undefined, 'Proxy connection ended before receiving CONNECT response'],
])('knows that no connection was made after %s: %s', (code, message) => {
	const error = code === undefined ? new Error(message) : coded(code, message);
	expect(about(error)).toMatchObject({
		kind: 'unreachable',
		isUnclear: false,
		isTransient: true,
	});
});

it('finds the code in a wrapped error', () => {
	const error = new Error('outer', { cause: new Error('middle', { cause: coded('ECONNRESET') }) });
	expect(new Fault(error)).toMatchObject({ kind: 'disconnected', message: 'ECONNRESET' });
});

it('treats an error without a code as a request that was never sent', () => {
	expect(about(new Error("'Base URL' is blank"))).toMatchObject({
		kind: 'unsendable',
		isUnclear: false,
		isTransient: false,
		message: "'Base URL' is blank",
	});
});

it('keeps no data of the request', () => {
	const error = Object.assign(coded('ECONNRESET', 'socket hang up'), {
		config: { headers: { api_access_token: 'secret' } },
		request: { path: '/secret' },
	});
	expect(JSON.stringify(new Fault(error))).not.toContain('secret');
});

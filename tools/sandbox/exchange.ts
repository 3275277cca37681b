import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Answer } from './answer';
import type { Fault } from './faults';
import type { OperationName } from './operations';
import type { RecordedRequest } from './recorder';

type Headers = Record<string, string | string[] | undefined>;

/** A request on its way through the sandbox. */
export interface Exchange {
	operation: OperationName | null;
	record: RecordedRequest;
	/** The faults it meets. */
	faults: readonly Fault[];
	/** The headers that reach the service, which may be fewer than were sent. */
	headers: Headers;
}

/** Sends an answer as it is; one without a body gets no content type either. */
export function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
	return reply
		.code(status)
		.headers(headers)
		.send(body === '' ? undefined : body);
}

/** Sends the head and the first half of an answer, then cuts the connection. */
export function sendCutOff(reply: FastifyReply, answer: Answer): void {
	reply.hijack();
	const body = Buffer.from(answer.body);
	reply.raw.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
	reply.raw.write(body.subarray(0, body.length / 2), () => reply.raw.socket?.destroy());
}

/** Leaves a request without an answer, its connection open. */
export function leaveOpen(reply: FastifyReply): void {
	reply.hijack();
}

function isEncrypted(socket: Socket): socket is TLSSocket {
	return 'encrypted' in socket;
}

/** Resets the connection (RST), so that the client sees ECONNRESET. */
export function reset(request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	const { socket } = request.raw;
	if (isEncrypted(socket)) socket.destroy();
	else socket.resetAndDestroy();
}

/** The headers that nginx lets through by default: those without underscores. */
export function withoutUnderscores(headers: Headers): Headers {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.includes('_')));
}

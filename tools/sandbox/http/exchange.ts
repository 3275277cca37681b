import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Headers } from '../access';
import type { Answer } from '../answer';
import type { Core } from '../core';
import type { OperationName } from '../settings';
import { decisive, type PlannedFault } from '../faults/faults';
import { logLine, type RecordedRequest } from '../recorder';

/** A request on its way through the sandbox. */
export interface Exchange {
	record: RecordedRequest;
	/** The faults it meets. */
	faults: readonly PlannedFault[];
	/** The headers that reach the service, which may be fewer than were sent. */
	headers: Headers;
}

/** Records a request that has just arrived, and sees to it that its end is recorded. */
export function admit(
	core: Core,
	operation: OperationName | null,
	request: FastifyRequest,
	reply: FastifyReply,
): Exchange {
	const { method, url, headers } = request;
	const faults = core.faults.meet(operation);
	const fault = decisive(faults) ?? faults[0];
	const record = core.recorder.begin({
		operation,
		method,
		path: url.split('?')[0],
		url,
		query: { ...(request.query as Record<string, string | string[]>) },
		headers,
		rawBody: '',
		body: undefined,
		files: [],
		arrivedAt: Date.now(),
		...(fault && { fault: fault.kind }),
	});
	reply.raw.once('close', () => {
		core.recorder.end(record, reply.raw.writableFinished ? reply.raw.statusCode : null, Date.now());
		core.settings.log?.(logLine(record));
	});
	const drops = faults.some(({ kind }) => kind === 'dropUnderscoreHeaders');
	return { record, faults, headers: drops ? withoutUnderscores(headers) : headers };
}

/** The headers that nginx lets through by default: those without underscores. */
function withoutUnderscores(headers: Headers): Headers {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.includes('_')));
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

/** Resets the connection (RST), so that the client sees ECONNRESET. */
export function reset(request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	request.raw.socket.resetAndDestroy();
}

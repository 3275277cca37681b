import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Headers } from '../access';
import type { HttpResponse } from '../response';
import type { Core } from '../core';
import type { OperationName } from '../settings';
import { decisive, type PlannedFault } from '../faults/faults';
import { logLine, type RecordedRequest } from '../recorder';

/** A request that the mock server is handling. */
export interface Exchange {
	record: RecordedRequest;
	/** The faults that apply to it. */
	faults: readonly PlannedFault[];
	/** The headers that reach the service: a proxy fault drops some. */
	headers: Headers;
}

/** Records a request that has just arrived, and later how it ends. */
export function admit(
	core: Core,
	operation: OperationName | null,
	request: FastifyRequest,
	reply: FastifyReply,
): Exchange {
	const { method, url, headers } = request;
	const faults = core.faults.apply(operation, core.settings.now());
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
		undocumented: [],
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

/** The headers that nginx forwards by default. */
function withoutUnderscores(headers: Headers): Headers {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.includes('_')));
}

/** Sends a response unchanged. Without a body it has no content type. */
export function send(reply: FastifyReply, { status, headers, body }: HttpResponse): FastifyReply {
	return reply
		.code(status)
		.headers(headers)
		.send(body === '' ? undefined : body);
}

/** Sends the headers and half of the body, then closes the connection. */
export function sendCutOff(reply: FastifyReply, response: HttpResponse): void {
	reply.hijack();
	const body = Buffer.from(response.body);
	reply.raw.writeHead(response.status, { ...response.headers, 'content-length': body.length });
	reply.raw.write(body.subarray(0, body.length / 2), () => reply.raw.socket?.destroy());
}

/** Resets the connection (RST), so that the client sees ECONNRESET. */
export function reset(request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	request.raw.socket.resetAndDestroy();
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from './core';
import { withoutUnderscores, type Exchange } from './exchange';
import { mainFault } from './faultTerms';
import { logLine } from './logLine';
import type { OperationName } from './operations';

/** Records a request that has just arrived, and sees to it that its end is recorded. */
export function admit(
	core: Core,
	operation: OperationName | null,
	request: FastifyRequest,
	reply: FastifyReply,
): Exchange {
	const faults = core.faults.meet(operation);
	const fault = mainFault(faults) ?? faults[0];
	const drops = faults.some(({ kind }) => kind === 'dropUnderscoreHeaders');
	const record = core.recorder.begin({
		operation,
		method: request.method,
		path: request.url.split('?')[0],
		url: request.url,
		query: { ...(request.query as Record<string, string | string[]>) },
		headers: request.headers,
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
	return {
		operation,
		record,
		faults,
		headers: drops ? withoutUnderscores(request.headers) : request.headers,
	};
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorize, identify } from '../access';
import { withHeaders, type HttpResponse } from '../response';
import { parseBody } from '../contract/body';
import type { Core } from '../core';
import type { Endpoint } from '../endpoints';
import { errorResponse } from '../errors';
import { faultyResponse, type FaultContext } from '../faults/responses';
import { decisive, isPerformed, type PlannedFault } from '../faults/faults';
import { pause } from '../limits';
import type { JsonObject } from '../records';
import { Rejection, rejection } from '../rejection';
import { reset, send, sendCutOff, type Exchange } from './exchange';

/** How many bytes of a raw body are recorded. Larger bodies contain avatars. */
const RECORDED_BYTES = 64 * 1024;

/** Records per page, unless the operation has its own page size. */
const PAGE_SIZE = 15;

/** Adds the body to the record, how the request breaks the contract, and what it uses beyond it. */
async function read(
	endpoint: Endpoint,
	{ record, headers }: Exchange,
	request: FastifyRequest,
): Promise<void> {
	const raw = (request.body ?? Buffer.alloc(0)) as Buffer;
	const body = await parseBody(raw, request.headers['content-type'] ?? '', endpoint.mediaTypes);
	const sent = {
		path: record.path,
		query: record.query,
		headers: headers as Record<string, string | string[]>,
		body,
	};
	record.problem = endpoint.breachOf(sent);
	record.undocumented = endpoint.undocumentedIn(sent);
	record.rawBody = raw.subarray(0, RECORDED_BYTES).toString('utf8');
	record.body = body.value;
	record.files = body.files;
}

/** The dialect's response to a request beyond the rate limit. */
function rateLimitResponse({ live }: Core, { operation }: Endpoint): HttpResponse {
	return errorResponse(live.dialect, rejection('rateLimited', 'Too many requests'), operation);
}

/** The response if the rate limit or the capacity is exceeded, or undefined if it isn't. */
async function limitResponse(core: Core, endpoint: Endpoint): Promise<HttpResponse | undefined> {
	const { rateLimit, capacity, dialect } = core.live;
	const waitMs = rateLimit ? core.window.enter(rateLimit, Date.now()) : 0;
	if (waitMs > 0) {
		const seconds = Math.ceil(waitMs / 1000);
		const hasRetryAfter = dialect === 'documented';
		const headers: Record<string, string> = hasRetryAfter ? { 'retry-after': String(seconds) } : {};
		return withHeaders(rateLimitResponse(core, endpoint), headers);
	}
	if (!capacity) return undefined;
	if (core.serving >= capacity.concurrent) {
		const overloaded = rejection('overloaded', 'Service unavailable');
		return errorResponse(dialect, overloaded, endpoint.operation);
	}
	core.serving++;
	await pause(capacity.serviceMs);
	core.serving--;
	return undefined;
}

/** Runs the operation. A rejection becomes the dialect's error response. */
function perform(
	{ state, live }: Core,
	{ operation }: Endpoint,
	{ record, headers }: Exchange,
	params: Record<string, string>,
): HttpResponse {
	const upstream = live.dialect !== 'documented';
	try {
		const caller = identify(state, headers, Number(params.account_id));
		if (record.problem !== undefined) {
			throw rejection('breach', `The request breaks the contract: ${record.problem}`);
		}
		authorize(caller, operation, upstream);
		return operation.respond({
			state,
			upstream,
			voxys: live.dialect === 'voxys',
			caller,
			id: Number(params.id ?? params.inbox_id ?? 0),
			query: record.query as Record<string, string>,
			body: (record.body ?? {}) as JsonObject,
			files: record.files,
			pageSize: PAGE_SIZE,
		});
	} catch (error) {
		if (error instanceof Rejection) return errorResponse(live.dialect, error, operation);
		throw error;
	}
}

function sumOf(faults: readonly PlannedFault[], read: (fault: PlannedFault) => number): number {
	return faults.reduce((sum, fault) => sum + read(fault), 0);
}

/** Ends the request as the fault says. */
function endWithFault(
	fault: PlannedFault,
	context: FaultContext,
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	const { original } = context;
	if (fault.kind === 'resetAfterRead') return reset(request, reply);
	if (fault.kind === 'truncated' && fault.cut === 'stream' && original) {
		return sendCutOff(reply, original);
	}
	const response = faultyResponse(fault, context);
	if (response) return void send(reply, response);
	reply.hijack();
	if (fault.kind === 'silence') fault.whenSilent?.();
}

/** Handles an admitted request, from reading its body to sending the response. */
export async function handle(
	core: Core,
	endpoint: Endpoint,
	exchange: Exchange,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { faults, record } = exchange;
	await read(endpoint, exchange, request);
	await pause(
		core.live.latencyMs + sumOf(faults, (fault) => (fault.kind === 'latency' ? fault.ms : 0)),
	);
	const params = request.params as Record<string, string>;
	const respond = async () =>
		(await limitResponse(core, endpoint)) ?? perform(core, endpoint, exchange, params);

	const fault = decisive(faults);
	if (!fault) return send(reply, await respond());
	const original = isPerformed(fault) ? await respond() : null;
	const rateLimited = rateLimitResponse(core, endpoint);
	const now = core.settings.now();
	endWithFault(fault, { url: record.url, original, now, rateLimited }, request, reply);
	return reply;
}

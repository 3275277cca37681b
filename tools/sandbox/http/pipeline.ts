import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorize, identify } from '../access';
import { withHeaders, type Answer } from '../answer';
import { parseBody } from '../contract/body';
import type { Core } from '../core';
import type { Endpoint } from '../endpoints';
import { errorAnswer } from '../errors';
import { faultyAnswer, retryAfterHeader } from '../faults/answers';
import { decisive, isPerformed, latencyOf, pageShiftOf, type PlannedFault } from '../faults/faults';
import { pause } from '../limits';
import type { Call } from '../operation';
import type { JsonObject } from '../records';
import { Rejection, rejection } from '../rejection';
import { reset, send, sendCutOff, type Exchange } from './exchange';

/** So much of a raw body is recorded; larger ones are avatars. */
const RECORDED_BYTES = 64 * 1024;

/** Reads the request into its record and notes how it breaks the contract. */
async function read(
	core: Core,
	endpoint: Endpoint,
	{ record, headers }: Exchange,
	request: FastifyRequest,
): Promise<void> {
	const raw = (request.body ?? Buffer.alloc(0)) as Buffer;
	const body = await parseBody(raw, request.headers['content-type'] ?? '', endpoint.mediaTypes);
	const problem = endpoint.breachOf({
		path: record.path,
		params: request.params as Record<string, string>,
		query: record.query,
		headers: headers as Record<string, string | string[]>,
		body,
	});
	record.rawBody = raw.subarray(0, RECORDED_BYTES).toString('utf8');
	record.body = body.value;
	record.files = body.files;
	if (problem !== undefined) core.recorder.blame(record, problem);
}

/** How the dialect refuses one request too many. */
function tooMany({ live }: Core, { operation }: Endpoint): Answer {
	return errorAnswer(live.dialect, rejection('rateLimited', 'Too many requests'), operation);
}

/** A refusal by the rate limit; undefined where the request is let through. */
function rateLimited(core: Core, endpoint: Endpoint): Answer | undefined {
	const { rateLimit, dialect } = core.live;
	if (!rateLimit || (rateLimit.operation ?? endpoint.name) !== endpoint.name) return undefined;
	const waitMs = core.window.enter(rateLimit, Date.now());
	if (waitMs === 0) return undefined;
	const saysWhen = rateLimit.retryAfter ?? dialect === 'documented';
	const retryAfter = retryAfterHeader({ form: 'seconds', seconds: Math.ceil(waitMs / 1000) });
	return withHeaders(tooMany(core, endpoint), saysWhen ? retryAfter : {});
}

async function overloaded({ live, line }: Core, endpoint: Endpoint): Promise<Answer | undefined> {
	const { capacity, dialect } = live;
	if (!capacity || (await line.serve(capacity))) return undefined;
	return errorAnswer(dialect, rejection('overloaded', 'Service unavailable'), endpoint.operation);
}

/** What the operation answers, or why it rejects the request, in the words of the dialect. */
function carryOut(
	{ state, live }: Core,
	{ operation }: Endpoint,
	{ record, headers, faults }: Exchange,
	params: Record<string, string>,
): Answer {
	const upstream = live.dialect === 'upstream';
	try {
		const caller = identify(state, headers, Number(params.account_id));
		if (record.problem !== undefined) {
			throw rejection('breach', `The request breaks the contract: ${record.problem}`);
		}
		authorize(caller, operation, upstream);
		const call: Call = {
			state,
			upstream,
			caller,
			id: Number(params.id ?? params.inbox_id ?? 0),
			query: record.query as Record<string, string>,
			body: (record.body ?? {}) as JsonObject,
			files: record.files,
			pageSize: live.pageSize,
			pageShift: pageShiftOf(faults),
		};
		return operation.answer(call);
	} catch (error) {
		if (error instanceof Rejection) return errorAnswer(live.dialect, error, operation);
		throw error;
	}
}

/** Lets the fault happen. `usual` is what was answered, null where the operation was skipped. */
function fail(
	fault: PlannedFault,
	situation: { url: string; usual: Answer | null; tooMany: Answer },
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	const { usual } = situation;
	if (fault.kind === 'resetAfterRead') return reset(request, reply);
	if (fault.kind === 'truncated' && fault.cut === 'stream' && usual) {
		return sendCutOff(reply, usual);
	}
	const answer = faultyAnswer(fault, situation);
	if (answer) send(reply, answer);
	else reply.hijack();
}

/** Takes a request that was admitted from its body to its answer. */
export async function handle(
	core: Core,
	endpoint: Endpoint,
	exchange: Exchange,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	await read(core, endpoint, exchange, request);
	await pause(core.live.latencyMs + latencyOf(exchange.faults));
	const params = request.params as Record<string, string>;
	const usualAnswer = async () =>
		rateLimited(core, endpoint) ??
		(await overloaded(core, endpoint)) ??
		carryOut(core, endpoint, exchange, params);

	const fault = decisive(exchange.faults);
	if (!fault) return send(reply, await usualAnswer());
	const usual = isPerformed(fault) ? await usualAnswer() : null;
	const situation = { url: exchange.record.url, usual, tooMany: tooMany(core, endpoint) };
	fail(fault, situation, request, reply);
	return reply;
}

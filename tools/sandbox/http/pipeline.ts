import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorize, identify } from '../access';
import { withHeaders, type Answer } from '../answer';
import { parseBody } from '../contract/body';
import type { Core } from '../core';
import type { Endpoint } from '../endpoints';
import { errorAnswer } from '../errors';
import { faultyAnswer, retryAfterHeader, type Situation } from '../faults/answers';
import { decisive, isPerformed, type PlannedFault } from '../faults/faults';
import { pause } from '../limits';
import type { JsonObject } from '../records';
import { Rejection, rejection } from '../rejection';
import { reset, send, sendCutOff, type Exchange } from './exchange';

/** So much of a raw body is recorded; larger ones are avatars. */
const RECORDED_BYTES = 64 * 1024;

/** How many records a page of a list holds, where the operation does not say otherwise. */
const PAGE_SIZE = 15;

/** Reads the request into its record and notes how it breaks the contract. */
async function read(
	endpoint: Endpoint,
	{ record, headers }: Exchange,
	request: FastifyRequest,
): Promise<void> {
	const raw = (request.body ?? Buffer.alloc(0)) as Buffer;
	const body = await parseBody(raw, request.headers['content-type'] ?? '', endpoint.mediaTypes);
	record.problem = endpoint.breachOf({
		path: record.path,
		query: record.query,
		headers: headers as Record<string, string | string[]>,
		body,
	});
	record.rawBody = raw.subarray(0, RECORDED_BYTES).toString('utf8');
	record.body = body.value;
	record.files = body.files;
}

/** How the dialect refuses one request too many. */
function tooMany({ live }: Core, { operation }: Endpoint): Answer {
	return errorAnswer(live.dialect, rejection('rateLimited', 'Too many requests'), operation);
}

/** A refusal because of rate limit or capacity; undefined where the request is let through. */
async function held(core: Core, endpoint: Endpoint): Promise<Answer | undefined> {
	const { rateLimit, capacity, dialect } = core.live;
	const waitMs = rateLimit ? core.window.enter(rateLimit, Date.now()) : 0;
	if (waitMs > 0) {
		const seconds = Math.ceil(waitMs / 1000);
		const saysWhen = dialect === 'documented';
		const headers = saysWhen ? retryAfterHeader({ form: 'seconds', seconds }) : {};
		return withHeaders(tooMany(core, endpoint), headers);
	}
	if (!capacity || (await core.line.serve(capacity))) return undefined;
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
		return operation.answer({
			state,
			upstream,
			caller,
			id: Number(params.id ?? params.inbox_id ?? 0),
			query: record.query as Record<string, string>,
			body: (record.body ?? {}) as JsonObject,
			files: record.files,
			pageSize: PAGE_SIZE,
			pageShift: sumOf(faults, (fault) => (fault.kind === 'shiftedPages' ? fault.by : 0)),
		});
	} catch (error) {
		if (error instanceof Rejection) return errorAnswer(live.dialect, error, operation);
		throw error;
	}
}

function sumOf(faults: readonly PlannedFault[], read: (fault: PlannedFault) => number): number {
	return faults.reduce((sum, fault) => sum + read(fault), 0);
}

/** Lets the fault happen. */
function fail(
	fault: PlannedFault,
	situation: Situation,
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	const { usual } = situation;
	if (fault.kind === 'resetAfterRead') return reset(request, reply);
	if (fault.kind === 'truncated' && fault.cut === 'stream' && usual) {
		return sendCutOff(reply, usual);
	}
	const answer = faultyAnswer(fault, situation);
	if (answer) return void send(reply, answer);
	reply.hijack();
	if (fault.kind === 'silence') fault.whenSilent?.();
}

/** Takes a request that was admitted from its body to its answer. */
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
	const usualAnswer = async () =>
		(await held(core, endpoint)) ?? carryOut(core, endpoint, exchange, params);

	const fault = decisive(faults);
	if (!fault) return send(reply, await usualAnswer());
	const usual = isPerformed(fault) ? await usualAnswer() : null;
	fail(fault, { url: record.url, usual, tooMany: tooMany(core, endpoint) }, request, reply);
	return reply;
}

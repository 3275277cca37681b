import type { FastifyReply, FastifyRequest } from 'fastify';
import { withHeaders, type Answer } from './answer';
import { parseBody } from './body';
import type { Core } from './core';
import type { Endpoint } from './endpoints';
import { leaveOpen, reset, send, sendCutOff, type Exchange } from './exchange';
import { actionOf, latencyOf, mainFault, pageShiftOf } from './faultTerms';
import type { Fault } from './faults';
import { faultyAnswer, retryAfterHeader } from './faultyAnswers';
import { pause } from './limits';
import type { OperationName } from './operations';
import { refusal } from './refusal';
import { answerFor, type Reading } from './service/answering';

/** So much of a raw body is recorded; larger ones are avatars. */
const RECORDED_BYTES = 64 * 1024;

/** A refusal by the rate limit; undefined where the request is let through. */
function rateLimited(core: Core, operation: OperationName | null): Answer | undefined {
	const { rateLimit } = core.live;
	if (!rateLimit || (rateLimit.operation ?? operation) !== operation) return undefined;
	const waitMs = core.window.enter(rateLimit, Date.now());
	if (waitMs === 0) return undefined;

	const answer = core.dialect.refuse(refusal('rateLimited', 'Too many requests'), operation);
	if (!(rateLimit.retryAfter ?? core.dialect.traits.sendsRetryAfter)) return answer;
	const seconds = Math.ceil(waitMs / 1000);
	return withHeaders(answer, retryAfterHeader({ form: 'seconds', seconds }, Date.now()));
}

async function overloaded(core: Core, operation: OperationName): Promise<Answer | undefined> {
	const { capacity } = core.live;
	if (!capacity || (await core.line.serve(capacity))) return undefined;
	return core.dialect.refuse(refusal('overloaded', 'Service unavailable'), operation);
}

/** Reads the request into its record and notes how it breaks the contract. */
async function read(
	core: Core,
	endpoint: Endpoint,
	{ record, headers, faults }: Exchange,
	request: FastifyRequest,
): Promise<Reading> {
	const params = request.params as Record<string, string>;
	const raw = (request.body ?? Buffer.alloc(0)) as Buffer;
	const body = await parseBody(raw, request.headers['content-type'] ?? '', endpoint.mediaTypes);
	const problem = endpoint.breachOf({
		path: record.path,
		params,
		query: record.query,
		headers: headers as Record<string, string | string[]>,
		body,
	});

	record.rawBody = raw.subarray(0, RECORDED_BYTES).toString('utf8');
	record.body = body.value;
	record.files = body.files;
	if (problem !== undefined) core.recorder.blame(record, problem);
	return {
		operation: endpoint.operation,
		params,
		query: record.query,
		headers,
		body: body.value,
		files: body.files,
		problem,
		pageSize: core.settings.pageSize,
		pageShift: pageShiftOf(faults),
	};
}

/** What the request gets when nothing is made to go wrong. */
async function usualAnswer(core: Core, reading: Reading): Promise<Answer> {
	return (
		rateLimited(core, reading.operation) ??
		(await overloaded(core, reading.operation)) ??
		answerFor(reading, core.dialect, core.state)
	);
}

/** Lets the fault happen. `usual` is what was answered, null where the operation was skipped. */
function fail(
	core: Core,
	fault: Fault,
	usual: Answer | null,
	request: FastifyRequest,
	reply: FastifyReply,
	{ operation, record }: Exchange,
): void {
	if (fault.kind === 'resetAfterRead') return reset(request, reply);
	if (fault.kind === 'silence') return leaveOpen(reply);
	if (fault.kind === 'truncated' && fault.cut === 'stream' && usual)
		return sendCutOff(reply, usual);

	const { dialect } = core;
	const situation = { dialect, operation, url: record.url, usual, now: Date.now() };
	const answer = faultyAnswer(fault, situation);
	if (!answer) throw new Error(`The fault ${fault.kind} has no answer`);
	send(reply, answer);
}

/** Takes a request that was admitted from its body to its answer. */
export async function handle(
	core: Core,
	endpoint: Endpoint,
	exchange: Exchange,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const reading = await read(core, endpoint, exchange, request);
	await pause(core.live.latencyMs + latencyOf(exchange.faults));

	const fault = mainFault(exchange.faults);
	if (!fault) return send(reply, await usualAnswer(core, reading));
	const usual = actionOf(fault) === 'performed' ? await usualAnswer(core, reading) : null;
	fail(core, fault, usual, request, reply, exchange);
	return reply;
}

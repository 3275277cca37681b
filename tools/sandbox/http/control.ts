import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from '../core';
import type { PlannedFault } from '../faults/faults';
import { DIALECT_NAMES, LIVE_SETTINGS, type LiveSettings } from '../settings';

const CALLS =
	'The calls under /sandbox are: GET or DELETE /requests, GET /counts, PUT or POST /faults, ' +
	'PUT /settings, POST /reset.';

function bodyOf(request: FastifyRequest): unknown {
	const raw = request.body as Buffer | undefined;
	if (!raw || raw.length === 0) throw new TypeError('the body is missing');
	return JSON.parse(raw.toString('utf8'));
}

function liveSettingsFrom(body: unknown): Partial<LiveSettings> {
	const changes = body as Partial<LiveSettings>;
	const known: readonly string[] = LIVE_SETTINGS;
	const unknown = Object.keys(changes).find((key) => !known.includes(key));
	if (unknown !== undefined) {
		throw new TypeError(`"${unknown}" can't be set: ${LIVE_SETTINGS.join(', ')}`);
	}
	if (changes.dialect !== undefined && !DIALECT_NAMES.includes(changes.dialect)) {
		throw new TypeError(`the dialects are ${DIALECT_NAMES.join(' and ')}`);
	}
	return changes;
}

function requestsOf(core: Core, { operation, latest }: Record<string, string>): unknown[] {
	return core.recorder.requests
		.filter((request) => operation === undefined || request.operation === operation)
		.slice(latest === undefined ? 0 : -Number(latest));
}

/**
 * The surface under `/sandbox` by which another process watches and steers the sandbox. It needs
 * no token, and what goes through it is neither recorded nor counted.
 */
export function control(core: Core) {
	return async (app: FastifyInstance): Promise<void> => {
		app.setErrorHandler((error: Error, _request, reply) =>
			reply.code(400).send({ error: error.message }),
		);
		app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: CALLS }));

		const told = (method: string, url: string, act: (request: FastifyRequest) => void) =>
			app.route({
				method,
				url,
				handler: (request, reply) => {
					act(request);
					return reply.code(204).send();
				},
			});
		app.get('/requests', (request) => requestsOf(core, request.query as Record<string, string>));
		app.get('/counts', () => core.recorder.counts);
		told('DELETE', '/requests', () => core.recorder.clear());
		told('PUT', '/faults', (request) =>
			core.faults.replace([bodyOf(request) as PlannedFault].flat()),
		);
		told('POST', '/faults', (request) => core.faults.add(bodyOf(request) as PlannedFault));
		told('PUT', '/settings', (request) => core.configure(liveSettingsFrom(bodyOf(request))));
		told('POST', '/reset', () => core.reset());
	};
}

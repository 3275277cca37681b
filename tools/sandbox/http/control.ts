import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from '../core';
import type { PlannedFault } from '../faults/faults';
import { DIALECT_NAMES, type LiveSettings } from '../settings';

const CALLS = 'GET /requests and /counts, PUT /faults and /settings, POST /reset';
const SETTINGS = ['dialect', 'latencyMs', 'rateLimit', 'capacity', 'pageSize'];

function bodyOf(request: FastifyRequest): unknown {
	const raw = request.body as Buffer | undefined;
	if (!raw || raw.length === 0) throw new TypeError('the body is missing');
	return JSON.parse(raw.toString('utf8'));
}

function liveSettingsFrom(body: unknown): Partial<LiveSettings> {
	const changes = body as Partial<LiveSettings>;
	const unknown = Object.keys(changes).find((key) => !SETTINGS.includes(key));
	if (unknown !== undefined) {
		throw new TypeError(`"${unknown}" can't be set: ${SETTINGS.join(', ')}`);
	}
	if (changes.dialect !== undefined && !DIALECT_NAMES.includes(changes.dialect)) {
		throw new TypeError(`the dialects are ${DIALECT_NAMES.join(' and ')}`);
	}
	return changes;
}

/**
 * The surface under `/sandbox` by which another process watches and steers the sandbox. It needs
 * no token, and what goes through it is neither recorded nor counted.
 */
export function control(core: Core) {
	return async (app: FastifyInstance): Promise<void> => {
		const change = (method: string, url: string, act: (request: FastifyRequest) => void) =>
			app.route({
				method,
				url,
				handler: (request, reply) => {
					act(request);
					return reply.code(204).send();
				},
			});
		app.get<{ Querystring: { latest?: string } }>('/requests', ({ query: { latest } }) =>
			core.requests.slice(latest === undefined ? 0 : -Number(latest)),
		);
		app.get('/counts', () => core.counts);
		change('PUT', '/faults', (request) =>
			core.faults.replace([bodyOf(request) as PlannedFault].flat()),
		);
		change('PUT', '/settings', (request) => core.configure(liveSettingsFrom(bodyOf(request))));
		change('POST', '/reset', () => core.reset());
		app.setErrorHandler((error: Error, _request, reply) =>
			reply.code(400).send({ error: error.message }),
		);
		app.setNotFoundHandler((_request, reply) =>
			reply.code(404).send({ error: `The calls under /sandbox are: ${CALLS}.` }),
		);
	};
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from '../core';
import type { PlannedFault } from '../faults/faults';
import type { LiveSettings } from '../settings';

const CALLS = 'GET /requests and /counts, PUT /faults and /settings, POST /reset';

function bodyOf(request: FastifyRequest): unknown {
	const raw = request.body as Buffer | undefined;
	if (!raw || raw.length === 0) throw new TypeError('the body is missing');
	return JSON.parse(raw.toString('utf8'));
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
		change('PUT', '/settings', (request) =>
			core.configure(bodyOf(request) as Partial<LiveSettings>),
		);
		change('POST', '/reset', () => core.reset());
		app.setErrorHandler((error: Error, _request, reply) =>
			reply.code(400).send({ error: error.message }),
		);
		app.setNotFoundHandler((_request, reply) =>
			reply.code(404).send({ error: `The calls under /sandbox are: ${CALLS}.` }),
		);
	};
}

import type { FastifyInstance } from 'fastify';
import type { Core } from '../core';
import type { PlannedFault } from '../faults/faults';
import type { LiveSettings } from '../settings';

/**
 * The API under `/sandbox`, through which another process inspects and controls the mock server. It
 * needs no token, and its requests are neither recorded nor counted.
 */
export function control(core: Core) {
	return async (app: FastifyInstance): Promise<void> => {
		const change = (method: string, url: string, act: (body: unknown) => void) =>
			app.route({
				method,
				url,
				handler: ({ body }, reply) => {
					act(JSON.parse(String(body ?? '') || 'null'));
					return reply.code(204).send();
				},
			});
		app.get<{ Querystring: { latest?: string } }>('/requests', ({ query: { latest } }) =>
			core.requests.slice(latest === undefined ? 0 : -Number(latest)),
		);
		app.get('/counts', () => core.counts);
		change('PUT', '/faults', (body) => core.faults.replace([body as PlannedFault].flat()));
		change('PUT', '/settings', (body) => core.configure(body as Partial<LiveSettings>));
		change('POST', '/reset', () => core.reset());
		app.setErrorHandler((error: Error, _request, reply) =>
			reply.code(400).send({ error: error.message }),
		);
	};
}

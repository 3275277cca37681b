import type { FastifyInstance } from 'fastify';
import type { Core } from '../core';
import type { PlannedFault } from '../faults/faults';
import type { LiveSettings } from '../settings';

/**
 * The surface under `/sandbox` by which another process watches and steers the sandbox. It needs
 * no token, and what goes through it is neither recorded nor counted.
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

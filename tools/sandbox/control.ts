import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from './core';
import type { Fault } from './faults';
import { DIALECT_NAMES, type DialectName, type LiveSettings } from './settings';
import { snapshot } from './snapshot';

const LIVE_SETTINGS: readonly (keyof LiveSettings)[] = [
	'dialect',
	'latencyMs',
	'rateLimit',
	'capacity',
];

const CALLS =
	'The calls under /sandbox are: GET or DELETE /requests, GET /counts, GET, PUT, POST or DELETE ' +
	'/faults, GET or PUT /settings, PUT /dialect, GET /state, POST /reset.';

function bodyOf(request: FastifyRequest): unknown {
	const raw = request.body as Buffer | undefined;
	if (!raw || raw.length === 0) throw new TypeError('the body is missing');
	return JSON.parse(raw.toString('utf8'));
}

function checkDialect(name: unknown): DialectName {
	const dialect = DIALECT_NAMES.find((known) => known === name);
	if (!dialect) throw new TypeError(`the dialects are ${DIALECT_NAMES.join(' and ')}`);
	return dialect;
}

function liveSettingsFrom(body: unknown): Partial<LiveSettings> {
	const changes = body as Partial<LiveSettings>;
	const unknown = Object.keys(changes).find(
		(key) => !LIVE_SETTINGS.includes(key as keyof LiveSettings),
	);
	if (unknown !== undefined) {
		throw new TypeError(`"${unknown}" can't be set: ${LIVE_SETTINGS.join(', ')}`);
	}
	if (changes.dialect !== undefined) checkDialect(changes.dialect);
	return changes;
}

function requestsOf(core: Core, query: Record<string, string | undefined>): readonly unknown[] {
	const { operation, latest } = query;
	const requests = core.recorder.requests.filter(
		(request) => operation === undefined || request.operation === operation,
	);
	return latest === undefined ? requests : requests.slice(-Number(latest));
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

		app.get('/requests', (request) => requestsOf(core, request.query as Record<string, string>));
		app.delete('/requests', (_request, reply) => {
			core.recorder.clear();
			return reply.code(204).send();
		});
		app.get('/counts', () => core.recorder.counts);

		app.get('/faults', () => core.faults.faults);
		app.put('/faults', (request) => {
			core.faults.replace([bodyOf(request) as Fault | Fault[]].flat());
			return core.faults.faults;
		});
		app.post('/faults', (request) => {
			core.faults.add(bodyOf(request) as Fault);
			return core.faults.faults;
		});
		app.delete('/faults', (_request, reply) => {
			core.faults.replace([]);
			return reply.code(204).send();
		});

		app.get('/settings', () => core.live);
		app.put('/settings', (request) => {
			core.configure(liveSettingsFrom(bodyOf(request)));
			return core.live;
		});
		app.put('/dialect', (request) => {
			const { dialect } = bodyOf(request) as { dialect: unknown };
			core.configure({ dialect: checkDialect(dialect) });
			return core.live;
		});

		app.get('/state', () => snapshot(core.state));
		app.post('/reset', (_request, reply) => {
			core.reset();
			return reply.code(204).send();
		});
	};
}

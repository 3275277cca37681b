import fastify, { type FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { html } from '../response';
import type { Core } from '../core';
import type { Endpoint } from '../endpoints';
import { errorResponse } from '../errors';
import { DASHBOARD_PAGE } from '../faults/responses';
import { rejection } from '../rejection';
import { control } from './control';
import { admit, reset, send, type Exchange } from './exchange';
import { handle } from './pipeline';

declare module 'fastify' {
	interface FastifyRequest {
		exchange: Exchange | null;
	}
}

const BODY_LIMIT = 64 * 1024 * 1024;
/** Longer than clients keep idle connections, so that none is closed while a request is sent. */
const KEEP_ALIVE_MS = 72_000;

function testCertificate(): { key: Buffer; cert: Buffer } {
	const file = (name: string) => readFileSync(path.join(__dirname, '../tls', name));
	return { key: file('test-key.pem'), cert: file('test-certificate.pem') };
}

function addEndpoint(app: FastifyInstance, core: Core, endpoint: Endpoint): void {
	app.route({
		method: endpoint.method,
		url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
		onRequest: async (request, reply) => {
			const exchange = admit(core, endpoint.name, request, reply);
			request.exchange = exchange;
			if (exchange.record.fault === 'resetBeforeRead') reset(request, reply);
		},
		handler: (request, reply) => {
			if (!request.exchange) throw new Error('The request was not admitted');
			return handle(core, endpoint, request.exchange, request, reply);
		},
	});
}

/** Serves the web page outside the API, and 404 for unknown API paths. */
function addUnknownPaths(app: FastifyInstance, core: Core): void {
	app.setNotFoundHandler((request, reply) => {
		const { record } = admit(core, null, request, reply);
		const isPage = request.method === 'GET' && /^\/(app(\/.*)?)?$/.test(record.path);
		if (isPage) return send(reply, html(200, DASHBOARD_PAGE));
		record.problem = 'the contract has no such method and path';
		return send(reply, errorResponse(core.live.dialect, rejection('routeUnknown', 'Not Found')));
	});
}

/** Builds the HTTP server, ready to listen. */
export async function buildServer(
	core: Core,
	endpoints: readonly Endpoint[],
): Promise<FastifyInstance> {
	const app = fastify({
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		keepAliveTimeout: KEEP_ALIVE_MS,
		...(core.settings.tls && { https: testCertificate() }),
	});
	app.decorateRequest('exchange', null);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
	// The Date header and created_at use the same clock.
	app.addHook('onSend', async (_request, reply) => {
		reply.raw.sendDate = false;
		if (!reply.hasHeader('date')) reply.header('date', new Date(core.settings.now()).toUTCString());
	});

	endpoints.forEach((endpoint) => addEndpoint(app, core, endpoint));
	addUnknownPaths(app, core);
	await app.register(control(core), { prefix: '/sandbox' });
	return app;
}

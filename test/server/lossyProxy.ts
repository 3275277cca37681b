import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import axios from 'axios';

/** Of ten creates, the responses to these are lost. */
const RESET = [2, 5];
const BAD_GATEWAY = [8];

/** The headers of a response that the node reads. */
const FORWARDED = ['content-type', 'retry-after'];

/** A proxy in front of a server. */
export interface LossyProxy {
	url: string;
	/** How many responses it has lost. */
	lost(): number;
	close(): Promise<void>;
}

/**
 * Starts a proxy that loses three of ten responses to creates after the server has acted: it resets
 * two of the connections, and answers the third with 502.
 *
 * @param addsDate whether its responses have a `Date` header, as nginx adds it; Chatwoot itself sends none
 */
export async function startLossyProxy(target: string, addsDate: boolean): Promise<LossyProxy> {
	let creates = 0;
	let lost = 0;
	const forward = async (request: IncomingMessage, response: ServerResponse) => {
		response.sendDate = addsDate;
		const { host: _host, ...headers } = request.headers;
		const {
			status,
			data,
			headers: received,
		} = await axios.request<Buffer>({
			method: request.method,
			url: target + request.url,
			headers,
			data: await buffer(request),
			responseType: 'arraybuffer',
			maxRedirects: 0,
			validateStatus: () => true,
		});
		const isCreate = request.method === 'POST' && request.url?.endsWith('/contacts');
		const turn = isCreate && status < 300 ? creates++ % 10 : -1;
		if ([...RESET, ...BAD_GATEWAY].includes(turn)) lost += 1;
		if (RESET.includes(turn)) return request.socket.resetAndDestroy();
		if (BAD_GATEWAY.includes(turn)) return response.writeHead(502).end();
		for (const name of FORWARDED) {
			if (received[name] !== undefined) response.setHeader(name, String(received[name]));
		}
		return response.writeHead(status).end(data);
	};
	const proxy = createServer((request, response) => {
		forward(request, response).catch(() => request.socket.destroy());
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
		lost: () => lost,
		close: async () => {
			proxy.closeAllConnections();
			await new Promise((resolve) => proxy.close(resolve));
		},
	};
}

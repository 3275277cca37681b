import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../tools/editor/command';
import { needProgram } from './debian';

/** A server that answers in place of a public host. */
export interface HttpsHost {
	/** Settings that make n8n and npm reach the server by the public host's name. */
	env: Record<string, string>;
	close(): void;
}

/** Starts a server behind a proxy, which serves it under the name of a public host. */
export async function openHttpsHost(host: string, answer: RequestListener): Promise<HttpsHost> {
	const folder = mkdtempSync(join(tmpdir(), 'host-'));
	const [key, cert] = await certify(host, folder);
	const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, answer);
	const proxy = createServer().on('connect', ({ url = '' }, socket: Socket) => {
		socket.on('error', () => socket.destroy());
		if (url !== `${host}:443`) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		return server.emit('connection', socket);
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	const { port } = proxy.address() as AddressInfo;
	return {
		env: { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: cert },
		close: () => {
			proxy.closeAllConnections();
			proxy.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Creates a self-signed certificate for the host. Returns the key file and the certificate file. */
async function certify(host: string, folder: string): Promise<[key: string, cert: string]> {
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const made = await runCommand(await needProgram('openssl', 'openssl'), [
		...['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-days', '1', '-subj', `/CN=${host}`],
		...['-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', cert],
	]);
	if (made.code !== 0) throw new Error(`openssl failed: ${made.stderr}`);
	return [key, cert];
}

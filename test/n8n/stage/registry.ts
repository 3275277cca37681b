import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../tools/editor/command';
import { repository } from '../../../tools/editor/places';
import { pack, type Tarball } from '../../../tools/tarball';
import { needProgram } from './debian';

/** A registry that has nothing but the packed package. */
export interface Registry {
	/** Settings with which n8n and npm take it for the public one. */
	env: Record<string, string>;
	close(): void;
}

/**
 * n8n without a licence installs from the public registry only. So this one stands where the way
 * there leads through: at a proxy, which answers in the name of every host.
 */
export async function openRegistry(): Promise<Registry> {
	const folder = mkdtempSync(join(tmpdir(), 'registry-'));
	const authority = await createAuthority(folder);
	const answer = answerFor(pack(repository, folder));
	const hosts = new Map<string, Promise<Server>>();
	const serverOf = async (host: string) =>
		createTlsServer(await authority.certify(host), (request, response) =>
			answer(request, response),
		);

	const proxy = createServer();
	proxy.on('connect', ({ url = '' }, socket: Socket) => {
		const host = url.replace(/:\d+$/, '');
		if (!hosts.has(host)) hosts.set(host, serverOf(host));
		socket.on('error', () => socket.destroy());
		void hosts.get(host)?.then((server) => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			server.emit('connection', socket);
		});
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	const { port } = proxy.address() as AddressInfo;
	return {
		env: { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: authority.file },
		close: () => {
			proxy.closeAllConnections();
			proxy.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** The package's page, the page of its newest version, and its tarball; 404 for all else. */
function answerFor(tarball: Tarball) {
	const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
	};
	return ({ url, headers }: IncomingMessage, response: ServerResponse): void => {
		const { integrity } = tarball;
		const dist = { tarball: `https://${headers.host}/tarball.tgz`, integrity };
		const version = { ...manifest, dist };
		const pages: Record<string, unknown> = {
			[`/${manifest.name}`]: {
				name: manifest.name,
				'dist-tags': { latest: manifest.version },
				versions: { [manifest.version]: version },
			},
			[`/${manifest.name}/latest`]: version,
		};
		const page = pages[url ?? ''];
		if (url === '/tarball.tgz') response.end(readFileSync(tarball.path));
		else if (page) response.setHeader('content-type', 'application/json').end(JSON.stringify(page));
		else response.writeHead(404).end();
	};
}

/** Makes a certificate authority of its own, and certificates of it for any host. */
async function createAuthority(folder: string) {
	const openssl = await needProgram('openssl', 'openssl');
	const certificate = async (name: string, options: string[]) => {
		const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
		const made = await runCommand(openssl, [
			...['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-days', '1', '-subj', `/CN=${name}`],
			...['-keyout', key, '-out', cert],
			...options,
		]);
		if (made.code !== 0) throw new Error(`openssl did not succeed: ${made.stderr}`);
		return { key, cert };
	};
	const own = await certificate('authority', []);
	return {
		file: own.cert,
		certify: async (host: string) => {
			const signed = ['-CA', own.cert, '-CAkey', own.key, '-addext', `subjectAltName=DNS:${host}`];
			const { key, cert } = await certificate(host, signed);
			return { key: readFileSync(key), cert: readFileSync(cert) };
		},
	};
}

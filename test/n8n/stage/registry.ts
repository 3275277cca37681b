import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommunityPackagesConfig } from 'n8n/dist/modules/community-packages/community-packages.config';
import { runCommand } from '../../../tools/editor/command';
import manifest from '../../../package.json';
import { root } from '../../../tools/repository';
import { pack, type Tarball } from '../../../tools/tarball';
import { needProgram } from './debian';

/** A package registry that contains only the packed package. */
export interface Registry {
	/** Settings that make n8n and npm use it in place of the public registry. */
	env: Record<string, string>;
	close(): void;
}

/** The public registry. Without a license, n8n installs only from there. */
const { host } = new URL(new CommunityPackagesConfig().registry);

/** Starts a registry behind a proxy, which serves it under the host name of the public one. */
export async function openRegistry(): Promise<Registry> {
	const folder = mkdtempSync(join(tmpdir(), 'registry-'));
	const [key, cert] = await certify(folder);
	const pages = pagesFor(pack(root, folder));
	const server = createTlsServer(
		{ key: readFileSync(key), cert: readFileSync(cert) },
		({ url = '' }, response) => response.writeHead(pages[url] ? 200 : 404).end(pages[url]),
	);
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

/** The metadata of the package and of its newest version, and the tarball. */
function pagesFor({ path, integrity }: Tarball): Record<string, Buffer | string> {
	const { name, version } = manifest;
	const newest = { ...manifest, dist: { tarball: `https://${host}/tarball.tgz`, integrity } };
	const all = { name, 'dist-tags': { latest: version }, versions: { [version]: newest } };
	return {
		[`/${name}`]: JSON.stringify(all),
		[`/${name}/latest`]: JSON.stringify(newest),
		'/tarball.tgz': readFileSync(path),
	};
}

/** Creates a self-signed certificate for the host. Returns the key file and the certificate file. */
async function certify(folder: string): Promise<[key: string, cert: string]> {
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const made = await runCommand(await needProgram('openssl', 'openssl'), [
		...['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-days', '1', '-subj', `/CN=${host}`],
		...['-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', cert],
	]);
	if (made.code !== 0) throw new Error(`openssl failed: ${made.stderr}`);
	return [key, cert];
}

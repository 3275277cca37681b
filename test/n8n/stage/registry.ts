import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommunityPackagesConfig } from 'n8n/dist/modules/community-packages/community-packages.config';
import manifest from '../../../package.json';
import { root } from '../../../tools/repository';
import { pack, type Tarball } from '../../../tools/tarball';
import { type HttpsHost, openHttpsHost } from './httpsHost';

/** The public registry. Without a license, n8n installs only from there. */
const { host } = new URL(new CommunityPackagesConfig().registry);

/** Starts a registry that contains only the packed package, in place of the public one. */
export async function openRegistry(): Promise<HttpsHost> {
	const folder = mkdtempSync(join(tmpdir(), 'registry-'));
	const pages = pagesFor(pack(root, folder));
	rmSync(folder, { recursive: true, force: true });
	return await openHttpsHost(host, ({ url = '' }, response) =>
		response.writeHead(pages[url] ? 200 : 404).end(pages[url]),
	);
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

import manifest from '../../package.json';
import { REPOSITORY } from '../../nodes/shared/repository';
import { filesIn, read } from '../repository';
import type { GeneratedFile } from './schemaFiles';

/** Owner and name of a repository on GitHub, from its address. */
function slugOf(address: string): string {
	const [, slug = ''] = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(address) ?? [];
	return slug;
}

/**
 * Replaces the address of the repository that is written in package.json by the one in
 * `nodes/shared/repository.ts`.
 */
export function withAddresses(text: string): string {
	return text.replaceAll(slugOf(manifest.repository.url), slugOf(REPOSITORY));
}

/** All files that contain the address of the repository, except code that imports it. */
export function filesWithAddresses(): GeneratedFile[] {
	const pages = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
	return ['.github', 'docs', 'examples', 'nodes']
		.flatMap(filesIn)
		.filter((path) => /\.(md|json|ya?ml)$/.test(path))
		.concat(pages, 'package.json', 'credentials/CustomerConversationApi.credentials.ts')
		.map((path) => ({ path, text: read(path) }))
		.filter(({ text }) => text.includes(slugOf(manifest.repository.url)));
}

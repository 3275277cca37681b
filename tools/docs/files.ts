import { CASES } from '../../cases';
import { compatibilityFile } from './chatwootVersions';
import { formatted } from './format';
import { reliabilityFile } from './lostResponses';
import { nodePages } from './nodePages';
import { commonOptionsPage } from './commonOptionsPage';
import { readmeFile } from './operationsTable';
import { type GeneratedFile, schemaFiles } from './schemaFiles';

/** All generated files. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
	const made = [
		...(await nodePages()),
		commonOptionsPage(),
		readmeFile(),
		compatibilityFile(),
		reliabilityFile(),
		...CASES.flatMap((one) => schemaFiles(one)),
	];
	return await Promise.all(made.map(inStyle));
}

/** Formats a file as `npm run lint:fix` does. */
async function inStyle({ path: name, text }: GeneratedFile): Promise<GeneratedFile> {
	return { path: name, text: await formatted(text, name.endsWith('.md') ? 'markdown' : 'json') };
}

import { CASES } from '../../test/cases';
import { formatted } from './format';
import { nodePages } from './nodePages';
import { operationsPage } from './operationsPage';
import { manifestFile, readmeFile } from './readme';
import { type GeneratedFile, schemaFiles } from './schemaFiles';
import { toolsFile } from './toolsPage';
import { tourFile } from './tour';

/** All files that are made from the operations, the contract and runs of the built nodes. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
	const made = [
		...(await nodePages()),
		operationsPage(),
		readmeFile(),
		toolsFile(),
		tourFile(),
		...CASES.flatMap((one) => schemaFiles(one)),
	];
	return [manifestFile(), ...(await Promise.all(made.map(inStyle)))];
}

/** The file as `npm run lint:fix` would leave it. */
async function inStyle({ path: name, text }: GeneratedFile): Promise<GeneratedFile> {
	return { path: name, text: await formatted(text, name.endsWith('.md') ? 'markdown' : 'json') };
}

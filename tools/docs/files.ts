import { CASES } from '../../cases';
import { examplesFile } from './examplesPage';
import { formatted } from './format';
import { nodePages } from './nodePages';
import { operationsPage } from './operationsPage';
import { reliabilityFile } from './reliabilityPage';
import { manifestFile, readmeFile } from './readme';
import { type GeneratedFile, schemaFiles } from './schemaFiles';
import { tourFile } from './tour';

/** All generated files. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
	const made = [
		...(await nodePages()),
		operationsPage(),
		readmeFile(),
		reliabilityFile(),
		examplesFile(),
		tourFile(),
		...CASES.flatMap((one) => schemaFiles(one)),
	];
	return [manifestFile(), ...(await Promise.all(made.map(inStyle)))];
}

/** Formats a file as `npm run lint:fix` does. */
async function inStyle({ path: name, text }: GeneratedFile): Promise<GeneratedFile> {
	return { path: name, text: await formatted(text, name.endsWith('.md') ? 'markdown' : 'json') };
}

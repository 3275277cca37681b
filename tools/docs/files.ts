import { CASES } from '../../cases';
import { runMatrix } from '../faults/matrix';
import { examplesFile } from './examplesPage';
import { formatted } from './format';
import { nodePages } from './nodePages';
import { operationsPage } from './operationsPage';
import { faultTestsPage, reliabilityFile } from './reliabilityPage';
import { manifestFile, readmeFile } from './readme';
import { type GeneratedFile, schemaFiles } from './schemaFiles';
import { tourFile } from './tour';
import { simulationPage } from '../simulation/page';

/** All generated files except the slow pages of the simulation and of fault tests. */
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

/** The page of the simulation. It replaces the clock, so nothing else may run beside it. */
export async function simulationFile(): Promise<GeneratedFile> {
	return await inStyle(await simulationPage());
}

/** The page of fault tests. It takes minutes, because it runs every operation under every fault. */
export async function faultTestsFile(): Promise<GeneratedFile> {
	return await inStyle(faultTestsPage(await runMatrix()));
}

/** Formats a file as `npm run lint:fix` does. */
export async function inStyle({ path: name, text }: GeneratedFile): Promise<GeneratedFile> {
	return { path: name, text: await formatted(text, name.endsWith('.md') ? 'markdown' : 'json') };
}

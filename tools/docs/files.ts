import path from 'node:path';

import { loadPackage } from '../engine';
import { loadContract } from './contract';
import { architecturePage } from './diagram';
import { nodeOperations } from './nodeOperations';
import { operationsPage } from './operationsPage';
import { problemsPage } from './problemsPage';
import { manifestFile, readmeFile } from './readme';
import { type GeneratedFile, schemaFile } from './schemaFiles';
import { toolsFile } from './toolsPage';
import { tourFile } from './tour';

const ROOT = path.join(__dirname, '../..');

/** All files that are made from the built nodes, the contract and runs of them. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
	// Runs that go wrong on purpose are no news for the console.
	process.env.N8N_LOG_LEVEL ??= 'silent';
	const [contract, built] = await Promise.all([loadContract(), loadPackage(ROOT)]);
	const operations = nodeOperations(built.nodes, contract);
	const written = await Promise.all([
		operationsPage(built, operations),
		problemsPage(),
		readmeFile(operations),
		toolsFile(),
		tourFile(),
		...operations.map((operation) => schemaFile(contract, operation)),
	]);
	return [architecturePage(), manifestFile(operations), ...written];
}

import path from 'node:path';

import { loadPackage } from '../../engine';
import { loadContract } from './contract';
import { nodeOperations } from './nodeOperations';
import { type GeneratedFile, schemaFile } from './schemaFiles';

const ROOT = path.join(__dirname, '../..');

/** All files that are made from the built nodes, the contract and runs of them. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
	const [contract, { nodes }] = await Promise.all([loadContract(), loadPackage(ROOT)]);
	const operations = nodeOperations(nodes, contract);
	return await Promise.all(operations.map((operation) => schemaFile(contract, operation)));
}

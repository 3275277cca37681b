import { setTimeout as pause } from 'node:timers/promises';

import { credentialFor, loadPackage, oneNode, runWorkflow } from '../engine';
import { tokensOf } from '../sandbox';
import { OWN } from './bench';
import { creating, people, ROOT } from './nodes';
import type { Execution, Share } from './processes';

process.once('disconnect', () => process.exit());

/** Runs the executions of this process, which know nothing of each other and of other processes. */
async function run({ name, url, executions, items, withinMs }: Share): Promise<Execution[]> {
	const packages = [await loadPackage(ROOT)];
	const create = creating('')[OWN];
	const setting = { packages, credentials: credentialFor({ url, tokens: tokensOf() }) };
	const startOne = async (index: number): Promise<Execution> => {
		await pause((withinMs * index) / executions);
		const input = people(items, `${name}.${index}`).map((json) => ({ json }));
		const start = performance.now();
		const { data } = await runWorkflow(oneNode(create, packages), setting, input);
		const seconds = (performance.now() - start) / 1000;
		return { name, seconds, error: data.resultData.error?.message };
	};
	return await Promise.all(Array.from({ length: executions }, (_, index) => startOne(index)));
}

void run(JSON.parse(process.argv[2]) as Share).then((ended) => process.send?.(ended));

import type { Bench, Result } from '../bench';
import { measureApart } from '../memory/measureApart';
import type { MemoryJob } from '../memory/tasks';
import { count, kilobytes, megabytes, number } from '../report/format';
import { startService } from '../service';
import { BARE, OWN } from '../ways';

/** Longer than the measurement takes: nothing is answered meanwhile but the first request. */
const SLOW_MS = 3_000;

/** Many input items wait for a slow service: what the node holds, and what the engine does. */
export async function waitingCase({ scale, report }: Bench): Promise<Result> {
	const rows: string[][] = [];
	for (const items of scale.waitingItems) {
		report(`memory of ${count(items)} items that wait`);
		const engine = await heapOf('waitingBare', items);
		const held = await heapOf('waiting', items);
		for (const [way, bytes] of [
			[BARE, engine],
			[OWN, held],
		] as const) {
			const cells = [megabytes(bytes), kilobytes(bytes / items), number(bytes / engine)];
			rows.push([count(items), way, ...cells]);
		}
	}
	return {
		title: 'Input items that wait for a slow service',
		about: [
			'Create contacts: the heap that is alive while nearly all items wait for their turn, without the input items themselves. The engine prepares all items of a node before it waits for the first; the bare declarative node shows what it holds for them.',
		],
		table: { head: ['Items', 'Way', 'Heap', 'Per item', '× the engine alone'], rows },
		verdicts: [],
	};
}

async function heapOf(job: MemoryJob, count: number): Promise<number> {
	const service = await startService({ contacts: 15, latencyMs: SLOW_MS });
	try {
		const { account, credentials, tokens } = service;
		return await measureApart({ job, service: { account, credentials, tokens }, count });
	} finally {
		await service.close();
	}
}

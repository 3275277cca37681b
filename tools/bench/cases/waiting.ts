import type { Bench, Result } from '../bench';
import { measureApart } from '../memory/measureApart';
import type { MemoryJob } from '../memory/tasks';
import { count, kilobytes, megabytes, number } from '../report/format';
import { type Service, startService } from '../service';

/** Longer than the measurement takes: nothing is answered meanwhile but the first request. */
const SLOW_MS = 3_000;

const JOBS: Partial<Record<MemoryJob, string>> = {
	waitingBare: 'Bare declarative node',
	waiting: 'This package',
};

/** Many input items wait for a slow service: what the node holds, and what the engine does. */
export async function waitingCase({ scale, report }: Bench): Promise<Result> {
	const items = scale.waitingItems;
	const bytes = new Map<MemoryJob, number>();
	for (const job of Object.keys(JOBS) as MemoryJob[]) {
		report(`memory of ${count(items)} items that wait: ${JOBS[job]}`);
		bytes.set(job, await heapOf(job, items));
	}
	const engine = bytes.get('waitingBare') ?? NaN;
	return {
		title: `${count(items)} input items that wait for a slow service`,
		about: [
			'Create contacts: the heap that is alive while nearly all items wait for their turn, without the input items themselves. The engine prepares all items of a node before it waits for the first; the bare declarative node shows what it holds for them with two parameters and no request.',
		],
		table: {
			head: ['Way', 'Heap', 'Per item', '× the engine alone'],
			rows: [...bytes].map(([job, held]) => [
				JOBS[job] ?? job,
				megabytes(held),
				kilobytes(held / items),
				number(held / engine),
			]),
		},
		verdicts: [],
		ratios: [],
	};
}

async function heapOf(job: MemoryJob, items: number): Promise<number> {
	const service = await startService({ contacts: 15, latencyMs: SLOW_MS });
	try {
		const { heap } = await measureApart({
			job,
			service: listing(service),
			count: items,
			figure: 'heap',
		});
		return heap ? heap.after - heap.before : NaN;
	} finally {
		await service.close();
	}
}

function listing({ account, credentials, tokens }: Service) {
	return { account, credentials, tokens };
}

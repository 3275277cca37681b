import type { Bench, Result, Verdict } from '../bench';
import { measureApart } from '../memory/measureApart';
import type { MemoryAnswer, MemoryJob, MemoryTask } from '../memory/tasks';
import { count, megabytes, number, times } from '../report/format';
import { type Service, startService } from '../service';
import { HTTP_REQUEST, OWN } from '../ways';

const MEMORY_BUDGET = 1.3;
/** Growth counts as linear if a record costs no more in the long list than in the short one. */
const LINEAR = 1.1;

/** Lists whose heap is watched, and what the table calls them. */
const WATCHED = {
	records: 'the parsed records alone',
	simpleList: OWN,
	rawList: `${OWN}, Simplify off`,
} satisfies Partial<Record<MemoryJob, string>>;

type Watched = keyof typeof WATCHED;

/** Bytes that a list added to the heap: at most, and at its end. */
interface Heap {
	peak: number;
	end: number;
}

/** Contacts in the list, and the heap of each job with them. */
type Heaps = Map<number, Record<Watched, Heap>>;

/** Case 4: what a long list takes in memory, and how long. */
export async function memoryCase({ scale, report }: Bench): Promise<Result> {
	const [short, long] = scale.longLists;
	const heaps: Heaps = new Map();
	const rows: string[][] = [];
	for (const contacts of scale.longLists) {
		const service = await startService({ contacts });
		const ask = (job: MemoryJob, figure: MemoryTask['figure']) => {
			report(`${figure} of a list of ${count(contacts)} contacts: ${job}`);
			return measureApart({ job, service: reached(service), count: contacts, figure });
		};
		try {
			const of = {
				records: added(await ask('records', 'heap')),
				simpleList: added(await ask('simpleList', 'heap')),
				rawList: added(await ask('rawList', 'heap')),
			};
			heaps.set(contacts, of);
			for (const job of Object.keys(of) as Watched[]) {
				rows.push([
					...heapCells(contacts, WATCHED[job], of[job], of.records),
					...timeCells(await ask(job, 'time')),
				]);
			}
			rows.push([
				count(contacts),
				HTTP_REQUEST,
				'–',
				'–',
				'–',
				...timeCells(await ask('httpList', 'time')),
			]);
		} finally {
			await service.close();
		}
	}
	return {
		title: `Return all of ${count(long)} contacts`,
		about: [
			'Each in a process of its own. The heap is what is alive in it, without garbage, and without what was there before: another thread watches it and has the garbage collected whenever it has grown, also while functions run. Time and process memory come from a second run without that.',
			'The parsed records alone are what axios and JSON.parse make of the same pages, 10 at a time, in one list.',
		],
		table: {
			head: [
				'Contacts',
				'What',
				'Heap at most',
				'Heap at the end',
				'At most, × the records',
				'Time, s',
				'Process at most',
			],
			rows,
		},
		verdicts: (['simpleList', 'rawList'] as const).flatMap((job) => [
			memoryVerdict(heaps, job, long),
			growthVerdict(heaps, job, short, long),
		]),
		ratios: [],
	};
}

function reached({ account, credentials, tokens }: Service): MemoryTask['service'] {
	return { account, credentials, tokens };
}

function added({ heap }: MemoryAnswer): Heap {
	if (!heap) throw new Error('The heap was not watched');
	return { peak: heap.peak - heap.before, end: heap.after - heap.before };
}

function heapCells(contacts: number, what: string, heap: Heap, records: Heap): string[] {
	const ratio = number(heap.peak / records.peak);
	return [count(contacts), what, megabytes(heap.peak), megabytes(heap.end), ratio];
}

function timeCells({ wallMs, residentBytes }: MemoryAnswer): string[] {
	return [number(wallMs / 1000), megabytes(residentBytes)];
}

function peakOf(heaps: Heaps, job: Watched, contacts: number): number {
	return heaps.get(contacts)?.[job].peak ?? NaN;
}

function memoryVerdict(heaps: Heaps, job: Watched, contacts: number): Verdict {
	const ratio = peakOf(heaps, job, contacts) / peakOf(heaps, 'records', contacts);
	return {
		what: `return all of ${count(contacts)}, ${WATCHED[job]}: heap at most against the parsed records`,
		budget: `≤ ${times(MEMORY_BUDGET)}`,
		measured: times(ratio),
		met: ratio <= MEMORY_BUDGET,
	};
}

function growthVerdict(heaps: Heaps, job: Watched, short: number, long: number): Verdict {
	const perRecord = (contacts: number) => peakOf(heaps, job, contacts) / contacts;
	const ratio = perRecord(long) / perRecord(short);
	return {
		what: `return all, ${WATCHED[job]}: heap per record, ${count(long)} against ${count(short)}`,
		budget: `≤ ${times(LINEAR)} (linear)`,
		measured: times(ratio),
		met: ratio <= LINEAR,
	};
}

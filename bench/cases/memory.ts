import type { Bench, Result, Verdict } from '../bench';
import { measureApart } from '../memory/measureApart';
import type { MemoryAnswer, MemoryJob, MemoryTask } from '../memory/tasks';
import { count, megabytes, number, times } from '../report/format';
import { type Service, startService } from '../service';

const MEMORY_BUDGET = 1.3;
/** Growth counts as linear if a record costs no more in the long list than in the short one. */
const LINEAR = 1.1;

const JOBS: Partial<Record<MemoryJob, string>> = {
	records: 'the parsed records alone',
	simpleList: 'This package',
	rawList: 'This package, Simplify off',
	httpList: 'HTTP Request node',
};

interface Measurement {
	job: MemoryJob;
	contacts: number;
	/** Bytes that the job added to the heap: at most, and at its end. */
	peak: number;
	end: number;
	wallMs: number;
	residentBytes: number;
}

/** Case 4: what a long list takes in memory, and how long. */
export async function memoryCase({ scale, report }: Bench): Promise<Result> {
	const measurements: Measurement[] = [];
	for (const contacts of scale.longLists) {
		const service = await startService({ contacts });
		try {
			for (const job of Object.keys(JOBS) as MemoryJob[]) {
				report(`memory of ${count(contacts)} contacts: ${JOBS[job]}`);
				measurements.push(await measure(job, service, contacts));
			}
		} finally {
			await service.close();
		}
	}
	const [short, long] = scale.longLists;
	return {
		title: `Return all of ${count(long)} contacts`,
		about: [
			'Each in a process of its own. The heap is what is alive in it: another thread collects the garbage all the time and looks, also while functions run. Time and process memory come from a second run without that.',
			'The parsed records alone are what axios and JSON.parse make of the same pages, 10 at a time, in one list.',
		],
		table: {
			head: ['Contacts', 'What', 'Heap at most', 'Heap at the end', 'At most, × the records', 'Time, s', 'Process at most'],
			rows: measurements.map((one) => [
				count(one.contacts),
				JOBS[one.job] ?? one.job,
				megabytes(one.peak),
				megabytes(one.end),
				number(one.peak / find(measurements, 'records', one.contacts).peak),
				number(one.wallMs / 1000),
				megabytes(one.residentBytes),
			]),
		},
		verdicts: (['simpleList', 'rawList'] as const).flatMap((job) => [
			memoryVerdict(measurements, job, long),
			growthVerdict(measurements, job, short, long),
		]),
		ratios: [],
	};
}

async function measure(job: MemoryJob, service: Service, contacts: number): Promise<Measurement> {
	const { account, credentials, tokens } = service;
	const task = { job, service: { account, credentials, tokens }, count: contacts };
	const ask = (figure: MemoryTask['figure']): Promise<MemoryAnswer> =>
		measureApart({ ...task, figure });
	const { heap } = await ask('heap');
	const { wallMs, residentBytes } = await ask('time');
	const { before, peak, after } = heap ?? { before: 0, peak: 0, after: 0 };
	return { job, contacts, peak: peak - before, end: after - before, wallMs, residentBytes };
}

function find(measurements: Measurement[], job: MemoryJob, contacts: number): Measurement {
	const found = measurements.find((one) => one.job === job && one.contacts === contacts);
	if (!found) throw new Error(`${job} × ${contacts} was not measured`);
	return found;
}

function memoryVerdict(all: Measurement[], job: MemoryJob, contacts: number): Verdict {
	const ratio = find(all, job, contacts).peak / find(all, 'records', contacts).peak;
	return {
		what: `return all of ${count(contacts)}, ${JOBS[job]}: heap at most against the parsed records`,
		budget: `≤ ${times(MEMORY_BUDGET)}`,
		measured: times(ratio),
		met: ratio <= MEMORY_BUDGET,
	};
}

function growthVerdict(all: Measurement[], job: MemoryJob, short: number, long: number): Verdict {
	const perRecord = (contacts: number) => find(all, job, contacts).peak / contacts;
	const ratio = perRecord(long) / perRecord(short);
	return {
		what: `return all, ${JOBS[job]}: heap per record, ${count(long)} against ${count(short)}`,
		budget: `≤ ${times(LINEAR)} (linear)`,
		measured: times(ratio),
		met: ratio <= LINEAR,
	};
}

import type { Bench, Result, Verdict } from '../bench';
import { createWithAxios, httpCreateNode, ownCreateNode, people } from '../jobs/create';
import { inTurns, type Series, summaryOf, type Way } from '../measure';
import { count, number, range, times } from '../report/format';
import { type Service, startService } from '../service';
import { AXIOS, HTTP_REQUEST, OWN, OWN_20 } from '../ways';
import { type NodeUnderTest, runNode } from '../workflow';

const CAPACITY = { concurrent: 20, serviceMs: 50, queue: 100 };
const TIME_BUDGET = 1.3;
/** The same work without waiting for the service: its CPU is what the engine itself takes. */
const UNLIMITED = 'This package, 20 at a time, service without limit';

/** Case 5: many creates into a service that can take only a few at a time. */
export async function overloadCase({ packages, scale, report }: Bench): Promise<Result> {
	report(`create into a service that serves ${CAPACITY.concurrent} at a time`);
	const items = people(scale.items);
	const service = await startService({ contacts: 15 });
	const created = new Map<string, number[]>();
	const through = (node: NodeUnderTest) => async () => {
		// What the service refuses becomes an item with an error, so that the run goes on.
		await runNode({ ...node, onError: 'continueRegularOutput' }, service.credentials, items);
	};
	const twenty = through(ownCreateNode(packages, { maxConcurrentRequests: 20 }));
	const limited: Record<string, () => Promise<void>> = {
		[OWN]: through(ownCreateNode(packages)),
		[OWN_20]: twenty,
		[HTTP_REQUEST]: through(httpCreateNode(packages, service)),
		[AXIOS]: () => createWithAxios(service, items, CAPACITY.concurrent),
	};
	const ways: Way[] = [
		...Object.entries(limited).map(([name, run]) => ({
			name,
			prepare: () => begin(service, CAPACITY),
			run: async () => {
				await run();
				created.set(name, [...(created.get(name) ?? []), await createdIn(service)]);
			},
		})),
		{ name: UNLIMITED, prepare: () => begin(service, null), run: twenty },
	];
	try {
		const series = await inTurns(ways, scale.overloadRounds, (so) =>
			summaryOf(so, OWN_20, 'wallMs'),
		);
		return result(items.length, series, created);
	} finally {
		await service.close();
	}
}

async function begin(service: Service, capacity: typeof CAPACITY | null): Promise<void> {
	await service.reset();
	await service.configure({ capacity });
}

async function createdIn(service: Service): Promise<number> {
	const { statuses } = await service.counts();
	return statuses['200'] ?? 0;
}

function result(items: number, series: Series, created: Map<string, number[]>): Result {
	const { concurrent, serviceMs, queue } = CAPACITY;
	const fewest = (way: string) => Math.min(...(created.get(way) ?? [0]));
	return {
		title: 'Create contacts in a service that is soon full',
		about: [
			`The service serves ${concurrent} requests at a time, ${serviceMs} ms each. ${queue} more may wait; beyond that it answers 503.`,
			'Items that fail go on as items with an error. The number created is the smallest of all rounds.',
		],
		table: {
			head: ['Way', 'Created', 'Lost', 'Time, ms', 'CPU, ms', 'Rounds'],
			rows: Object.keys(series).map((way) => [
				way,
				way === UNLIMITED ? '–' : count(fewest(way)),
				way === UNLIMITED ? '–' : count(items - fewest(way)),
				range(summaryOf(series, way, 'wallMs')),
				range(summaryOf(series, way, 'cpuMs')),
				String(series[way].length),
			]),
		},
		verdicts: [
			{
				what: `create × ${count(items)} into a full service, default settings: created`,
				budget: count(items),
				measured: count(fewest(OWN)),
				met: fewest(OWN) === items,
			},
			timeVerdict(items, series),
		],
		ratios: [],
	};
}

function timeVerdict(items: number, series: Series): Verdict {
	const waiting = (items / CAPACITY.concurrent) * CAPACITY.serviceMs;
	const engine = summaryOf(series, UNLIMITED, 'cpuMs').median;
	const ratio = summaryOf(series, OWN_20, 'wallMs').median / (waiting + engine);
	return {
		what: `create × ${count(items)} into a full service, 20 at a time: time against the ideal (${number(waiting)} ms of waiting + ${number(engine)} ms of engine)`,
		budget: `≤ ${times(TIME_BUDGET)}`,
		measured: times(ratio),
		met: ratio <= TIME_BUDGET,
	};
}

import type { Bench, Point, Result, Verdict } from '../bench';
import {
	bareCreateNode,
	createWithAxios,
	httpCreateNode,
	ownCreateNode,
	people,
} from '../jobs/create';
import { inTurns, ratioOf, sample, type Series, summaryOf, type Way } from '../measure';
import { count, number, range, times } from '../report/format';
import { type Service, startService } from '../service';
import { AXIOS, BARE, BATCHED, HTTP_REQUEST, OWN } from '../ways';
import type { Summary } from '../statistics';
import { type NodeUnderTest, runAll } from '../workflow';

/** Time and CPU at most, against the HTTP Request node, by latency in milliseconds. */
const BUDGETS: Record<number, { time: number; cpu: number }> = {
	0: { time: 1.15, cpu: 1.2 },
	50: { time: 1.5, cpu: 1.15 },
	200: { time: 2, cpu: 1.15 },
};

/** Many creates against services of different latency. */
export async function latencyCase(bench: Bench): Promise<Result> {
	const { items, latencies, rounds } = bench.scale;
	const service = await startService({ contacts: 15 });
	const measured: Array<[number, Series]> = [];
	try {
		for (const latencyMs of latencies) {
			bench.report(`create × ${count(items)}, ${latencyMs} ms latency`);
			const ways = waysAt(bench, service, latencyMs);
			const series = await inTurns(ways, rounds, (so) => ratioOf(so, OWN, HTTP_REQUEST, 'wallMs'));
			const batched = await sample(batchedWay(bench, service, latencyMs));
			measured.push([latencyMs, { ...series, [BATCHED]: series[OWN].map(() => batched) }]);
		}
	} finally {
		await service.close();
	}
	return {
		title: `Create ${count(items)} contacts`,
		about: [
			'Each input item is mapped by two expressions (name and email). axios sends 100 at a time, without an engine. Batching is the default of the HTTP Request node: 50 items a second; it is run once.',
			'The floor of the processor time is the bare declarative node: it reads no parameter and sends all at once.',
		],
		table: {
			head: [
				'Latency, ms',
				'Way',
				'Time, s',
				'Time, × HTTP Request',
				'CPU per item, ms',
				'CPU, × HTTP Request',
			],
			rows: measured.flatMap(([latencyMs, series]) =>
				Object.keys(series).map((way) => [String(latencyMs), ...row(series, way, items)]),
			),
		},
		verdicts: measured.flatMap(([latencyMs, series]) => verdicts(latencyMs, series)),
		points: measured.flatMap(([latencyMs, series]) => points(latencyMs, series)),
	};
}

function prepared(service: Service, latencyMs: number): () => Promise<void> {
	return async () => {
		await service.reset();
		await service.configure({ latencyMs });
	};
}

function waysAt({ packages, scale }: Bench, service: Service, latencyMs: number): Way[] {
	const items = people(scale.items);
	const prepare = prepared(service, latencyMs);
	const through = (node: NodeUnderTest) => () => runAll(node, service.credentials, items);
	return [
		{ name: OWN, prepare, run: through(ownCreateNode(packages)) },
		{ name: HTTP_REQUEST, prepare, run: through(httpCreateNode(packages, service)) },
		{ name: BARE, prepare, run: through(bareCreateNode(packages)) },
		{ name: AXIOS, prepare, run: () => createWithAxios(service, items, 100) },
	];
}

function batchedWay({ packages, scale }: Bench, service: Service, latencyMs: number): Way {
	const node = httpCreateNode(packages, service, { batching: { batch: {} } });
	return {
		name: BATCHED,
		prepare: prepared(service, latencyMs),
		run: () => runAll(node, service.credentials, people(scale.items)),
	};
}

function row(series: Series, way: string, items: number): string[] {
	const ratio = (figure: 'wallMs' | 'cpuMs') => range(ratioOf(series, way, HTTP_REQUEST, figure));
	return [
		way,
		number(summaryOf(series, way, 'wallMs').median / 1000),
		ratio('wallMs'),
		number(summaryOf(series, way, 'cpuMs').median / items),
		ratio('cpuMs'),
	];
}

function verdicts(latencyMs: number, series: Series): Verdict[] {
	if (!(latencyMs in BUDGETS)) return [];
	const { time, cpu } = BUDGETS[latencyMs];
	return [
		verdict(`create at ${latencyMs} ms: time`, ratioOf(series, OWN, HTTP_REQUEST, 'wallMs'), time),
		verdict(`create at ${latencyMs} ms: CPU`, ratioOf(series, OWN, HTTP_REQUEST, 'cpuMs'), cpu),
	];
}

function verdict(what: string, ratio: Summary, budget: number): Verdict {
	return {
		what: `${what} against the HTTP Request node`,
		budget: `≤ ${times(budget)}`,
		measured: range(ratio),
		met: ratio.median <= budget,
	};
}

function points(latencyMs: number, series: Series): Point[] {
	return [OWN, HTTP_REQUEST, BATCHED, AXIOS].map((way) => ({
		latencyMs,
		way,
		seconds: summaryOf(series, way, 'wallMs').median / 1000,
	}));
}

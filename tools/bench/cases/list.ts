import type { Bench, Ratio, Result, Verdict } from '../bench';
import { PAGE_SIZE, waysToList } from '../jobs/list';
import { inTurns, ratioOf, type Series, summaryOf } from '../measure';
import { count, number, range, times } from '../report/format';
import { startService } from '../service';
import { AXIOS, HTTP_REQUEST, OWN, OWN_20 } from '../ways';

/** Requests that are open at once in each of the package's two ways. */
const CONCURRENCY: Record<string, number> = { [OWN]: 10, [OWN_20]: 20 };
const NO_LATENCY_BUDGET = 0.6;
const LATENCY_BUDGET = 1 / 12;
const LIMIT_BUDGET = 1.5;
/** The budgets are for a service that answers after this time, and for one that does at once. */
const BUDGETED_MS = 50;

type AtLatency = [latencyMs: number, series: Series];

/** Case 3: Return All of a list of many pages, from services of different speed. */
export async function listCase({ packages, scale, report }: Bench): Promise<Result> {
	const { contacts } = scale;
	const service = await startService({ contacts });
	const measurements: AtLatency[] = [];
	try {
		const ways = waysToList(packages, service, contacts);
		for (const [latency, rounds] of Object.entries(scale.listRounds)) {
			report(`return all of ${count(contacts)} contacts, ${latency} ms latency`);
			await service.configure({ latencyMs: Number(latency) });
			const series = await inTurns(ways, rounds, (so) => wallRatio(so, OWN));
			measurements.push([Number(latency), series]);
		}
	} finally {
		await service.close();
	}
	const pages = Math.ceil(contacts / PAGE_SIZE);
	return {
		title: `Return all of ${count(contacts)} contacts`,
		about: [
			`${pages} pages of ${PAGE_SIZE}. The HTTP Request node uses its own pagination: one page after the other, one expression for the page and one for the end.`,
			'The limit is pages ÷ concurrency × latency. axios knows the number of pages and asks for 20 at a time.',
		],
		table: {
			head: [
				'Latency, ms',
				'Way',
				'Time, ms',
				'CPU, ms',
				'Time, × HTTP Request',
				'× the limit',
				'Rounds',
			],
			rows: measurements.flatMap(([latency, series]) =>
				Object.keys(series).map((way) => [
					String(latency),
					way,
					range(summaryOf(series, way, 'wallMs')),
					range(summaryOf(series, way, 'cpuMs')),
					range(wallRatio(series, way)),
					overLimit(pages, latency, series, way),
					String(series[way].length),
				]),
			),
		},
		verdicts: measurements.flatMap((measurement) => verdicts(pages, measurement)),
		ratios: measurements.flatMap(([latency, series]) => ratios(latency, series)),
	};
}

function wallRatio(series: Series, way: string) {
	return ratioOf(series, way, HTTP_REQUEST, 'wallMs');
}

function limitMs(pages: number, latency: number, way: string): number {
	return (pages / CONCURRENCY[way]) * latency;
}

function overLimit(pages: number, latency: number, series: Series, way: string): string {
	if (latency === 0 || !(way in CONCURRENCY)) return '–';
	return number(summaryOf(series, way, 'wallMs').median / limitMs(pages, latency, way));
}

function verdicts(pages: number, [latency, series]: AtLatency): Verdict[] {
	if (latency === 0) return [OWN, OWN_20].map((way) => noLatencyVerdict(series, way));
	if (latency !== BUDGETED_MS) return [];
	return [OWN, OWN_20].flatMap((way) => [
		againstHttp(latency, series, way),
		againstLimit(pages, latency, series, way),
	]);
}

function noLatencyVerdict(series: Series, way: string): Verdict {
	const ratio = wallRatio(series, way);
	return {
		what: `return all at 0 ms, ${way}: time against the HTTP Request node`,
		budget: `≤ ${times(NO_LATENCY_BUDGET)}`,
		measured: range(ratio),
		met: ratio.median <= NO_LATENCY_BUDGET,
	};
}

function againstHttp(latency: number, series: Series, way: string): Verdict {
	const { median } = wallRatio(series, way);
	return {
		what: `return all at ${latency} ms, ${way}: time against the HTTP Request node`,
		budget: '≤ 1/12',
		measured: `1/${number(1 / median)}`,
		met: median <= LATENCY_BUDGET,
	};
}

function againstLimit(pages: number, latency: number, series: Series, way: string): Verdict {
	const { median } = summaryOf(series, way, 'wallMs');
	const ratio = median / limitMs(pages, latency, way);
	return {
		what: `return all at ${latency} ms, ${way}: time against the limit`,
		budget: `≤ ${times(LIMIT_BUDGET)}`,
		measured: times(ratio),
		met: ratio <= LIMIT_BUDGET,
	};
}

function ratios(latency: number, series: Series): Ratio[] {
	return [OWN, OWN_20, HTTP_REQUEST, AXIOS].map((way) => ({
		what: `return all, ${latency} ms latency (time)`,
		way,
		...wallRatio(series, way),
		...(way === OWN_20 && budgetAt(latency)),
	}));
}

function budgetAt(latency: number): { budget?: number } {
	if (latency === 0) return { budget: NO_LATENCY_BUDGET };
	return latency === BUDGETED_MS ? { budget: LATENCY_BUDGET } : {};
}

import type { Bench, Ratio, Result, Table, Verdict } from '../bench';
import { COMPLETE_APPOINTMENT, DELETE_LABEL, waysById } from '../jobs/byId';
import { people, waysToCreate } from '../jobs/create';
import { inTurns, ratioOf, type Series, summaryOf, type Way } from '../measure';
import { count, range, times } from '../report/format';
import { type Service, startService } from '../service';
import { HTTP_REQUEST, OWN } from '../ways';

const CREATE_BUDGET = 1.0;
const BY_ID_BUDGET = 0.8;

/** Case 1: what one created contact costs. */
export async function createCase(bench: Bench): Promise<Result> {
	const { items } = bench.scale;
	const what = `create × ${count(items)}`;
	const series = await measured(bench, what, (service) =>
		waysToCreate(bench.packages, service, people(items)),
	);
	return {
		title: 'Create contacts',
		about: [
			`${count(items)} input items, each mapped by two expressions (name and email), to a service without latency.`,
			'axios sends the same bodies, 10 at a time, without an engine.',
		],
		table: table(bench, [[what, series]]),
		verdicts: [verdict(what, series, CREATE_BUDGET)],
		ratios: ratios(what, series, CREATE_BUDGET),
	};
}

/** Case 2: what one deleted label and one completed appointment cost. */
export async function byIdCase(bench: Bench): Promise<Result> {
	const { items } = bench.scale;
	const jobs = { delete: DELETE_LABEL, complete: COMPLETE_APPOINTMENT };
	const measurements: Array<[string, Series]> = [];
	for (const [name, job] of Object.entries(jobs)) {
		const what = `${name} × ${count(items)}`;
		const series = await measured(bench, what, (service) =>
			waysById(bench.packages, service, items, job),
		);
		measurements.push([what, series]);
	}
	return {
		title: 'Delete labels, complete appointments',
		about: [
			`${count(items)} input items, the ID mapped by one expression, to a service without latency.`,
		],
		table: table(bench, measurements),
		verdicts: measurements.map(([what, series]) => verdict(what, series, BY_ID_BUDGET)),
		ratios: measurements.flatMap(([what, series]) => ratios(what, series, BY_ID_BUDGET)),
	};
}

async function measured(
	{ scale, report }: Bench,
	what: string,
	waysFor: (service: Service) => Way[],
): Promise<Series> {
	report(what);
	const { items } = scale;
	const service = await startService({ contacts: 15, labels: items, appointments: items });
	try {
		return await inTurns(waysFor(service), scale.rounds, cpuRatio);
	} finally {
		await service.close();
	}
}

function cpuRatio(series: Series) {
	return ratioOf(series, OWN, HTTP_REQUEST, 'cpuMs');
}

function table({ scale }: Bench, measurements: Array<[string, Series]>): Table {
	const perItem = (series: Series, way: string, figure: 'cpuMs' | 'wallMs') => {
		const { median, lower, upper } = summaryOf(series, way, figure);
		const [m, l, u] = [median, lower, upper].map((ms) => ms / scale.items);
		return range({ median: m, lower: l, upper: u });
	};
	return {
		head: ['Job', 'Way', 'CPU per item, ms', 'Time per item, ms', 'CPU, × HTTP Request', 'Rounds'],
		rows: measurements.flatMap(([what, series]) =>
			Object.keys(series).map((way) => [
				what,
				way,
				perItem(series, way, 'cpuMs'),
				perItem(series, way, 'wallMs'),
				range(ratioOf(series, way, HTTP_REQUEST, 'cpuMs')),
				String(series[way].length),
			]),
		),
	};
}

function verdict(what: string, series: Series, budget: number): Verdict {
	const { median } = cpuRatio(series);
	return {
		what: `${what}: CPU per item against the HTTP Request node`,
		budget: `≤ ${times(budget)}`,
		measured: range(cpuRatio(series)),
		met: median <= budget,
	};
}

function ratios(what: string, series: Series, budget: number): Ratio[] {
	return Object.keys(series).map((way) => ({
		what: `${what} (CPU)`,
		way,
		...ratioOf(series, way, HTTP_REQUEST, 'cpuMs'),
		...(way === OWN && { budget }),
	}));
}

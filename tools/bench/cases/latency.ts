import {
	AXIOS,
	BARE,
	BATCHED,
	type Bench,
	type Budget,
	HTTP_REQUEST,
	OWN,
	type Result,
} from '../bench';
import { inTurns, ratioOf, sample, type Series, summaryOf, type Way } from '../measure';
import { bareNode, httpCreate, OWN_CREATE, people } from '../nodes';
import { count, number, times } from '../report';
import {
	expectAll,
	type NodeUnderTest,
	runNode,
	type Service,
	withAxios,
	withService,
} from '../service';

/** Time and CPU at most, against the HTTP Request node, by latency in milliseconds. */
const BUDGETS: Record<number, { wallMs: number; cpuMs: number }> = {
	0: { wallMs: 1.3, cpuMs: 1.25 },
	50: { wallMs: 1.6, cpuMs: 1.25 },
	200: { wallMs: 2.5, cpuMs: 1.25 },
};

/** The rows of the table. */
const WAYS = [OWN, HTTP_REQUEST, BATCHED, BARE, AXIOS];

const FIGURES = { wallMs: 'time', cpuMs: 'CPU' } as const;

/** Many creates against services of different latency. */
export async function latencyCase(bench: Bench): Promise<Result> {
	const { items, latencies } = bench.scale;
	const measured = await withService({}, async (service) => {
		const all: Array<[number, Series]> = [];
		for (const latencyMs of latencies) {
			bench.report(`create × ${count(items)}, ${latencyMs} ms latency`);
			all.push([latencyMs, await seriesAt(bench, service, latencyMs)]);
		}
		return all;
	});
	return {
		title: `Create ${count(items)} contacts`,
		about:
			'Two expressions map each input item (name and email). axios sends 100 requests at a time, without an engine. Batching runs once, with its initial values: 50 items a second. The bare declarative node shows what the engine itself needs. The first figure of a cell is the time in seconds, the second the processor time per contact in milliseconds.',
		head: ['Latency of the service', ...latencies.map((latencyMs) => `${latencyMs} ms`)],
		rows: WAYS.map((way) => [way, ...measured.map(([, series]) => cell(series, way, items))]),
		budgets: measured.flatMap(([latencyMs, series]) => budgets(latencyMs, series)),
	};
}

async function seriesAt(
	{ packages, scale }: Bench,
	service: Service,
	latencyMs: number,
): Promise<Series> {
	const items = people(scale.items);
	const prepare = async () => {
		await service.reset();
		await service.configure({ latencyMs });
	};
	const through = (name: string, node: NodeUnderTest): Way => ({
		name,
		prepare,
		run: async () =>
			expectAll((await runNode(node, packages, service, items)).length, items.length),
	});
	const withoutEngine = () =>
		withAxios(service, items, 100, async (http, item) => void (await http.post('/contacts', item)));
	const ways = [
		through(OWN, OWN_CREATE),
		through(HTTP_REQUEST, httpCreate(service.account)),
		through(BARE, bareNode('create')),
		{ name: AXIOS, prepare, run: withoutEngine },
	];
	const batching = httpCreate(service.account, { batching: { batch: {} } });
	const series = await inTurns(ways, scale.rounds);
	const batched = await sample(through(BATCHED, batching));
	return { ...series, [BATCHED]: series[OWN].map(() => batched) };
}

function cell(series: Series, way: string, items: number): string {
	const seconds = summaryOf(series, way, 'wallMs').median / 1000;
	return `${number(seconds)} s, ${number(summaryOf(series, way, 'cpuMs').median / items)} ms`;
}

function budgets(latencyMs: number, series: Series): Budget[] {
	if (!(latencyMs in BUDGETS)) return [];
	return (['wallMs', 'cpuMs'] as const).map((figure) => ({
		what: `create at ${latencyMs} ms: ${FIGURES[figure]} against the HTTP Request node`,
		most: BUDGETS[latencyMs][figure],
		measured: ratioOf(series, OWN, HTTP_REQUEST, figure).median,
		shown: times,
	}));
}

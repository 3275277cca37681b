import { BATCHED, type Bench, HTTP_REQUEST, OWN, type Result } from '../bench';
import { inTurns, sample, type Series, medianOf, type Way } from '../measure';
import { creating, people } from '../nodes';
import { count, number } from '../report';
import { expectAll, type NodeUnderTest, runNode, type Service, withService } from '../service';

const ITEMS = 1000;
const LATENCIES_MS = [0, 20, 50, 200, 1000];
const ROUNDS = 8;

/** The rows of the table. */
const WAYS = [OWN, HTTP_REQUEST, BATCHED];

/** Many creates against services of different latency. */
export async function latencyCase(bench: Bench): Promise<Result> {
	const measured = await withService({}, async (service) => {
		const all: Array<[number, Series]> = [];
		for (const latencyMs of LATENCIES_MS) {
			bench.report(`create × ${count(ITEMS)}, ${latencyMs} ms latency`);
			all.push([latencyMs, await seriesAt(bench, service, latencyMs)]);
		}
		return all;
	});
	return {
		title: `Create ${count(ITEMS)} contacts`,
		about:
			'Name and email are mapped. Batching runs once, with its initial values: 50 items a second. Each cell has the time and the processor time per contact.',
		head: ['Latency of the service', ...LATENCIES_MS.map((latencyMs) => `${latencyMs} ms`)],
		rows: WAYS.map((way) => [way, ...measured.map(([, series]) => cell(series, way))]),
	};
}

async function seriesAt({ packages }: Bench, service: Service, latencyMs: number): Promise<Series> {
	const items = people(ITEMS);
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
	const { [OWN]: own, [HTTP_REQUEST]: http } = creating(2, service.account);
	const batching = creating(2, service.account, { batching: { batch: {} } })[HTTP_REQUEST];
	const ways = [through(OWN, own), through(HTTP_REQUEST, http)];
	const series = await inTurns(ways, ROUNDS);
	const batched = await sample(through(BATCHED, batching));
	return { ...series, [BATCHED]: series[OWN].map(() => batched) };
}

function cell(series: Series, way: string): string {
	const seconds = medianOf(series, way, 'wallMs') / 1000;
	return `${number(seconds)} s, ${number(medianOf(series, way, 'cpuMs') / ITEMS)} ms`;
}

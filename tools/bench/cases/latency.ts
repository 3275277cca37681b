import { type Bench, HTTP_REQUEST, OWN, type Result } from '../bench';
import { inTurns, medianOf, type Way } from '../measure';
import { creating, people } from '../nodes';
import { count, number } from '../report';
import { expectAll, runNode, type Service, withService } from '../service';

const ITEMS = 1000;
const LATENCY_MS = 50;
const ROUNDS = 8;

/** Many creates on a service without a limit. */
export async function latencyCase(bench: Bench): Promise<Result> {
	bench.report(`create × ${count(ITEMS)}, ${LATENCY_MS} ms latency`);
	const series = await withService({ latencyMs: LATENCY_MS }, (service) =>
		inTurns(waysToCreate(bench, service), ROUNDS),
	);
	return {
		title: `Create ${count(ITEMS)} contacts`,
		about: `Medians of ${ROUNDS} runs each. The service has no limit, and responds after ${LATENCY_MS} ms.`,
		head: ['Way', 'Time, s', 'CPU per contact, ms'],
		rows: [OWN, HTTP_REQUEST].map((way) => [
			way,
			number(medianOf(series, way, 'wallMs') / 1000),
			number(medianOf(series, way, 'cpuMs') / ITEMS),
		]),
	};
}

function waysToCreate({ packages }: Bench, service: Service): Way[] {
	const items = people(ITEMS);
	return Object.entries(creating(service.account)).map(([name, node]) => ({
		name,
		prepare: async () => void (await service.reset()),
		run: async () =>
			expectAll((await runNode(node, packages, service, items)).length, items.length),
	}));
}

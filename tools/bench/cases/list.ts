import type { Bench, Result } from '../bench';
import { PAGE_SIZE, waysToList } from '../jobs/list';
import { inTurns, ratioOf, summaryOf } from '../measure';
import { count, number, range } from '../report/format';
import { startService } from '../service';
import { HTTP_REQUEST, OWN } from '../ways';

const LATENCY_MS = 50;
const BUDGET = 1 / 14;

/** Return All of a list of many pages. */
export async function listCase({ packages, scale, report }: Bench): Promise<Result> {
	const { contacts, rounds } = scale;
	report(`return all of ${count(contacts)} contacts, ${LATENCY_MS} ms latency`);
	const service = await startService({ contacts, latencyMs: LATENCY_MS });
	try {
		const ways = waysToList(packages, service, contacts);
		const ratio = (series: Parameters<typeof ratioOf>[0], way: string) =>
			ratioOf(series, way, HTTP_REQUEST, 'wallMs');
		const series = await inTurns(ways, rounds, (so) => ratio(so, OWN));
		const { median } = ratio(series, OWN);
		return {
			title: `Return all of ${count(contacts)} contacts`,
			about: [
				`${Math.ceil(contacts / PAGE_SIZE)} pages of ${PAGE_SIZE} at ${LATENCY_MS} ms. The HTTP Request node uses its own pagination, one page after the other; axios knows the number of pages and asks for 20 at a time.`,
			],
			table: {
				head: ['Way', 'Time, ms', 'CPU, ms', 'Time, × HTTP Request'],
				rows: ways.map(({ name }) => [
					name,
					range(summaryOf(series, name, 'wallMs')),
					range(summaryOf(series, name, 'cpuMs')),
					range(ratio(series, name)),
				]),
			},
			verdicts: [
				{
					what: 'return all: time against the HTTP Request node',
					budget: '≤ 1/14',
					measured: `1/${number(1 / median)}`,
					met: median <= BUDGET,
				},
			],
		};
	} finally {
		await service.close();
	}
}

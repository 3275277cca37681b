import type { Bench, Result } from '../bench';
import { httpCreateNode, ownCreateNode, people } from '../jobs/create';
import { sample } from '../measure';
import { count, number } from '../report/format';
import { type Service, startService } from '../service';
import { HTTP_REQUEST, OWN } from '../ways';
import { runNode } from '../workflow';
import { besideIt } from '../neighbour';

type Settings = Parameters<Service['configure']>[0];

/** What a run came to in a service with limits. */
interface Outcome {
	created: number;
	refused: number;
	seconds: number;
	/** The latency that 95 of 100 requests of another user stayed below, in milliseconds. */
	neighbourMs: number;
}

/** Many creates into services that take only so much. */
export async function overloadCase(bench: Bench): Promise<Result> {
	const { items, limit } = bench.scale;
	const { requests, windowMs } = limit;
	const services: Array<[name: string, items: number, settings: Settings]> = [
		['5 at a time, 50 ms each', items, { capacity: { concurrent: 5, serviceMs: 50, queue: 1e6 } }],
		[
			'20 at a time, 50 ms each; 100 may wait',
			items,
			{ capacity: { concurrent: 20, serviceMs: 50, queue: 100 } },
		],
		[
			`${requests} requests in ${windowMs / 1000} s`,
			limit.items,
			{ dialect: 'upstream', rateLimit: { requests, windowMs } },
		],
	];
	const rows: string[][] = [];
	const outcomes: Outcome[] = [];
	for (const [name, wanted, settings] of services) {
		for (const way of [OWN, HTTP_REQUEST]) {
			bench.report(`create × ${count(wanted)} into a service that takes ${name}: ${way}`);
			const outcome = await run(bench, way, wanted, settings);
			if (way === OWN) outcomes.push(outcome);
			rows.push([name, way, `${count(outcome.created)} of ${count(wanted)}`, ...cells(outcome)]);
		}
	}
	const [neighbour, full, limited] = outcomes;
	return {
		title: 'Services that take only so much',
		about: [
			'The HTTP Request node sends everything at once. The neighbour is another user of the service, who sends one request after the other. Beyond what may wait the service answers 503, beyond the rate limit 429 without Retry-After; it counts in windows of the clock.',
		],
		table: {
			head: ['The service takes', 'Way', 'Created', 'Refused', 'Time, s', "Neighbour's p95, ms"],
			rows,
		},
		verdicts: [
			{
				what: "5 at a time: neighbour's p95",
				budget: '≤ 320 ms',
				measured: `${number(neighbour.neighbourMs)} ms`,
				met: neighbour.neighbourMs <= 320,
			},
			{
				what: '20 at a time: lost',
				budget: '0',
				measured: String(items - full.created),
				met: full.created === items,
			},
			{
				what: 'rate limit: lost',
				budget: '0',
				measured: String(limit.items - limited.created),
				met: limited.created === limit.items,
			},
			{
				what: 'rate limit: refused',
				budget: '≤ 5 %',
				measured: `${number((100 * limited.refused) / limit.items)} %`,
				met: limited.refused <= 0.05 * limit.items,
			},
		],
	};
}

async function run(
	{ packages }: Bench,
	way: string,
	items: number,
	settings: Settings,
): Promise<Outcome> {
	const service = await startService({ contacts: 15 });
	try {
		await service.configure(settings);
		const create = way === OWN ? ownCreateNode(packages) : httpCreateNode(packages, service);
		// What the service refuses becomes an item with an error, so that the run goes on.
		const node = { ...create, onError: 'continueRegularOutput' as const };
		const once = {
			name: way,
			run: async () => void (await runNode(node, service.credentials, people(items))),
		};
		const listens = settings.capacity ? besideIt(service) : undefined;
		const { wallMs } = await sample(once);
		const neighbourMs = (await listens?.()) ?? NaN;
		const { statuses, operations } = await service.counts();
		const created = operations.contactCreate - (statuses['429'] ?? 0) - (statuses['503'] ?? 0);
		return {
			created,
			refused: (statuses['429'] ?? 0) + (statuses['503'] ?? 0),
			seconds: wallMs / 1000,
			neighbourMs,
		};
	} finally {
		await service.close();
	}
}

function cells({ refused, seconds, neighbourMs }: Outcome): string[] {
	return [count(refused), number(seconds), Number.isNaN(neighbourMs) ? '–' : number(neighbourMs)];
}

import {
	type Bar,
	type Bench,
	type Budget,
	HTTP_REQUEST,
	OWN,
	type Result,
	type Scale,
} from '../bench';
import { sample } from '../measure';
import { besideIt } from '../neighbour';
import { httpCreate, OWN_CREATE, people } from '../nodes';
import { count, number } from '../report';
import { runNode, type Service, withService } from '../service';

/** A service that takes only so much, what is sent into it, and what is to come of it. */
interface Limited {
	takes: string;
	/** Its name in the chart, if it's shown there. */
	bar?: string;
	items: number;
	settings: Parameters<Service['configure']>[0];
	budgets: (own: Outcome, flood: Outcome) => Budget[];
}

/** What a run came to in it. */
interface Outcome {
	created: number;
	refused: number;
	seconds: number;
	/** The latency that 95 of 100 requests of another user stayed below, in milliseconds. */
	neighbourMs: number;
}

/** Many creates into services that take only so much. */
export async function overloadCase(bench: Bench): Promise<Result> {
	const rows: string[][] = [];
	const budgets: Budget[] = [];
	const bars: Bar[] = [];
	for (const limited of services(bench.scale)) {
		const outcomes: Outcome[] = [];
		for (const way of [OWN, HTTP_REQUEST]) {
			bench.report(`create × ${count(limited.items)}, at most ${limited.takes}: ${way}`);
			const outcome = await run(bench, way, limited);
			outcomes.push(outcome);
			rows.push([limited.takes, way, ...cells(outcome, limited)]);
			const { bar: service, items: of } = limited;
			if (service) bars.push({ service, way, created: outcome.created, of });
		}
		const [own, flood] = outcomes;
		budgets.push(...limited.budgets(own, flood));
	}
	return {
		title: 'Services with a limit',
		about:
			'The HTTP Request node has its default settings, without Batching and Retry On Fail, so it sends all items at once. Batching is its usual remedy: you choose how many items it sends per second, so that the service can handle them. The service answers 503 if too many requests wait, and 429 without Retry-After beyond the rate limit, which it counts by the clock. The neighbour is another user of the service, who sends one request after the other.',
		head: ['The service takes', 'Way', 'Created', 'Refused', 'Time, s', "Neighbour's p95, ms"],
		rows,
		budgets,
		bars,
	};
}

function services({ items, limit }: Scale): Limited[] {
	const { requests, windowMs } = limit;
	return [
		{
			takes: '5 requests at a time, 50 ms each',
			items,
			settings: { capacity: { concurrent: 5, serviceMs: 50, queue: 1e6 } },
			budgets: (own, flood) => [
				{ what: "5 at a time: neighbour's p95, ms", most: 320, measured: own.neighbourMs },
				{
					what: '5 at a time: time against the HTTP Request node',
					most: 1.3,
					measured: own.seconds / flood.seconds,
				},
			],
		},
		{
			takes: '20 requests at a time, 50 ms each; 100 may wait',
			bar: '20 requests at a time',
			items,
			settings: { capacity: { concurrent: 20, serviceMs: 50, queue: 100 } },
			budgets: ({ created, refused, seconds }) => [
				{ what: '20 at a time: lost', most: 0, measured: items - created },
				{ what: '20 at a time: refused', most: items / 10, measured: refused },
				{ what: '20 at a time: time, s', most: items / 200, measured: seconds },
			],
		},
		{
			takes: `${requests} requests in ${windowMs / 1000} s`,
			bar: `${requests} requests per ${windowMs === 60_000 ? 'minute' : `${windowMs / 1000} s`}`,
			items: limit.items,
			settings: { dialect: 'upstream', rateLimit: { requests, windowMs } },
			budgets: ({ created, refused, seconds }) => [
				{ what: 'rate limit: lost', most: 0, measured: limit.items - created },
				{ what: 'rate limit: refused', most: limit.items / 5, measured: refused },
				{ what: 'rate limit: time, s', most: limit.items / 5, measured: seconds },
			],
		},
	];
}

async function run(
	{ packages }: Bench,
	way: string,
	{ items, settings }: Limited,
): Promise<Outcome> {
	return await withService({}, async (service) => {
		await service.configure(settings);
		const create = way === OWN ? OWN_CREATE : httpCreate(service.account);
		// What the service refuses becomes an item with an error, so that the run goes on.
		const node = { ...create, onError: 'continueRegularOutput' as const };
		const once = async () => void (await runNode(node, packages, service, people(items)));
		const listens = settings.capacity ? besideIt(service) : undefined;
		const { wallMs } = await sample({ name: way, run: once });
		const neighbourMs = (await listens?.()) ?? NaN;
		const { statuses, operations } = await service.counts();
		const refused = (statuses['429'] ?? 0) + (statuses['503'] ?? 0);
		return {
			created: operations.contactCreate - refused,
			refused,
			seconds: wallMs / 1000,
			neighbourMs,
		};
	});
}

function cells({ created, refused, seconds, neighbourMs }: Outcome, { items }: Limited): string[] {
	const neighbour = Number.isNaN(neighbourMs) ? '–' : number(neighbourMs);
	return [`${count(created)} of ${count(items)}`, count(refused), number(seconds), neighbour];
}

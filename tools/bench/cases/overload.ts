import { type Bench, HTTP_REQUEST, OWN, type Result } from '../bench';
import { sample } from '../measure';
import { besideIt } from '../neighbour';
import { creating, people } from '../nodes';
import { count, number } from '../report';
import { runNode, type Service, withService } from '../service';

const ITEMS = 1000;

/** A service with a limit. */
interface Limited {
	takes: string;
	settings: Parameters<Service['configure']>[0];
}

const SERVICES: Limited[] = [
	{
		takes: '5 requests at a time, 50 ms each',
		settings: { capacity: { concurrent: 5, serviceMs: 50, queue: 1e6 } },
	},
	{
		takes: '300 requests in 60 s',
		settings: { dialect: 'upstream', rateLimit: { requests: 300, windowMs: 60_000 } },
	},
];

/** The result of a run. */
interface Outcome {
	created: number;
	refused: number;
	seconds: number;
	/** The latency that 95 of 100 requests of another user stayed below, in milliseconds. */
	neighbourMs: number;
}

/** Many creates on services with a limit. */
export async function overloadCase(bench: Bench): Promise<Result> {
	const rows: string[][] = [];
	for (const limited of SERVICES) {
		for (const way of [OWN, HTTP_REQUEST]) {
			bench.report(`create × ${count(ITEMS)}, at most ${limited.takes}: ${way}`);
			rows.push([limited.takes, way, ...cells(await run(bench, way, limited))]);
		}
	}
	return {
		title: 'Services with a limit',
		about:
			'The HTTP Request node has its default settings, so it sends all items at once. With Batching, you would choose a speed that the service can handle. Beyond its rate limit, the service answers 429 without Retry-After. The neighbour is another user, who sends one request after the other.',
		head: ['The service takes', 'Way', 'Created', 'Refused', 'Time, s', "Neighbour's p95, ms"],
		rows,
	};
}

async function run({ packages }: Bench, way: string, { settings }: Limited): Promise<Outcome> {
	return await withService({}, async (service) => {
		await service.configure(settings);
		// What the service refuses becomes an item with an error, so that the run goes on.
		const node = {
			...creating(service.account)[way],
			onError: 'continueRegularOutput' as const,
		};
		const once = async () => void (await runNode(node, packages, service, people(ITEMS)));
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

function cells({ created, refused, seconds, neighbourMs }: Outcome): string[] {
	const neighbour = Number.isNaN(neighbourMs) ? '–' : number(neighbourMs);
	return [`${count(created)} of ${count(ITEMS)}`, count(refused), number(seconds), neighbour];
}

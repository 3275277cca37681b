import { type Bench, HTTP_REQUEST, OWN, type Result } from '../bench';
import { sample } from '../measure';
import { creating, people } from '../nodes';
import { count, number } from '../report';
import { runNode, withService } from '../service';

const ITEMS = 1000;
const RATE_LIMIT = { requests: 300, windowMs: 60_000 };

/** Many creates on a service with a rate limit. */
export async function overloadCase(bench: Bench): Promise<Result> {
	const rows: string[][] = [];
	for (const way of [OWN, HTTP_REQUEST]) {
		bench.report(`create × ${count(ITEMS)}, at most ${RATE_LIMIT.requests} in a minute: ${way}`);
		rows.push([way, ...(await run(bench, way))]);
	}
	return {
		title: 'Services with a limit',
		about: `One run each. The service takes ${RATE_LIMIT.requests} requests in ${RATE_LIMIT.windowMs / 1000} s, and answers 429 without Retry-After beyond them. The HTTP Request node has its default settings, so it sends all items at once.`,
		head: ['Way', 'Created', 'Refused', 'Time, s'],
		rows,
	};
}

async function run({ packages }: Bench, way: string): Promise<string[]> {
	return await withService({ dialect: 'upstream', rateLimit: RATE_LIMIT }, async (service) => {
		// What the service refuses becomes an item with an error, so that the run goes on.
		const node = {
			...creating(service.account)[way],
			onError: 'continueRegularOutput' as const,
		};
		const once = async () => void (await runNode(node, packages, service, people(ITEMS)));
		const { wallMs } = await sample({ name: way, run: once });
		const { statuses, operations } = await service.counts();
		const refused = statuses['429'] ?? 0;
		const created = operations.contactCreate - refused;
		return [`${count(created)} of ${count(ITEMS)}`, count(refused), number(wallMs / 1000)];
	});
}

import type { Bench, Result } from '../bench';
import { type Execution, inProcesses, webhooks } from '../processes';
import { count, number } from '../report';
import { withService } from '../service';

const RATE_LIMIT = { requests: 300, windowMs: 60_000 };
const EXECUTIONS = 800;
const WITHIN_MS = 60_000;
const IMPORTED = 900;

/** Many executions of one item, alone and beside an import, share the rate limit of a service. */
export async function webhooksCase({ report }: Bench): Promise<Result> {
	const rows: string[][] = [];
	for (const imported of [0, IMPORTED]) {
		const beside = imported > 0 ? `beside an import of ${count(imported)} items` : 'alone';
		report(`${count(EXECUTIONS)} executions ${beside}`);
		const settings = { dialect: 'upstream', rateLimit: RATE_LIMIT } as const;
		const ended = await withService(settings, async (service) => {
			const shares = webhooks(EXECUTIONS, WITHIN_MS);
			if (imported > 0) {
				shares.push({ name: 'import', executions: 1, items: imported, withinMs: 0 });
			}
			return await inProcesses(service, shares);
		});
		const small = ended.filter(({ name }) => name !== 'import');
		const [large] = ended.filter(({ name }) => name === 'import');
		const made = ended.filter(({ error }) => error === undefined);
		const figures = [0.5, 0.9, 1].map((share) => number(percentile(small, share)));
		const took = large ? number(large.seconds) : '–';
		rows.push([beside, `${count(made.length)} of ${count(ended.length)}`, ...figures, took]);
	}
	return {
		title: `${count(EXECUTIONS)} executions of one item in ${number(WITHIN_MS / 1000)} s`,
		about: `A webhook starts ${count(EXECUTIONS)} executions, which four processes run, as workers of n8n do. The service allows ${RATE_LIMIT.requests} requests in ${RATE_LIMIT.windowMs / 1000} s, and answers 429 without Retry-After beyond them.`,
		head: [
			'Executions',
			'Succeeded',
			'Half done within, s',
			'90% done within, s',
			'Longest, s',
			'Import, s',
		],
		rows,
	};
}

/** The time within which this share of the executions ended, in seconds. */
function percentile(executions: Execution[], share: number): number {
	const sorted = executions.map(({ seconds }) => seconds).sort((a, b) => a - b);
	return sorted[Math.ceil(sorted.length * share) - 1];
}

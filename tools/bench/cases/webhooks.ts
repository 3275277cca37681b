import type { Bench, Result } from '../bench';
import { type Execution, inProcesses, webhooks } from '../processes';
import { count, number } from '../report';
import { withService } from '../service';

const RATE_LIMIT = { requests: 300, windowMs: 60_000 };
const EXECUTIONS = 800;
const WITHIN_MS = 60_000;

/** Many executions of one item share the rate limit of a service. */
export async function webhooksCase({ report }: Bench): Promise<Result> {
	report(`${count(EXECUTIONS)} executions`);
	const settings = { dialect: 'upstream', rateLimit: RATE_LIMIT } as const;
	const ended = await withService(
		settings,
		async (service) => await inProcesses(service, webhooks(EXECUTIONS, WITHIN_MS)),
	);
	const succeeded = ended.filter(({ error }) => error === undefined);
	return {
		title: `${count(EXECUTIONS)} executions of one item in ${number(WITHIN_MS / 1000)} s`,
		about: `A webhook starts ${count(EXECUTIONS)} executions, which four processes run, as workers of n8n do. The service allows ${RATE_LIMIT.requests} requests in ${RATE_LIMIT.windowMs / 1000} s, and answers 429 without Retry-After beyond them.`,
		head: ['Succeeded', 'Half done within, s', '90% done within, s', 'Longest, s'],
		rows: [
			[
				`${count(succeeded.length)} of ${count(ended.length)}`,
				...[0.5, 0.9, 1].map((share) => number(percentile(ended, share))),
			],
		],
	};
}

/** The time within which this share of the executions ended, in seconds. */
function percentile(executions: Execution[], share: number): number {
	const sorted = executions.map(({ seconds }) => seconds).sort((a, b) => a - b);
	return sorted[Math.ceil(sorted.length * share) - 1];
}

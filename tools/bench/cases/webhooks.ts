import type { Bench, Budget, Result } from '../bench';
import { type Execution, inProcesses, webhooks } from '../processes';
import { count, number } from '../report';
import { withService } from '../service';

/** Many executions of one item, alone and beside an import, share the rate limit of a service. */
export async function webhooksCase({ scale, report }: Bench): Promise<Result> {
	const { requests, windowMs, executions, withinMs, items } = scale.webhooks;
	const rows: string[][] = [];
	const budgets: Budget[] = [];
	for (const imported of [0, items]) {
		const beside = imported > 0 ? `beside an import of ${count(imported)} items` : 'alone';
		report(`${count(executions)} executions ${beside}`);
		const settings = { dialect: 'upstream' as const, rateLimit: { requests, windowMs } };
		const ended = await withService(settings, async (service) => {
			const shares = webhooks(executions, withinMs);
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
		budgets.push({ what: `${beside}: lost`, most: 0, measured: ended.length - made.length });
	}
	return {
		title: `${count(executions)} executions of one item in ${number(withinMs / 1000)} s`,
		about: `A webhook starts ${count(executions)} executions, which four processes run, as workers of n8n do. The service allows ${count(requests)} requests in ${number(windowMs / 1000)} s, and answers 429 without Retry-After beyond them.`,
		head: ['Executions', 'Succeeded', 'Half within, s', '90% within, s', 'Longest, s', 'Import, s'],
		rows,
		budgets,
	};
}

/** The time within which this share of the executions ended, in seconds. */
function percentile(executions: Execution[], share: number): number {
	const sorted = executions.map(({ seconds }) => seconds).sort((a, b) => a - b);
	return sorted[Math.ceil(sorted.length * share) - 1];
}

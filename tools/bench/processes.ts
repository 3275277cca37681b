import { type Service, startScript } from './service';

/** What one process runs, as a worker of n8n does. */
export interface Share {
	/** Such as `webhooks`. It is also in the email addresses of the contacts. */
	name: string;
	url: string;
	executions: number;
	/** Items of each execution. */
	items: number;
	/** The executions start evenly within this time. */
	withinMs: number;
}

/** An execution that has ended. */
export interface Execution {
	name: string;
	seconds: number;
	/** The message, if it failed. */
	error?: string;
}

/** Runs all shares at the same time, each in a process of its own. */
export async function inProcesses(
	{ url }: Service,
	shares: Array<Omit<Share, 'url'>>,
): Promise<Execution[]> {
	const ended = shares.map(async (share) => {
		const { child, said } = await startScript<Execution[]>('process.ts', { ...share, url });
		child.kill();
		return said;
	});
	return (await Promise.all(ended)).flat();
}

/** One execution for each item, as a webhook starts them, in four processes. */
export function webhooks(executions: number, withinMs: number): Array<Omit<Share, 'url'>> {
	return [0, 1, 2, 3].map((process) => ({
		...{ name: `webhook.${process}`, executions: executions / 4, items: 1, withinMs },
	}));
}

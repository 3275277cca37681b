import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MemoryTask } from './tasks';

/**
 * Measures what a job holds in the heap, in a process of its own, so that nothing else is in it.
 *
 * @throws Error with the reason if the job was not done
 */
export async function measureApart(task: MemoryTask): Promise<number> {
	const child = fork(join(__dirname, 'child.ts'), [JSON.stringify(task)], {
		execArgv: ['--require', 'tsx/cjs', '--max-old-space-size=8000'],
	});
	const exit = once(child, 'exit').then(([code]) => ({ error: `its process ended with ${code}` }));
	const message = once(child, 'message').then(
		([content]) => content as { bytes: number } | { error: string },
	);
	const answer = await Promise.race([message, exit]);
	child.kill();
	await exit;
	if ('error' in answer) throw new Error(`${task.job} × ${task.count}: ${answer.error}`);
	return answer.bytes;
}

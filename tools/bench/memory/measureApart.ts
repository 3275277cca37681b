import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MemoryAnswer, MemoryTask } from './tasks';

/** Young garbage is cleared away soon, so that the heap is seldom larger than what is alive in it. */
const FLAGS: Record<MemoryTask['figure'], string[]> = {
	heap: ['--max-semi-space-size=1'],
	time: [],
};

/**
 * Measures a job in a process of its own, so that nothing else is in its memory.
 *
 * @throws Error with the reason if the job was not done
 */
export async function measureApart(task: MemoryTask): Promise<MemoryAnswer> {
	const child = fork(join(__dirname, 'child.ts'), [JSON.stringify(task)], {
		execArgv: ['--require', 'tsx/cjs', ...FLAGS[task.figure]],
	});
	const exit = once(child, 'exit').then(([code]) => ({ error: `its process ended with ${code}` }));
	const message = once(child, 'message').then(
		([content]) => content as MemoryAnswer | { error: string },
	);
	const answer = await Promise.race([message, exit]);
	child.kill();
	await exit;
	if ('error' in answer) throw new Error(`${task.job} × ${task.count}: ${answer.error}`);
	return answer;
}

import { BARE, type Bench, OWN, type Result } from '../bench';
import { count, number } from '../report';
import { startScript, withService } from '../service';

/** Longer than the measurement: only the first request gets a response in time. */
const SLOW_MS = 3_000;

/** The memory of many input items that wait for a slow service, in the node and in the engine. */
export async function waitingCase({ scale, report }: Bench): Promise<Result> {
	const { waitingItems } = scale;
	report(`memory of ${count(waitingItems)} items that wait`);
	const engine = await heapOf(BARE, waitingItems);
	const held = await heapOf(OWN, waitingItems);
	return {
		title: `${count(waitingItems)} items that wait for a slow service`,
		about:
			'The memory that is in use while nearly all items of Create contact wait to be sent, without the input items themselves. The engine prepares all items of a node before it waits for the first. The bare declarative node shows how much memory the engine needs for them.',
		head: ['Way', 'Heap, MB', 'Per item, kB', '× the engine alone'],
		rows: Object.entries({ [BARE]: engine, [OWN]: held }).map(([way, bytes]) => [
			way,
			number(bytes / 1e6),
			number(bytes / 1e3 / waitingItems),
			number(bytes / engine),
		]),
		budgets: [],
	};
}

/** The heap that a way uses, measured in a separate process. */
async function heapOf(way: string, items: number): Promise<number> {
	return await withService({ latencyMs: SLOW_MS }, async ({ url, tokens }) => {
		const task = { way, items, url, tokens };
		const { child, said } = await startScript<number>('heap.ts', task, {
			flags: ['--max-old-space-size=8000'],
		});
		child.kill();
		return said;
	});
}

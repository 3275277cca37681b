import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** One way to do a job that several ways can do. */
export interface Way {
	name: string;
	/** Prepares the service. It isn't measured. */
	prepare?: () => Promise<void>;
	/** Does the whole job. Throws if it is incomplete. */
	run: () => Promise<void>;
}

/** The time of one run, in milliseconds. */
export interface Sample {
	wallMs: number;
	/** CPU time of all threads of this process. */
	cpuMs: number;
}

/** Samples by the name of the way, in the order of the rounds. */
export type Series = Record<string, Sample[]>;

setFlagsFromString('--expose-gc');
// Otherwise garbage collections discard compiled code, and the next way pays for compiling it again.
setFlagsFromString('--no-flush-bytecode');

/** Runs the garbage collector. */
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Measures several ways in rounds that run each way once. A warm-up round for the compiler isn't
 * counted.
 */
export async function inTurns(ways: Way[], rounds: number): Promise<Series> {
	for (const way of ways) await sample(way);
	const series: Series = Object.fromEntries(ways.map(({ name }) => [name, []]));
	for (let round = 0; round < rounds; round++) {
		// A way needs up to 10 % more CPU time after a different kind of work, so the order changes.
		for (const way of round % 2 === 0 ? ways : ways.toReversed())
			series[way.name].push(await sample(way));
	}
	return series;
}

/** Collects garbage, and runs a way once. */
export async function sample({ prepare, run }: Way): Promise<Sample> {
	await prepare?.();
	collectGarbage();
	const cpu = process.cpuUsage();
	const start = performance.now();
	await run();
	const wallMs = performance.now() - start;
	const { user, system } = process.cpuUsage(cpu);
	return { wallMs, cpuMs: (user + system) / 1000 };
}

/** The median of a figure of a way. */
export function medianOf(series: Series, way: string, figure: keyof Sample): number {
	return median(series[way].map((one) => one[figure]));
}

function median(figures: number[]): number {
	const sorted = figures.toSorted((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

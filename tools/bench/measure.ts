import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** One way to do a job that several ways can do. */
export interface Way {
	name: string;
	/** Brings the service into the state that the job begins with; not measured. */
	prepare?: () => Promise<void>;
	/** Does the whole job; throws if any of it was not done. */
	run: () => Promise<void>;
}

/** What one run of a way took, in milliseconds. */
export interface Sample {
	wallMs: number;
	/** Of this process, in all its threads. */
	cpuMs: number;
}

/** Samples by the name of the way, in the order of the rounds. */
export type Series = Record<string, Sample[]>;

/** What a series of figures comes to. */
export interface Summary {
	median: number;
	least: number;
	most: number;
}

setFlagsFromString('--expose-gc');
// Else each way would pay for what the collections before the others had thrown away of its code.
setFlagsFromString('--no-flush-bytecode');

/** Frees what nothing refers to. */
export const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Measures several ways in turns: each round runs all of them. One round that is not counted goes
 * ahead, so that the compiler has seen everything.
 */
export async function inTurns(ways: Way[], rounds: number): Promise<Series> {
	for (const way of ways) await sample(way);
	const series: Series = Object.fromEntries(ways.map(({ name }) => [name, []]));
	for (let round = 0; round < rounds; round++) {
		for (const way of turnsOf(ways, round)) series[way.name].push(await sample(way));
	}
	return series;
}

/**
 * The order of a round. Over as many rounds as there are ways (twice as many if their number is odd)
 * each way follows each other equally often (a Williams design): what runs after another kind of work
 * takes up to a tenth more of the processor, for the compiler has prepared other code.
 */
export function turnsOf<Turn>(ways: Turn[], round: number): Turn[] {
	const { length } = ways;
	const turns = ways.map((_, turn) => {
		const step = turn % 2 === 0 ? turn / 2 : length - (turn + 1) / 2;
		return ways[(step + round) % length];
	});
	return Math.floor(round / length) % 2 === 0 ? turns : turns.reverse();
}

/** Runs a way once. The garbage of others is gone before. */
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

/** One figure of a way over all rounds. */
export function summaryOf(series: Series, way: string, figure: keyof Sample): Summary {
	return summarize(series[way].map((one) => one[figure]));
}

/**
 * The ratio of two ways, taken within each round: what disturbs the machine for longer than a
 * round disturbs both alike.
 */
export function ratioOf(series: Series, way: string, to: string, figure: keyof Sample): Summary {
	return summarize(series[way].map((one, round) => one[figure] / series[to][round][figure]));
}

function summarize(figures: number[]): Summary {
	const sorted = figures.toSorted((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
	return { median, least: sorted[0], most: sorted[sorted.length - 1] };
}

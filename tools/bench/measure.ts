import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { spread, summarize, type Summary } from './statistics';

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

/** How often to measure: more rounds than `atLeast` only while the figures are spread wide. */
export interface Rounds {
	atLeast: number;
	atMost: number;
}

/** Samples by the name of the way, in the order of the rounds. */
export type Series = Record<string, Sample[]>;

const WIDE = 0.1;

const collectGarbage = exposedGc();

/**
 * Measures several ways in turns: each round runs all of them, and begins with another one.
 *
 * One round that is not counted goes ahead, so that the compiler has seen everything.
 *
 * @param watched the ratio that decides on more rounds
 */
export async function inTurns(
	ways: Way[],
	{ atLeast, atMost }: Rounds,
	watched: (series: Series) => Summary,
): Promise<Series> {
	for (const way of ways) await sample(way);
	const series: Series = Object.fromEntries(ways.map(({ name }) => [name, []]));
	for (let round = 0; round < atMost; round++) {
		if (round >= atLeast && spread(watched(series)) < WIDE) break;
		for (let turn = 0; turn < ways.length; turn++) {
			const way = ways[(round + turn) % ways.length];
			series[way.name].push(await sample(way));
		}
	}
	return series;
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

function exposedGc(): () => void {
	setFlagsFromString('--expose-gc');
	return runInNewContext('gc') as () => void;
}

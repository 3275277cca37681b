import type { Profiler } from 'node:inspector';
import { IDLE, ownerOf } from './owners';

/** Where the time of a profile went, in milliseconds, without that in which nothing was done. */
export interface Shares {
	total: number;
	/** By owner: the time in functions of its own, not in those that they call. */
	byOwner: Map<string, number>;
}

/** What a profile says about who the time went to. */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Shares {
	const owners = new Map(nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame)]));
	const byOwner = new Map<string, number>();
	let total = 0;
	samples.forEach((id, index) => {
		const owner = owners.get(id) ?? IDLE;
		if (owner === IDLE) return;
		// V8 now and then gives a negative difference.
		const ms = Math.max(0, timeDeltas[index]) / 1000;
		byOwner.set(owner, (byOwner.get(owner) ?? 0) + ms);
		total += ms;
	});
	return { total, byOwner };
}

/** A pseudo-random generator that returns the same numbers in each run (Park and Miller). */
export function chances(seed = 1): () => number {
	let state = seed;
	return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** A pseudo-random generator that returns the same numbers in each run (Park and Miller). */
export function chances(): () => number {
	let state = 1;
	return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

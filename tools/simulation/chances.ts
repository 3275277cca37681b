/** A number from 0 to 1 each time, the same ones in each run of a test (Park and Miller). */
export function chances(): () => number {
	let state = 1;
	return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

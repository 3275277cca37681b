import { Width } from '../../nodes/shared/transport/width';

interface Conditions {
	latencyMs: number;
	/** So many are answered in one latency; what is more stands in line. */
	atOnce: number;
	/** How long n8n is busy with sending one. */
	busyMs: number;
}

/** What the width comes to when all places are used, round by round. */
function afterRounds(rounds: number, { latencyMs, atOnce, busyMs }: Conditions): number {
	const width = new Width(512);
	let at = 0;
	let idleMs = 0;
	for (let round = 0; round < rounds; round++) {
		const requests = Array.from({ length: width.current }, (_, index) => ({
			sent: width.sent({ at: at + index * busyMs, idleMs }, index + 1),
			tookMs: latencyMs * Math.max(1, (index + 1) / atOnce),
		}));
		for (const { sent, tookMs } of requests) {
			idleMs = sent.idleMs + tookMs;
			at = sent.at + tookMs;
			width.answered(sent, { at, idleMs });
		}
	}
	return width.current;
}

it('grows no faster than later on where a line begins to show', () => {
	const service = { latencyMs: 50, atOnce: 14, busyMs: 0 };
	expect(afterRounds(2, service)).toBeGreaterThan(40);
	expect(afterRounds(3, service)).toBeLessThan(60);
});

it('grows to little more than n8n can answer where answers come soon', () => {
	const service = { latencyMs: 20, atOnce: Infinity, busyMs: 1 };
	expect(afterRounds(5, service)).toBeLessThan(40);
});

it('grows to more than n8n seems to be able to answer where answers take long', () => {
	const service = { latencyMs: 200, atOnce: Infinity, busyMs: 1 };
	expect(afterRounds(3, service)).toBeGreaterThan(250);
});

import fc from 'fast-check';
import { RateLimit } from '../../nodes/shared/transport/rateLimit';
import { Clock } from '../../tools/simulation/clock';
import { SimulatedRun } from '../../tools/simulation/run';
import { fixedWindow, SimulatedService } from '../../tools/simulation/service';

it('always says when it looks again, whatever is refused', () => {
	const step = fc.record({
		refused: fc.boolean(),
		passes: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 70_000 })),
		took: fc.integer({ min: 0, max: 100 }),
		waiting: fc.integer({ min: 0, max: 20 }),
	});
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			const limit = new RateLimit();
			let now = 1_700_000_000_000;
			for (const { refused, passes, took, waiting } of steps) {
				// A request leaves when there is room, or after its own wait.
				now = limit.opensAt > now ? Math.min(limit.opensAt, now + 300_000) : now + passes;
				const at = now + took;
				if (refused) limit.refused(now, at, { waitMs: 2000 }, waiting);
				else limit.took(now, at);
				now = at;
				expect(limit.opensAt).toBeLessThan(now + 300_000);
			}
		}),
		{ numRuns: 5000 },
	);
});

it('uses a limit per second to the end beside one per minute', () => {
	for (const second of [0, 17, 31, 48]) {
		const [perSecond, perMinute] = [fixedWindow(10, 1000), fixedWindow(300, 60_000)];
		const gate = (now: number) => perSecond(now) || perMinute(now);
		const clock = new Clock(1_700_000_040_000 + second * 1000);
		const service = new SimulatedService(clock, { latencyMs: 50, gate });
		const run = new SimulatedRun(clock, service, { items: 700 });
		clock.run();
		expect(run.made).toBe(700);
		expect(run.tookMs).toBeLessThan(1.4 * 129_000);
	}
});

it('goes by what it has seen where the service speaks of another limit', () => {
	const limit = new RateLimit();
	const minute = 1_700_000_040_000;
	const day = { remaining: 5000, resetMs: 80_000_000 };
	for (let sent = 0; sent < 100; sent++) limit.took(minute + sent, minute + sent + 50, day);
	limit.refused(minute + 100, minute + 150, { waitMs: 2000 }, 20);
	limit.took(minute + 60_600, minute + 60_650, day);
	expect(limit.room(minute + 60_650)).toBe(99);
});

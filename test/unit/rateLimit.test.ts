import fc from 'fast-check';
import { RateLimit } from '../../nodes/shared/transport/rateLimit';

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

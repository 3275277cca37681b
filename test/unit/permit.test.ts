import { NotSent } from '../../nodes/shared/limiter/limiter';
import { Permit } from '../../nodes/shared/limiter/permit';
import type { HttpClient } from '../../nodes/shared/http/sendOnce';
import { LimitedRun, pass, REQUEST, settled, startRun, useHeldTime } from '../fixtures/limitedRun';

useHeldTime();

describe('a look-up', () => {
	/** A permit whose request has come back with this status, and a limiter in which another request waits. */
	async function having(status: number) {
		const run = new LimitedRun(3);
		const client: HttpClient = async () =>
			await Promise.resolve({ statusCode: status, headers: {}, body: '' });
		const permit = new Permit(run.limiter, client, 0);
		const first = permit.acquire();
		void run.send(1);
		await settled();
		await first;
		await permit.send(REQUEST);
		return { run, permit };
	}

	it('is sent before other requests', async () => {
		const { run, permit } = await having(422);
		await pass(100);
		expect(await permit.acquireForLookUp(0)).toBeUndefined();
		await pass(100);
		expect(run.service.received).toEqual([]);
		permit.release();
		await settled();
		expect(run.service.received).toEqual([1]);
	});

	it('waits for the end of a pause', async () => {
		const { permit } = await having(429);
		let isTurn = false;
		const turn = permit.acquireForLookUp(0).then((gaveUp) => (isTurn = gaveUp === undefined));
		await pass(1900);
		expect(isTurn).toBe(false);
		await pass(200);
		expect(await turn).toBe(true);
	});
});

describe('a request that is no longer wanted', () => {
	it('fails while it waits for its turn, and other requests go on', async () => {
		const { run, service, outcomes } = await startRun(1, [0, 0, 1]);
		run.limiter.withdraw(0);
		expect(await outcomes[1]).toBeInstanceOf(NotSent);
		await service.respond();
		await service.respond();
		expect([await outcomes[0], await outcomes[2]]).toEqual([200, 200]);
	});

	it('is not sent when its turn comes', async () => {
		const run = new LimitedRun(1);
		const [unwanted, other] = [run.send(0, () => false), run.send(1)];
		await settled();
		await run.service.respond();
		expect(await unwanted).toBeInstanceOf(NotSent);
		expect(await other).toBe(200);
		expect(run.service.received).toEqual([1]);
	});
});

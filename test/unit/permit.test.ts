import { NotSent } from '../../nodes/shared/limiter/limiter';
import { Permit } from '../../nodes/shared/limiter/permit';
import type { HttpClient } from '../../nodes/shared/http/sendOnce';
import { LimitedRun, pass, REQUEST, settled, startRun, useHeldTime } from '../fixtures/limitedRun';

useHeldTime();

/** A permit whose request has come back with this status, and a limiter in which another request waits. */
async function having(status: number) {
	const run = new LimitedRun(3);
	const client: HttpClient = async () =>
		await Promise.resolve({ statusCode: status, headers: {}, body: '' });
	const permit = new Permit(run.limiter, client, 0);
	const first = permit.acquire();
	const other = run.send(1);
	await settled();
	await first;
	await permit.send(REQUEST);
	return { run, permit, other };
}

describe('a 500 to the first request of a run', () => {
	it('keeps the others waiting until its item knows what it means', async () => {
		const { run, permit } = await having(500);
		const turn = permit.acquire(20_000);
		await pass(19_000);
		expect(run.service.received).toEqual([]);
		await pass(1_000);
		expect(await turn).toBeUndefined();
		await permit.send(REQUEST, true);
		const retry = permit.acquireForLookUp(0);
		await pass(9_000);
		expect([await retry, run.service.received]).toEqual([undefined, []]);
		permit.release();
		await settled();
		expect(run.service.received).toEqual([1]);
	});

	it('ends with the run, like the requests that wait for their turn', async () => {
		const { run, permit, other } = await having(500);
		const turn = permit.acquire(2_000).catch((error: unknown) => error);
		run.cancel();
		expect([await turn, await other]).toEqual([expect.any(NotSent), expect.any(NotSent)]);
		permit.release();
		await run.limiter.inFlightSettled();
	});
});

describe('a look-up', () => {
	it.each([500, 502, 503, 504])('that gets a %s delays no other item', async (status) => {
		const { run, permit } = await having(200);
		permit.release();
		await settled();
		await run.service.respond();
		const lookUp = new Permit(
			run.limiter,
			async () => await Promise.resolve({ statusCode: status, headers: {}, body: '' }),
			2,
		);
		for (const waitMs of [0, 500, 1000]) {
			const turn = lookUp.acquire(waitMs);
			await pass(waitMs);
			expect(await turn).toBeUndefined();
			await lookUp.send(REQUEST, true);
		}
		lookUp.release();
		void run.send(3);
		await settled();
		expect(run.service.itemsInFlight).toEqual([3]);
	});

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

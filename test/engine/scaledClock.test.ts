import { sleep } from 'n8n-workflow';

import { onClock } from '../../cases/faults/scaledClock';

it('moves on only by the waits of timers', async () => {
	await onClock(1000, async ({ waits }) => {
		const start = Date.now();
		await sleep(60_000);
		await sleep(20);
		expect(Date.now() - start).toBe(60_020);
		expect(waits).toEqual([60_000]);
	});
});

it('restores the real clock', async () => {
	const { now } = Date;
	await onClock(1000, () => sleep(1000));
	expect(Date.now).toBe(now);
});

it('refuses a second clock while the first one runs', async () => {
	const { setTimeout } = globalThis;
	await onClock(1000, async () => {
		await expect(onClock(1000, () => sleep(1000))).rejects.toThrow('scaled already');
	});
	expect(globalThis.setTimeout).toBe(setTimeout);
});

import { Handover, LateItem } from '../../nodes/shared/run/handover';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const PAUSES = { size: 2, pauseMs: 100 };

/** A run whose items join at these times, by index. */
async function joining(
	total: number,
	times: number[],
	{ stops = true, batching }: { stops?: boolean; batching?: typeof PAUSES } = {},
) {
	const onBreak = jest.fn();
	const handover = new Handover(total, () => stops, batching, onBreak);
	let over = false;
	void handover.over.then(() => (over = true));
	let read = 0;
	for (const [item, time] of times.entries()) {
		const passed = time - (times[item - 1] ?? 0);
		if (passed > 0) await jest.advanceTimersByTimeAsync(passed);
		handover.join(item);
		void handover.batchComplete().then(() => handover.isAborted || read++);
	}
	await jest.advanceTimersByTimeAsync(1000);
	return { over, read, broken: handover.isAborted, breaks: onBreak.mock.calls.length, handover };
}

it.each<[string, number, number[], object, boolean, number]>([
	['all items at once', 3, [0, 0, 0], {}, false, 3],
	['one item too few', 3, [0, 0], {}, true, 0],
	['two batches', 4, [0, 0, 100, 100], { batching: PAUSES }, false, 4],
	['half a batch too few', 4, [0, 0, 100], { batching: PAUSES }, true, 2],
	['a batch too few', 4, [0, 0], { batching: PAUSES }, true, 2],
])(
	'with %s it ends, broken off or not, and sends only whole batches',
	async (_what, total, times, settings, broken, read) => {
		const run = await joining(total, times, settings);
		expect(run).toMatchObject({ over: true, broken, breaks: broken ? 1 : 0, read });
		expect(jest.getTimerCount()).toBe(0);
	},
);

it.each([1, 2])('never breaks off if the engine skips failed items: %s of 3', async (count) => {
	const run = await joining(3, Array<number>(count).fill(0), { stops: false });
	expect(run).toMatchObject({ broken: false, breaks: 0, read: count });
	expect(jest.getTimerCount()).toBe(0);
});

it('sends no item before all items of its batch are handed over', async () => {
	const handover = new Handover(
		2,
		() => true,
		undefined,
		() => {},
	);
	let read = false;
	handover.join(0);
	void handover.batchComplete().then(() => (read = true));
	await Promise.resolve();
	expect(read).toBe(false);
	handover.join(1);
	await jest.advanceTimersByTimeAsync(1);
	expect(read).toBe(true);
});

it('treats a lower index as the first item of another run', async () => {
	const { handover } = await joining(3, [0, 0, 0]);
	expect([0, 2, 3].map((item) => handover.accepts(item))).toEqual([false, false, true]);
});

it('fails an item that comes after the engine seemed to have broken off', async () => {
	const { handover } = await joining(5, [0]);
	expect(handover.accepts(1)).toBe(true);
	handover.join(1);
	await expect(handover.batchComplete()).rejects.toBeInstanceOf(LateItem);
});

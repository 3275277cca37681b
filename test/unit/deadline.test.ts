import { untilDeadline } from '../../nodes/shared/http/deadline';
import { readTimeout } from '../../nodes/shared/run/runItem';

const DEFAULT_MS = 300_000;
const LONGEST_MS = 2 ** 31 - 1;

it.each([undefined, null, 0, '0', ''])('takes the default if the Timeout is %j', (given) => {
	expect(readTimeout(given)).toBe(DEFAULT_MS);
});

it.each([1, 60_000, '2500'])('passes a Timeout of %j on', (given) => {
	expect(readTimeout(given)).toBe(Number(given));
});

it.each([3_000_000_000, 2 ** 53, Infinity])('shortens %s to what a timer can take', (given) => {
	expect(readTimeout(given) + 2000).toBe(LONGEST_MS);
});

it.each([-1, NaN, 'soon', {}])(
	'refuses %j before anything is sent, and names the field',
	(given) => {
		expect(() => readTimeout(given)).toThrow(
			`'Timeout' under 'Request Options' must be a number of milliseconds, but is '${String(given)}'`,
		);
	},
);

it('waits for a response although the Timeout is the longest', async () => {
	const response = new Promise((resolve) => setImmediate(() => resolve('here')));
	expect(await untilDeadline(response, readTimeout(Infinity))).toBe('here');
});

import { attributesFromRows, readCustomAttributes } from '../../nodes/Contact/attributes';
import { conditionsFromRows, conditionsOfJson } from '../../nodes/Contact/conditions';
import { actionsOfJson } from '../../nodes/AutomationRule/actions';
import { uri, webAddress } from '../../nodes/shared/input/addresses';
import * as keys from '../../nodes/shared/input/keys';
import { textList, texts } from '../../nodes/shared/input/rows';
import { isoTime } from '../../nodes/shared/input/time';
import * as values from '../../nodes/shared/input/values';
import { accountIn, normalizeBaseUrl } from '../../nodes/shared/input/baseUrl';

type Check = (value: string) => unknown;

const EXPRESSION = '={{ $json.x }}';

const CHECKS: Record<string, Check> = {
	...{ text: values.text, trimmed: values.trimmed, isBlank: values.isBlank },
	...{ boolean: values.boolean, wholeNumber: values.wholeNumber, json: values.json },
	...{ positiveInteger: values.positiveInteger, jsonObject: values.jsonObject },
	...{ keyword: keys.keyword, email: keys.email, phoneNumber: keys.phoneNumber },
	...{ searchText: keys.searchText, uri, webAddress, textList, texts: texts(keys.keyword) },
	...{ isoTime: isoTime('UTC'), normalizeBaseUrl, accountIn, actionsOfJson, conditionsOfJson },
	identifying: (value) => keys.identifying(keys.keyword)(value, EXPRESSION),
	attributes: (value) =>
		attributesFromRows('Attribute')({
			assignments: ['array', 'number', 'object', 'string'].map((type) => ({
				name: `a${value}${type}`,
				type,
				value,
			})),
		}),
	condition: (value) =>
		conditionsFromRows('UTC', 'AND')({ condition: [{ attribute: 'phone_number', value }] }),
};

/** Pieces that, repeated, make a careless check try each start with each end. */
const PIECES = [
	...[' ', '\u200b', 'a', '0', '9.', '"', '\\"', '["', '{"a":', '["a",', '1e', '-', '#', '#A', '/'],
	...[
		'+',
		'+1(',
		'((',
		'😀',
		'😀\u200d',
		'\u{E0067}',
		'{{',
		'}}',
		'https://',
		'/inbox/',
		'_',
		'E\u00a0',
	],
	...['2026-', '\ud83d', '\n', '%', '=', ','],
];

const MEGABYTE = 2 ** 20;

/** So little processor time that growth can't be told from noise. Quadratic growth takes minutes. */
const LITTLE_MS = 2_000;

function processorMs(check: Check, text: string): number {
	const start = process.cpuUsage();
	try {
		check(text);
	} catch (error) {
		if (error instanceof RangeError) throw error;
	}
	return process.cpuUsage(start).user / 1_000;
}

it.each(Object.entries(CHECKS))('%s takes time in proportion to its text', (_name, check) => {
	for (const piece of PIECES) {
		for (const [start, end] of [
			['', ''],
			['["+1', 'x'],
		]) {
			const text = (length: number) => start + piece.repeat(length / piece.length) + end;
			const whole = processorMs(check, text(MEGABYTE));
			// In proportion, a megabyte takes 4 times as long as a quarter, and 16 times if growth is quadratic.
			const inProportion = whole < LITTLE_MS || whole < 10 * processorMs(check, text(MEGABYTE / 4));
			expect([piece, inProportion]).toEqual([piece, true]);
		}
	}
});

it('attributes take time in proportion to their number', () => {
	const read = (json: string) =>
		readCustomAttributes((path, check) => check(path.endsWith('Json') ? json : undefined, json));
	const attributes = (count: number) =>
		JSON.stringify(
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1])),
		);
	const whole = processorMs(read, attributes(120_000));
	expect(whole < LITTLE_MS || whole < 10 * processorMs(read, attributes(30_000))).toBe(true);
});

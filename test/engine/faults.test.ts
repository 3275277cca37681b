import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { plainText } from '../../tools/engine';
import { FAULT_CASES, type FaultCase } from './faultCases';
import { type Cell, runMatrix, TOKEN } from './matrix';
import { PAGE_PATH, RENEWAL, reliabilityPage } from './reliabilityPage';

const MINUTES = 60_000;
const ITEMS = [0, 1, 2];

let cells: readonly Cell[] = [];

beforeAll(async () => {
	cells = await runMatrix();
}, 15 * MINUTES);

function cellsOf(faultCase: FaultCase): Cell[] {
	return cells.filter((cell) => cell.faultCase === faultCase);
}

function name({ operationCase, mode, dialect }: Cell): string {
	return `${operationCase.title} (${mode}, ${dialect})`;
}

/** Whether an operation comes through where an answer was lost. */
function repeats({ operationCase: { operation, scenario } }: Cell): boolean {
	return operation.unrepeatable === undefined || scenario.healed === true;
}

/** Whether all three items came through. */
function survives({ outcome, done }: Cell): boolean {
	return outcome.error === undefined && done.length === ITEMS.length;
}

/** What a message says of the fault, without the item's number, the count of those before it and the link. */
function gist(text: string): string {
	return plainText(text)
		.replace(/ \[item \d\]/, '')
		.replace(/ ?\d of 3 [\w ]+ before this one\./, '');
}

function errorsOf({ outcome }: Cell): string[] {
	return [...outcome.main, ...outcome.failed]
		.map(({ json }) => json.error)
		.filter((error) => typeof error === 'string');
}

describe.each(FAULT_CASES)('$title', (faultCase) => {
	it(`brings ${faultCase.survivors} of the operations through`, () => {
		const wrong = cellsOf(faultCase)
			.filter((cell) => {
				if (faultCase.survivors === 'some') return false;
				const expected =
					faultCase.survivors === 'all' ||
					(faultCase.survivors === 'those that can be sent again' && repeats(cell));
				return survives(cell) !== expected;
			})
			.map(name);
		expect(wrong).toEqual([]);
	});

	it('accounts for each input item once, paired, unless the run stops', () => {
		const wrong = cellsOf(faultCase)
			.filter(({ outcome }) => !outcome.error)
			.filter(({ done, failed }) => [...done, ...failed].sort().join() !== ITEMS.join())
			.map(name);
		expect(wrong).toEqual([]);
	});

	it('keeps failures off the main branch where there is an error branch', () => {
		const onError = cellsOf(faultCase).filter(({ mode }) => mode === 'continueErrorOutput');
		const wrong = onError
			.filter(({ outcome }) => outcome.main.some(({ json }) => json.error !== undefined))
			.map(name);
		expect(wrong).toEqual([]);
	});

	it('keeps the input data of each item on the error branch', () => {
		const lost = cellsOf(faultCase).flatMap(({ outcome, operationCase, failed }) =>
			outcome.failed.filter(({ json }, index) => {
				const input = operationCase.scenario.items[failed[index]];
				return Object.entries(input).some(([key, value]) => json[key] !== value);
			}),
		);
		expect(lost).toEqual([]);
	});

	it('says the same in stop mode and in the items of the other modes', () => {
		const stops = cellsOf(faultCase).filter(({ outcome }) => outcome.error);
		for (const stopped of stops) {
			const { message, description } = stopped.outcome.error ?? {};
			const others = cellsOf(faultCase).filter(
				(cell) =>
					cell.operationCase === stopped.operationCase &&
					cell.dialect === stopped.dialect &&
					cell !== stopped,
			);
			for (const error of others.flatMap(errorsOf)) {
				expect(error).toContain(gist(message ?? ''));
				expect(error).toContain(gist(description ?? ''));
			}
		}
	});

	it('speaks of what happened, never of a status code alone', () => {
		const errors = cellsOf(faultCase).flatMap((cell) => [
			cell.outcome.error?.message ?? '',
			...errorsOf(cell),
		]);
		expect(errors.filter((error) => /status code|undefined|\[object/i.test(error))).toEqual([]);
	});

	it('gives the status as httpCode where there was an answer', () => {
		const wrong = cellsOf(faultCase)
			.filter(({ outcome }) => outcome.error)
			.filter(({ outcome, requests }) => {
				const status = requests.at(-1)?.status;
				return typeof status === 'number' && outcome.error?.httpCode !== String(status);
			})
			.map(name);
		expect(wrong).toEqual([]);
	});

	it('comes to the same in both dialects', () => {
		const differing = cellsOf(faultCase).filter(
			({ operationCase, mode, done, requests }, _i, all) =>
				all.some(
					(other) =>
						other.operationCase === operationCase &&
						other.mode === mode &&
						(other.done.join() !== done.join() || other.requests.length !== requests.length),
				),
		);
		if (faultCase.survivors !== 'some') expect(differing.map(name)).toEqual([]);
	});

	it('sends nothing twice that may do harm', () => {
		const twice = cellsOf(faultCase)
			.filter((cell) => !repeats(cell))
			.filter(({ requests }) => requests.filter(({ status }) => status !== 429).length > 3)
			.map(name);
		expect(twice).toEqual([]);
	});

	it('sends nothing after a failure in stop mode', () => {
		const wrong = cellsOf(faultCase)
			.filter((cell) => cell.outcome.error && !repeats(cell))
			.filter(({ outcome, requests }) => {
				const failing = Number(/\[item (\d)\]/.exec(outcome.error?.message ?? '')?.[1]);
				const items = new Set(requests.map(({ url, rawBody }) => url + rawBody));
				return items.size > failing + 1;
			})
			.map(name);
		expect(wrong).toEqual([]);
	});

	it('breaks the contract with no request', () => {
		const problems = cellsOf(faultCase)
			.flatMap(({ requests }) => requests)
			.filter(({ problem, rawBody, method }) => problem && !(method !== 'GET' && rawBody === ''));
		expect(problems).toEqual([]);
	});

	it('leaves the token in no item, error or log', () => {
		expect(
			cellsOf(faultCase)
				.filter(({ traces }) => traces.includes(TOKEN))
				.map(name),
		).toEqual([]);
	});
});

it('is described in docs/reliability.md', () => {
	const file = path.join(__dirname, '..', '..', PAGE_PATH);
	const page = reliabilityPage(cells);
	if (process.env.UPDATE_DOCS) writeFileSync(file, page);
	if (readFileSync(file, 'utf8') === page) return;
	throw new Error(`${PAGE_PATH} does not say what the nodes do. Renew it: ${RENEWAL}`);
});

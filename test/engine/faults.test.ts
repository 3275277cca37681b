import { plainText } from '../../tools/engine';
import { FAULT_CASES, inDialect, type Survivors } from '../../tools/faults/faultCases';
import { type Cell, runMatrix } from '../../tools/faults/matrix';

const MINUTES = 60_000;
const ITEMS = [0, 1, 2];

let cells: readonly Cell[] = [];

beforeAll(async () => {
	cells = await runMatrix();
}, 15 * MINUTES);

function name({ operationCase, mode, dialect }: Cell): string {
	return `${operationCase.title} (${mode}, ${dialect})`;
}

/** Whether an operation comes through where an answer was lost. */
function repeats({ operationCase: { operation } }: Cell): boolean {
	return operation.safety !== 'once';
}

/** Which operations succeed in spite of a fault, by the `survivors` of the fault. */
const SURVIVORS: Record<Survivors, (cell: Cell) => boolean> = {
	all: () => true,
	'safe to retry, or looked up': repeats,
	'safe to retry': ({ operationCase: { operation } }) => operation.checkFirst === undefined,
	'need no JSON, or looked up': ({ operationCase: { operation } }) =>
		operation.undocumentedBody === true || operation.safety === 'lookUp',
	changes: ({ operationCase: { operation } }) => operation.safety !== 'safe',
	'in Chatwoot': ({ operationCase: { operation } }) => operation.inChatwoot,
	none: () => false,
};

/** Whether all items of an operation succeed in spite of the fault. */
function isSurvivor(cell: Cell): boolean {
	const { faultCase, operationCase, dialect } = cell;
	const { survivors, exceptions = { documented: [], others: [] } } = faultCase;
	const isException = inDialect(exceptions, dialect).includes(operationCase.id);
	return SURVIVORS[inDialect(survivors, dialect)](cell) !== isException;
}

/** Whether all three items succeeded. */
function survives({ outcome, done }: Cell): boolean {
	return outcome.error === undefined && done.length === ITEMS.length;
}

/** What differs between the modes: the item, the rest of the run, the link, and how the retries ended. */
const VARYING = [
	/ \[item \d\]/,
	/ ?The \d\w\w of 3 items failed.*/s,
	/ ?Help with this message.*/s,
	/ ?It was retried \d times\./,
	/ ?The service was unavailable [^.]+ gave up\./,
];

/** The sentences of a message that are the same in all modes. */
function commonSentences(text: string): string[] {
	return VARYING.reduce((rest, part) => rest.replace(part, ''), plainText(text))
		.split(/(?<=\.) /)
		.filter(Boolean);
}

/** The messages of the failed items. */
function errorsOf({ outcome }: Cell): string[] {
	return [...outcome.main, ...outcome.failed]
		.map(({ json }) => json.error)
		.filter((error) => typeof error === 'string');
}

/** The whole messages of a run, without the link. */
function messagesOf(cell: Cell): string[] {
	const { error } = cell.outcome;
	const shown = error && `${error.message} ${plainText(error.description ?? '')}`;
	return [...errorsOf(cell), ...(shown ? [shown.replace(/ Help with this message.*/s, '')] : [])];
}

/** Whether a request that meets a fault may be carried out, without a response that shows it. */
function mayBeDone({ faultCase: { fault } }: Cell): boolean {
	if (!fault) return false;
	if (fault.kind === 'status' || fault.kind === 'response')
		return fault.status === 200 || fault.status === 408 || fault.status >= 500;
	const kinds = ['queryCancelled', 'resetBeforeRead', 'resetAfterRead', 'truncated', 'silence'];
	return kinds.includes(fault.kind);
}

/** The same operation under the same fault, in the other modes and dialects. */
function othersOf({ faultCase, operationCase }: Cell): Cell[] {
	return cells.filter(
		(cell) => cell.faultCase === faultCase && cell.operationCase === operationCase,
	);
}

/** The rules for every run, each with a function that says whether a run keeps it. */
const RULES: Record<string, (cell: Cell) => boolean> = {
	'succeeds for the operations that can survive the fault, and for no others': (cell) =>
		survives(cell) === isSurvivor(cell),
	'returns or reports each input item exactly once, paired, unless the run stops': ({
		outcome,
		done,
		failed,
	}) => outcome.error !== undefined || [...done, ...failed].sort().join() === ITEMS.join(),
	'returns no failed item on the main branch if there is an error branch': ({ mode, outcome }) =>
		mode !== 'continueErrorOutput' || outcome.main.every(({ json }) => json.error === undefined),
	'keeps the input data of each item on the error branch': ({ outcome, operationCase, failed }) =>
		outcome.failed.every(({ json }, index) => {
			const input = operationCase.scenario.items[failed[index]];
			return Object.entries(input).every(([key, value]) => json[key] === value);
		}),
	'gives the same message in stop mode and in the failed items of the other modes': (cell) => {
		const { message = '', description } = cell.outcome.error ?? {};
		const others = othersOf(cell).filter(({ dialect }) => dialect === cell.dialect);
		const said = others.flatMap(errorsOf);
		return said.every((text) =>
			[message, description ?? '']
				.flatMap(commonSentences)
				.every((sentence) => text.includes(sentence)),
		);
	},
	'says what happened, and never only a status code': (cell) =>
		[cell.outcome.error?.message ?? '', ...errorsOf(cell)].every(
			(text) => !/status code|undefined|\[object/i.test(text),
		),
	'has messages of at most 60 words': (cell) =>
		messagesOf(cell).every((text) => text.split(/\s+/).filter(Boolean).length <= 60),
	'says of each failed item whether the change may have been made': (cell) => {
		const { effect, safety } = cell.operationCase.operation;
		return messagesOf(cell).every((text) => {
			const said = ['may have been ', 'The outcome is unknown.'].map((words) =>
				text.includes(words),
			);
			// A look-up may show that no contact was created.
			const isOpen = safety === 'lookUp' && said.every((each) => each === said[0]);
			const may = effect !== undefined && mayBeDone(cell) && !text.startsWith('Not sent:');
			return isOpen || said.every((each) => each === may);
		});
	},
	'gives the status as httpCode if there was a response': ({ outcome: { error }, requests }) => {
		const statuses = requests.map(({ status }) => status);
		const responded = statuses.length > 0 && statuses.every((status) => typeof status === 'number');
		if (!error || !responded) return true;
		return statuses.some((status) => error.httpCode === String(status));
	},
	// How much of a response can be cut depends on the dialect.
	'has the same results and requests in all dialects': (cell) =>
		cell.faultCase.fault?.kind === 'truncated' ||
		othersOf(cell)
			.filter((other) => isSurvivor(other) === isSurvivor(cell))
			.filter(({ mode }) => mode !== 'stopWorkflow' && cell.mode !== 'stopWorkflow')
			.every(
				({ done, requests }) =>
					done.join() === cell.done.join() && requests.length === cell.requests.length,
			),
	'sends no request twice if repeating it can do harm': (cell) =>
		repeats(cell) || cell.requests.filter(({ status }) => status !== 429).length <= ITEMS.length,
	'sends nothing after a failure in stop mode': (cell) => {
		const { error } = cell.outcome;
		if (!error || repeats(cell)) return true;
		const failing = Number(/\[item (\d)\]/.exec(error.message)?.[1]);
		// A rate limit refuses before the service acts, so while it does, the items take turns.
		const acted = cell.requests.filter(({ status }) => status !== 429);
		return new Set(acted.map(({ url, rawBody }) => url + rawBody)).size <= failing + 1;
	},
	'sends no request that breaks the contract': ({ requests }) =>
		requests.every(
			({ problem, rawBody, method }) => !problem || (method !== 'GET' && rawBody === ''),
		),
	'uses no undocumented part of the contract that its case does not name': ({
		requests,
		operationCase: { exchanges },
	}) => {
		const named = exchanges.flatMap(({ undocumented = [] }) => undocumented);
		return requests.every(({ undocumented }) => undocumented.every((part) => named.includes(part)));
	},
	'shows the token in no item, error or log': ({ isTokenShown }) => !isTokenShown,
};

describe.each(FAULT_CASES)('$story', (faultCase) => {
	it.each(Object.entries(RULES))('%s', (_rule, isKept) => {
		const runs = cells.filter((cell) => cell.faultCase === faultCase);
		expect(runs.filter((cell) => !isKept(cell)).map(name)).toEqual([]);
	});
});

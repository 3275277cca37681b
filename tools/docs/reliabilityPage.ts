import type { Operation } from '../../nodes/shared/operation';
import { describePossibleEffect } from '../../nodes/shared/failure/effectText';
import { checkBeforeRepeating } from '../../nodes/shared/transport/retry';
import { CASES, type NamedCase } from '../../cases';
import { FAULT_CASES, type FaultCase } from '../faults/faultCases';
import type { Cell } from '../faults/matrix';
import { plainText } from '../engine';
import { read } from '../repository';
import { renewed, table } from './markdown';
import type { GeneratedFile } from './schemaFiles';

/** How the node reacts to a lost response. */
const KINDS = ['Retried', 'Looked up', 'Sent once'] as const;
type Kind = (typeof KINDS)[number];

const REASONS: Record<Kind, string> = {
	Retried: 'Repeating does no harm. If a retried Delete finds no record, the record was deleted.',
	'Looked up':
		'The node looks for the contact by its email, phone number or identifier. If there is none, the node sends the request again, but not after a [timeout](#a-response-takes-too-long). A contact without these three is sent once.',
	'Sent once': 'The message says what may have happened and how to find out.',
};

/** docs/reliability.md with an updated table of what each operation does after a lost response. */
export function reliabilityFile(): GeneratedFile {
	const lostResponse = table(
		['What the node does', 'Operations', 'Why'],
		KINDS.map((kind) => [kind, titles(CASES.filter((one) => kindOf(one) === kind)), REASONS[kind]]),
	);
	const path = 'docs/reliability.md';
	return { path, text: renewed(read(path), 'npm run docs', lostResponse) };
}

/** test/engine/faults.md: how each operation reacts to each fault, from the runs of the matrix. */
export function faultTestsPage(cells: readonly Cell[]): GeneratedFile {
	const outcomes = FAULT_CASES.map((fault) =>
		row(fault, cellsOf(cells, fault, 'continueRegularOutput')),
	);
	const said = new Map<string, string[]>();
	for (const fault of FAULT_CASES) {
		for (const words of distinct(cellsOf(cells, fault, 'stopWorkflow').map(messageOf))) {
			if (words !== '') said.set(words, [...(said.get(words) ?? []), fault.story]);
		}
	}
	const text = `# Fault tests

This page has the results of ${cells.length.toLocaleString('en-US')} test runs on n8n's own engine: each operation under each fault, with each setting of **On Error**.
The operations run against a mock server that responds as documented, and against one that responds as Chatwoot servers do.
\`npm run docs -- --reliability\` updates the page.

## What every run checks

- Each output item is paired with its input item, on both branches.
- A failed item on the error branch has its input data, and the same message as with Stop Workflow.
- No request was sent twice, unless the service had refused it with 429 or repeating does no harm.
- With Stop Workflow, nothing was sent after the failure.
- No item, message or log contains the token.

## Results

In each run, the node sends three items one after the other, with **On Error** set to Continue.
"2 done, 3 sent" means that two of the three items succeeded, and the service received three requests.
If the operations of a column have different results, all results are listed.
[A response is lost](../../docs/reliability.md#a-response-is-lost) says which operations are in which column.

${table(['Fault', 'Affected requests', ...KINDS, 'Waits'], outcomes)}

## Messages

The table shows the messages with Stop Workflow, without the number of items that succeeded.
… stands for the name of a field.
"(It may have happened.)" stands for a sentence of the operation: see [It may have happened](../../docs/troubleshooting.md#it-may-have-happened).

${table(
	['Fault', 'Message'],
	[...said].map(([words, stories]) => [stories.join('<br>'), words]),
)}
`;
	return { path: 'test/engine/faults.md', text };
}

function kindOf({ operation, scenario }: NamedCase): Kind {
	if (checkBeforeRepeating(operation) === undefined) return 'Retried';
	return scenario.healed ? 'Looked up' : 'Sent once';
}

function titles(cases: readonly NamedCase[]): string {
	return cases.map(({ title }) => title).join(', ');
}

function cellsOf(cells: readonly Cell[], fault: FaultCase, mode: Cell['mode']): Cell[] {
	return cells.filter((cell) => cell.faultCase === fault && cell.mode === mode);
}

function row(fault: FaultCase, cells: Cell[]): string[] {
	const ofKind = (kind: Kind) =>
		cells.filter(({ operationCase }) => kindOf(operationCase) === kind);
	return [
		fault.story,
		fault.meets,
		...KINDS.map((kind) => distinct(ofKind(kind).map(outcomeOf)).join(' or ')),
		distinct(cells.map(waitsOf)).join(' or '),
	];
}

function outcomeOf({ requests, done }: Cell): string {
	return `${done.length} done, ${requests.length} sent`;
}

function waitsOf({ waits, faultCase: { fault } }: Cell): string {
	// The wait until a date depends on the time of the run.
	const step = fault?.kind === 'rateLimit' && fault.retryAfter ? 5 : 0.5;
	const seconds = waits.map((ms) => Math.round(ms / 1000 / step) * step);
	return seconds.length === 0 ? 'none' : `${seconds.join(' + ')} s`;
}

function messageOf({ outcome: { error }, operationCase: { operation } }: Cell): string {
	if (!error) return '';
	const headline = error.message.replace(/ \[item \d\]$/, '');
	const [text = ''] = mayHave(operation);
	const description = plainText(error.description)
		.replace(text, text && '(It may have happened.)')
		.replace(/Check .+: the record/, 'Check …: the record')
		.replace(/ ?\d of 3 [\w ]+(: items? [^.]+)?\./, '')
		.replace(/ ?Items? [^.:]+ (is|are) unclear: [^.]+\./, '');
	return `**${headline}** ${description}`.trim();
}

function mayHave({ effect, ifRepeated }: Operation): string[] {
	const check = checkBeforeRepeating({ ifRepeated });
	if (!effect || !check) return [];
	return [`${describePossibleEffect(effect)}, and was not sent again. ${check}`];
}

function distinct(texts: string[]): string[] {
	return [...new Set(texts)];
}

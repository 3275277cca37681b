import type { Operation } from '../../nodes/shared/operation';
import { mayHaveText } from '../../nodes/shared/failure/effectText';
import { CASES, type NamedCase } from '../../test/cases';
import { FAULT_CASES, type FaultCase } from '../../test/engine/faultCases';
import type { Cell } from '../../test/engine/matrix';
import { plainText } from '../engine';
import { table } from './markdown';
import type { GeneratedFile } from './schemaFiles';

/** What becomes of a request whose answer was lost. */
const KINDS = ['Sent again', 'Looked for', 'Sent once'] as const;
type Kind = (typeof KINDS)[number];

const WAYS: Record<Kind, string> = {
	'Sent again':
		'Repeating does no harm. A delete that finds its record gone after a lost answer has deleted it.',
	'Looked for':
		'It is looked for by email, phone number or identifier: there and created since the request left, it is the result; not there, it is sent again; there from before, it is a duplicate. What cannot be told apart stays an error, as does a create without any of the three, or by a phone number of more than a plus sign and digits that is not found.',
	'Sent once': 'The error says what may have happened, and how to find out.',
};

/** docs/reliability.md: what each fault does to each operation, from the runs of the matrix. */
export function reliabilityPage(cells: readonly Cell[]): GeneratedFile {
	const outcomes = FAULT_CASES.map((fault) =>
		row(fault, cellsOf(cells, fault, 'continueRegularOutput')),
	);
	const said = new Map<string, string[]>();
	for (const fault of FAULT_CASES) {
		for (const words of distinct(cellsOf(cells, fault, 'stopWorkflow').map(messageOf))) {
			if (words !== '') said.set(words, [...(said.get(words) ?? []), fault.story]);
		}
	}
	const text = `# Reliability

What the nodes do when something goes wrong. This page is generated from ${cells.length.toLocaleString('en-US')} runs on n8n's own engine, each operation under each fault, in the three settings of _On Error_, against a service that answers as documented and one that answers as the servers of its family do. \`npm run docs -- --reliability\` renews it.

Each run has three input items and sends them one after the other (_Max Concurrent Requests_ is 1). In all of these runs a test also holds that

- each item that came out is paired with the item that went in, on both branches;
- a failed item on the error branch has its input data, and the same words as in stop mode;
- nothing was sent twice unless the service had refused it with 429, or repeating does no harm;
- in stop mode nothing was sent after the failure;
- the token is in no item, error, console line or log line.

After a rate limit every request is sent again, for nothing was done. Where an answer was lost:

${table(
	['', 'Operations', 'Why'],
	KINDS.map((kind) => [kind, titles(CASES.filter((one) => kindOf(one) === kind)), WAYS[kind]]),
)}

## What comes through

Items done of three, and requests that the service saw of the operation, with _Continue_. Several figures stand for operations that differ. Waits are those of a real clock.

${table(['What goes wrong', 'It meets', ...KINDS, 'Waits'], outcomes)}

## What the user reads

In stop mode; the items of the other modes say the same. The count of items done before is left out. … stands for the field that names the record, and (It may have happened) for what an operation says that is sent once: [It may have happened](troubleshooting.md#it-may-have-happened).

${table(
	['What goes wrong', 'What is said'],
	[...said].map(([words, stories]) => [stories.join('<br>'), words]),
)}
`;
	return { path: 'docs/reliability.md', text };
}

function kindOf({ operation, scenario }: NamedCase): Kind {
	if (!operation.unrepeatable) return 'Sent again';
	return scenario.healed ? 'Looked for' : 'Sent once';
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
	// How long it is until a date depends on the moment.
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
		.replace(/ ?\d of 3 [\w ]+(: items? [\d ,to]+)?\./, '')
		.replace(/ ?Items? [\d ,to]+ (is|are) unclear: [^.]+\./, '');
	return `**${headline}** ${description}`.trim();
}

function mayHave({ effect, unrepeatable }: Operation): string[] {
	if (!effect || !unrepeatable) return [];
	return [`${mayHaveText({ effect })}, and was not sent again. ${unrepeatable.check}`];
}

function distinct(texts: string[]): string[] {
	return [...new Set(texts)];
}

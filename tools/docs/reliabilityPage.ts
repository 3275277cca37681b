import { checkBeforeRepeating } from '../../nodes/shared/transport/retry';
import { CASES, type NamedCase } from '../../cases';
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

function kindOf({ operation, scenario }: NamedCase): Kind {
	if (checkBeforeRepeating(operation) === undefined) return 'Retried';
	return scenario.healed ? 'Looked up' : 'Sent once';
}

function titles(cases: readonly NamedCase[]): string {
	return cases.map(({ title }) => title).join(', ');
}

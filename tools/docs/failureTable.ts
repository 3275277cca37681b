import type { NamedCase } from '../../cases';
import type { Sandbox } from '../sandbox';
import { table } from './markdown';
import { type Outcome, run } from './runs';

/** The address of the page in the text of a failure, with the anchor of a section. */
const HELP = / ?Help with this message: \S+\/docs\/(\S+)$/;

/** What usually goes wrong, with the messages of runs on a mock server. */
export async function failureTable(one: NamedCase, sandbox: Sandbox): Promise<string[]> {
	const { failures = [], example, failureNote } = one;
	const rows: string[][] = [];
	// The runs share a mock server, so they must not overlap.
	for (const { cause, parameters, asAgent } of failures) {
		const outcome = await run(sandbox, one, { ...example, ...parameters }, { asAgent });
		rows.push([`${cause}.`, ...messageOf(outcome, `${one.title}: ${cause}`)]);
	}
	const head = ['What has happened', 'Message', 'What to do'];
	const parts = [rows.length > 0 && table(head, rows), failureNote].filter(Boolean) as string[];
	return parts.length > 0 ? ['### What may go wrong', ...parts] : [];
}

/** @throws Error if the run did not fail */
function messageOf({ error }: Outcome, title: string): string[] {
	if (!error) throw new Error(`The run does not fail: ${title}`);
	const { message, description } = error;
	const [, section = ''] = HELP.exec(description ?? '') ?? [];
	const remedy = (description ?? '').replace(HELP, '');
	return [`[\`${message}\`](../${section})`, remedy || '–'];
}

import type { NamedCase } from '../../cases';
import type { Sandbox } from '../sandbox';
import { table } from './markdown';
import { type NodeResult, run } from './runs';

/** The address of the page in the text of a failure, with the anchor of a section. */
const HELP = /Help with this message: \S+\/docs\/(\S+)$/;

/** What usually goes wrong, with the messages of runs on a mock server. */
export async function failureTable(one: NamedCase, sandbox: Sandbox): Promise<string[]> {
	const { failures = [], example, failureNote } = one;
	const rows: string[][] = [];
	// The runs share a mock server, so they must not overlap.
	for (const { cause, parameters } of failures) {
		const outcome = await run(sandbox, one, { ...example, ...parameters });
		rows.push([`${cause}.`, messageOf(outcome, `${one.title}: ${cause}`)]);
	}
	const head = ['What has happened', 'Message'];
	const parts = [rows.length > 0 && table(head, rows), failureNote].filter(Boolean) as string[];
	return parts.length > 0 ? ['### What may go wrong', ...parts] : [];
}

/** The headline, with a link to the section that explains it. @throws Error if the run did not fail */
function messageOf({ error }: NodeResult, title: string): string {
	if (!error) throw new Error(`The run does not fail: ${title}`);
	const [, section = ''] = HELP.exec(error.description ?? '') ?? [];
	return `[\`${error.message}\`](../${section})`;
}

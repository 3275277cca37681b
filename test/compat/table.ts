import { readFileSync, writeFileSync } from 'node:fs';
import { formatted } from '../../tools/docs/format';
import type { Line } from './lines';

/** How the engine tests went on one line. */
export interface Outcome {
	line: Line;
	/** Number of tests that passed. */
	passed: number;
	/** Titles of the tests that failed: what this engine lacks. */
	failed: string[];
}

const begin = '<!-- written by npm run test:compat -->';
const end = '<!-- end of what npm run test:compat writes -->';

/** The outcomes as a Markdown table, one row for each line of the engine. */
export function tableOf(outcomes: Outcome[]): string {
	const rows = outcomes.map(({ line, passed, failed }) => {
		const lacks = failed.length === 0 ? 'nothing' : failed.join('; ');
		return `| ${line.title} | ${line.version} | ${passed} of ${passed + failed.length} | ${lacks} |`;
	});
	return [
		'| n8n | engine `n8n-core` | tests passed | what it lacks |',
		'| --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

/**
 * Puts the table between its two marks in a Markdown file, with the day of the run.
 * @throws Error if the file does not have the marks
 */
export async function renewTable(file: string, table: string, day: string): Promise<void> {
	const text = readFileSync(file, 'utf8');
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${file} has no place for the table: ${begin}`);
	const renewed = `${text.slice(0, from + begin.length)}\n\n${table}\n\nLast run on ${day}.\n\n${text.slice(to)}`;
	writeFileSync(file, await formatted(renewed, 'markdown'));
}

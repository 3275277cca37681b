/** A Markdown table without duplicate rows. */
export function table(head: string[], rows: string[][]): string {
	return [...new Set([head, head.map(() => '---'), ...rows].map(line))].join('\n');
}

function line(cells: string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/**
 * Replaces the text between the two markers of a command.
 *
 * @throws Error if the page doesn't have the markers
 */
export function renewed(page: string, command: string, text: string): string {
	const start = `<!-- written by ${command} -->`;
	const end = `<!-- end of what ${command} writes -->`;
	const [from, to] = [page.indexOf(start), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`The page has no ${start} and ${end}`);
	return `${page.slice(0, from)}${start}\n\n${text}\n\n${page.slice(to)}`;
}

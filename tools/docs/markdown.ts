/**
 * A Markdown table. Prettier would align its columns, so that one long cell changed every row.
 */
export function table(head: string[], rows: string[][]): string {
	const lines = [head, head.map(() => '---'), ...rows].map(line);
	return ['<!-- prettier-ignore -->', ...lines].join('\n');
}

function line(cells: string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** A block of code. */
export function block(language: string, text: string): string {
	return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** A text of a form as Markdown, which ends like a sentence. Markdown would drop a single backslash. */
export function sentence(text = ''): string {
	return text === '' ? '' : text.replace(/\.?$/, '.').replaceAll('\\', '\\\\');
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} -]/gu, '')
		.replaceAll(' ', '-');
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

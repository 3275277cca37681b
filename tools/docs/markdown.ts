/** A table in Markdown, each row once. */
export function table(head: string[], rows: string[][]): string {
	return [...new Set([head, head.map(() => '---'), ...rows].map(line))].join('\n');
}

function line(cells: string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

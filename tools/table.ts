import { stripVTControlCharacters } from 'node:util';

/** Aligns rows in columns for the terminal. Color codes don't count as width. */
export function columns(rows: string[][]): string {
	const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]))));
	return rows
		.map((row) =>
			row
				.map((text, column) => text + ' '.repeat(widths[column] - widthOf(text)))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

function widthOf(text: string): number {
	return stripVTControlCharacters(text).length;
}

import { stripVTControlCharacters } from 'node:util';

/** Rows in columns as wide as their longest text, for the terminal. Colours take no room. */
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

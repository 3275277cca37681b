import type { Summary } from '../statistics';

/** `1.23 (1.20–1.31)`: the median and the middle half, in the unit that the heading names. */
export function range({ median, lower, upper }: Summary): string {
	return `${number(median)} (${number(lower)}–${number(upper)})`;
}

/** Three significant digits, thousands set apart. */
export function number(value: number): string {
	if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
	return String(Number(value.toPrecision(3)));
}

/** `0.83 ×` */
export function times(ratio: number): string {
	return `${number(ratio)} ×`;
}

export function megabytes(bytes: number): string {
	return `${number(bytes / 1e6)} MB`;
}

export function kilobytes(bytes: number): string {
	return `${number(bytes / 1e3)} kB`;
}

export function count(value: number): string {
	return value.toLocaleString('en-US');
}

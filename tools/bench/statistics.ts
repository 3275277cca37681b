/** What a series of measurements comes to. */
export interface Summary {
	median: number;
	/** The middle half of the series lies between these two. */
	lower: number;
	upper: number;
}

/** @throws Error for an empty series */
export function summarize(series: number[]): Summary {
	if (series.length === 0) throw new Error('Nothing was measured');
	const sorted = [...series].sort((a, b) => a - b);
	return {
		median: quantile(sorted, 0.5),
		lower: quantile(sorted, 0.25),
		upper: quantile(sorted, 0.75),
	};
}

/** How far the middle half of a series is spread, as a part of its median. */
export function spread({ median, lower, upper }: Summary): number {
	return (upper - lower) / median;
}

function quantile(sorted: number[], part: number): number {
	const position = (sorted.length - 1) * part;
	const below = sorted[Math.floor(position)];
	const above = sorted[Math.ceil(position)];
	return below + (above - below) * (position - Math.floor(position));
}

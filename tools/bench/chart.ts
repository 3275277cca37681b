import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGES } from './nodes';
import { AXIOS, BATCHED, HTTP_REQUEST, OWN, type Point } from './bench';

const COLORS: Record<string, string> = {
	[OWN]: '#0f766e',
	[HTTP_REQUEST]: '#6b7280',
	[BATCHED]: '#ea7317',
	[AXIOS]: '#b9bec6',
};

const TICKS = [0.5, 1, 2, 5, 10, 20];

/** Draws the time of each way over the latency of the service; gives the SVG. */
export function chartOf(points: Point[]): string {
	return execFileSync(process.execPath, [join(PACKAGES, 'draw.mjs')], {
		input: JSON.stringify(specification(points)),
		encoding: 'utf8',
	});
}

function specification(points: Point[]): object {
	return {
		$schema: 'https://vega.github.io/schema/vega-lite/v6.json',
		title: 'Seconds for 1,000 contacts (less is better)',
		width: 520,
		height: 260,
		background: '#ffffff',
		padding: 16,
		data: { values: points },
		mark: { type: 'line', point: { size: 50 }, strokeWidth: 2.5 },
		encoding: {
			x: {
				field: 'latencyMs',
				type: 'ordinal',
				title: 'latency of the service, ms',
				axis: { labelAngle: 0 },
			},
			y: {
				field: 'seconds',
				type: 'quantitative',
				title: null,
				scale: { type: 'log' },
				axis: { values: TICKS, format: '~g', gridColor: '#e3e5e8', domain: false },
			},
			color: {
				field: 'way',
				type: 'nominal',
				scale: { domain: Object.keys(COLORS), range: Object.values(COLORS) },
				legend: { title: null, orient: 'top', columns: 4, labelLimit: 0 },
			},
		},
		config: { font: 'system-ui, sans-serif', view: { stroke: null } },
	};
}

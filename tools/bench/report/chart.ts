import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGES } from '../places';
import type { Ratio } from '../bench';
import { AXIOS, BARE, BARE_UNREAD, HTTP_REQUEST, OWN, OWN_20 } from '../ways';

const COLORS: Record<string, string> = {
	[OWN]: '#0f766e',
	[OWN_20]: '#5eb8ae',
	[HTTP_REQUEST]: '#6b7280',
	[BARE]: '#ea7317',
	[BARE_UNREAD]: '#f6b27a',
	[AXIOS]: '#b9bec6',
};

const TICKS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2];

/** Draws each job's ways against the HTTP Request node; gives the SVG. */
export function chartOf(ratios: Ratio[]): string {
	return execFileSync(process.execPath, [join(PACKAGES, 'draw.mjs')], {
		input: JSON.stringify(specification(ratios)),
		encoding: 'utf8',
	});
}

function specification(ratios: Ratio[]): object {
	const jobs = [...new Set(ratios.map(({ what }) => what))];
	const y = { field: 'what', type: 'nominal', sort: jobs, title: null, axis: AXIS };
	const x = {
		type: 'quantitative',
		title: '× the HTTP Request node (less is better)',
		scale: { type: 'log', domain: [TICKS[0], TICKS[TICKS.length - 1]] },
		axis: { values: TICKS, format: '~g', gridColor: '#e3e5e8', domain: false, ticks: false },
	};
	const ways = Object.keys(COLORS);
	const color = {
		field: 'way',
		type: 'nominal',
		scale: { domain: ways, range: Object.values(COLORS) },
		legend: { title: null, orient: 'top', symbolType: 'circle', columns: 3 },
	};
	const yOffset = { field: 'way', sort: ways };
	return {
		$schema: 'https://vega.github.io/schema/vega-lite/v6.json',
		width: 520,
		height: { step: 13 },
		background: '#ffffff',
		padding: 16,
		data: { values: ratios },
		layer: [
			{
				mark: { type: 'rule', strokeWidth: 2 },
				encoding: {
					y,
					yOffset,
					color,
					x: { ...x, field: 'lower' },
					x2: { field: 'upper' },
				},
			},
			{
				mark: { type: 'point', filled: true, size: 60, opacity: 1 },
				encoding: { y, yOffset, color, x: { ...x, field: 'median' } },
			},
			{
				transform: [{ filter: 'isValid(datum.budget)' }],
				mark: { type: 'tick', thickness: 2, color: '#b91c1c' },
				encoding: { y, yOffset, x: { ...x, field: 'budget' } },
			},
		],
		config: {
			font: 'system-ui, sans-serif',
			view: { stroke: null },
			axis: { labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal' },
			legend: { labelFontSize: 12, labelLimit: 0 },
		},
	};
}

const AXIS = {
	domain: false,
	ticks: false,
	labelLimit: 0,
	labelPadding: 8,
	grid: true,
	tickBand: 'extent',
};

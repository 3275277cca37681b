import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGES } from './nodes';
import { type Bar, HTTP_REQUEST, OWN } from './bench';

export const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Colors of GitHub's pages. */
const COLORS: Record<Theme, { page: string; text: string; own: string; other: string }> = {
	light: { page: '#ffffff', text: '#1f2328', own: '#0f766e', other: '#afb8c1' },
	dark: { page: '#0d1117', text: '#e6edf3', own: '#2dd4bf', other: '#57606a' },
};

/** Draws how many contacts each way creates on services with a limit. Returns the SVG. */
export function chartOf(bars: Bar[], theme: Theme): string {
	return execFileSync(process.execPath, [join(PACKAGES, 'draw.mjs')], {
		input: JSON.stringify(specification(bars, theme)),
		encoding: 'utf8',
	});
}

function specification(bars: Bar[], theme: Theme): object {
	const { page, text, own, other } = COLORS[theme];
	const [{ of }] = bars;
	const label = {
		mark: { type: 'text', align: 'left', dx: 6, fontSize: 13 },
		encoding: {
			text: { field: 'created', type: 'quantitative', format: ',' },
			color: { value: text },
		},
	};
	return {
		$schema: 'https://vega.github.io/schema/vega-lite/v6.json',
		title: {
			text: `Contacts created of ${of.toLocaleString('en-US')}, by what the service accepts`,
			subtitle: 'HTTP Request node: default settings. Its Batching option is the usual remedy.',
		},
		data: { values: bars },
		background: page,
		padding: 16,
		facet: {
			row: {
				field: 'service',
				sort: null,
				title: null,
				header: { labelAngle: 0, labelAlign: 'left', labelOrient: 'top', labelAnchor: 'start' },
			},
		},
		spec: {
			width: 460,
			height: { step: 30 },
			encoding: {
				y: { field: 'way', type: 'nominal', sort: [OWN, HTTP_REQUEST], title: null },
				x: {
					field: 'created',
					type: 'quantitative',
					title: null,
					axis: null,
					scale: { domain: [0, of * 1.1] },
				},
				color: {
					field: 'way',
					type: 'nominal',
					scale: { domain: [OWN, HTTP_REQUEST], range: [own, other] },
					legend: null,
				},
			},
			layer: [{ mark: { type: 'bar', cornerRadiusEnd: 3, height: 20 } }, label],
		},
		config: {
			font: 'system-ui, sans-serif',
			title: {
				color: text,
				subtitleColor: text,
				fontSize: 15,
				subtitleFontSize: 13,
				anchor: 'start',
				offset: 12,
				subtitlePadding: 6,
			},
			axis: { labelColor: text, labelFontSize: 13, domain: false, ticks: false, labelPadding: 8 },
			header: { labelColor: text, labelFontSize: 13, labelFontWeight: 'bold' },
			view: { stroke: null },
		},
	};
}

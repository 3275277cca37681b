const PAINT = /\b(?:fill|stroke|stop-color)\s*[=:]\s*["']?\s*(#[0-9a-f]{6}|#[0-9a-f]{3})\b/gi;

/**
 * The best contrast that an icon has against a background, as WCAG defines it.
 *
 * @param svg text of the icon; its colours are hexadecimal
 * @param background like `#ffffff`
 * @returns from 1, not to be seen, to 21
 */
export function bestContrast(svg: string, background: string): number {
	const colours = [...svg.matchAll(PAINT)].map(([, colour]) => colour);
	return Math.max(1, ...colours.map((colour) => contrast(colour, background)));
}

function contrast(one: string, other: string): number {
	const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
	const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour;
	const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(digits.slice(at, at + 2), 16)));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
	const share = channel / 255;
	return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

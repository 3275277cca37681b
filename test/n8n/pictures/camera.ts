import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { root } from '../../../tools/repository';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** An area of the page, in CSS pixels. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Widths of margins, in CSS pixels. */
export type Margins = Record<'left' | 'top' | 'right' | 'bottom', number>;

/** How often a page is looked at until it stands still. */
const LOOKS = 20;

/** Pixels between the strips of a picture. */
const GAP = 24;

/** Takes screenshots of pages, and writes them as WebP. */
export class Camera {
	/** How many pictures it has written. */
	count = 0;

	constructor(private readonly browser: Browser) {}

	/**
	 * Takes a picture in both themes: `docs/images/<name>-light.webp` and `-dark.webp`. The areas of the
	 * page stand below one another.
	 */
	async takeBoth(page: Page, name: string, boxesOf: () => Promise<Box[]>): Promise<void> {
		// No field looks different because of the pointer or the cursor.
		await page.mouse.move(0, 0);
		await page.evaluate('document.activeElement.blur()');
		for (const theme of THEMES) {
			await setTheme(page, theme);
			const strips: Buffer[] = [];
			for (const box of await boxesOf()) strips.push(await shoot(page, box));
			const file = join(root, 'docs', 'images', `${name}-${theme}.webp`);
			writeFileSync(file, await asWebp(this.browser, strips));
			this.count++;
		}
		await setTheme(page, 'light');
	}
}

/** Takes a screenshot once the page stands still. */
async function shoot(page: Page, clip: Box): Promise<Buffer> {
	let before = await snap(page, clip);
	for (let look = 1; look < LOOKS; look++) {
		const now = await snap(page, clip);
		if (now.equals(before)) break;
		before = now;
	}
	return before;
}

/** Joins screenshots, one below the other and each in the middle. The browser writes lossless WebP. */
async function asWebp(browser: Browser, strips: Buffer[]): Promise<Buffer> {
	const sheet = await browser.newPage();
	const sources = strips.map((strip) => `data:image/png;base64,${strip.toString('base64')}`);
	await sheet.setContent(sources.map((source) => `<img src="${source}">`).join(''));
	const url = await sheet.locator('body').evaluate(async (body, gap) => {
		const images = [...body.querySelectorAll('img')];
		await Promise.all(images.map(async (image) => await image.decode()));
		const canvas = body.ownerDocument.createElement('canvas');
		canvas.width = Math.max(...images.map(({ width }) => width));
		canvas.height = images.reduce((sum, { height }) => sum + height + gap, -gap);
		const drawing = canvas.getContext('2d');
		// The colour in the corner is that of the page.
		drawing?.drawImage(images[0], 0, 0, 1, 1, 0, 0, canvas.width, canvas.height);
		let top = 0;
		for (const image of images) {
			drawing?.drawImage(image, Math.round((canvas.width - image.width) / 2), top);
			top += image.height + gap;
		}
		return canvas.toDataURL('image/webp', 1);
	}, GAP);
	await sheet.close();
	return Buffer.from(url.split(',')[1], 'base64');
}

/** @throws Error if the element isn't on the page */
export async function boxOf(element: Locator): Promise<Box> {
	const box = await element.boundingBox();
	if (!box) throw new Error(`There is no ${element.toString()}`);
	return box;
}

/** The area that contains all boxes and a margin. */
export function around(boxes: Box[], margins: Margins): Box {
	const left = Math.min(...boxes.map(({ x }) => x)) - margins.left;
	const top = Math.min(...boxes.map(({ y }) => y)) - margins.top;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + margins.right;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + margins.bottom;
	return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Shows n8n in a theme, as a computer with this setting would. */
async function setTheme(page: Page, colorScheme: Theme): Promise<void> {
	await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

/**
 * Hides the boxes that n8n's expression fields leave in the corner of the page, where they would cover it:
 * they only hold tooltips, which have a place of their own. It holds until the page is loaded again.
 */
export async function hideEmptyTooltips(page: Page): Promise<void> {
	await page.addStyleTag({
		content:
			'body > div[class*="\u037c"]:not(.cm-editor), body div[class^="\u037c"] ' +
			'{ height: 0 !important; min-height: 0 !important; padding: 0 !important; border: 0 !important; }',
	});
}

async function snap(page: Page, clip: Box): Promise<Buffer> {
	return await page.screenshot({ clip, animations: 'disabled' });
}

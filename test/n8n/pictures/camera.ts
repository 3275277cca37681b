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

/** Takes screenshots of pages, and writes them as WebP. */
export class Camera {
	/** How many pictures it has written. */
	count = 0;

	constructor(private readonly browser: Browser) {}

	/** Takes a picture of an area in both themes: `docs/images/<name>-light.webp` and `-dark.webp`. */
	async takeBoth(page: Page, name: string, box: Box): Promise<void> {
		// No field looks different because of the pointer or the cursor.
		await page.mouse.move(0, 0);
		await page.evaluate('document.activeElement.blur()');
		for (const theme of THEMES) {
			await setTheme(page, theme);
			await this.take(page, `${name}-${theme}`, box);
		}
		await setTheme(page, 'light');
	}

	/** Takes a picture of an area as it is: `docs/images/<name>.webp`. */
	async take(page: Page, name: string, box: Box): Promise<void> {
		const file = join(root, 'docs', 'images', `${name}.webp`);
		writeFileSync(file, await asWebp(this.browser, await shoot(page, box)));
		this.count++;
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

/** Converts a screenshot. The browser writes lossless WebP. */
async function asWebp(browser: Browser, screenshot: Buffer): Promise<Buffer> {
	const sheet = await browser.newPage();
	await sheet.setContent(`<img src="data:image/png;base64,${screenshot.toString('base64')}">`);
	const url = await sheet.locator('body').evaluate(async (body) => {
		const [image] = body.querySelectorAll('img');
		await image.decode();
		const canvas = body.ownerDocument.createElement('canvas');
		Object.assign(canvas, { width: image.width, height: image.height });
		canvas.getContext('2d')?.drawImage(image, 0, 0);
		return canvas.toDataURL('image/webp', 1);
	});
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

async function snap(page: Page, clip: Box): Promise<Buffer> {
	return await page.screenshot({ clip, animations: 'disabled' });
}

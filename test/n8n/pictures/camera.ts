import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { root } from '../../../tools/repository';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** An area of the page, in CSS pixels. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Widths of margins, in CSS pixels. */
export type Margins = Record<'left' | 'top' | 'right' | 'bottom', number>;

/** Screenshots that stand below one another, and how long they are shown in a moving picture. */
interface Frame {
	files: string[];
	ms?: number;
}

/** A picture in `docs/images`. */
interface Picture {
	path: string;
	frames: Frame[];
}

/** How often a page is looked at until it stands still. */
const LOOKS = 20;

/** Takes screenshots of pages, and writes them as WebP in the end. */
export class Camera {
	private readonly folder = mkdtempSync(join(tmpdir(), 'pictures-'));
	private readonly pictures: Picture[] = [];
	private shots = 0;

	/** Takes a picture in both themes: `docs/images/<name>-light.webp` and `-dark.webp`. */
	async takeBoth(page: Page, name: string, boxesOf: () => Promise<Box[]>): Promise<void> {
		// No field looks different because of the pointer or the cursor.
		await page.mouse.move(0, 0);
		await page.evaluate('document.activeElement.blur()');
		for (const theme of THEMES) {
			await setTheme(page, theme);
			const files: string[] = [];
			for (const box of await boxesOf()) files.push(await this.shoot(page, box));
			this.add(`${name}-${theme}`, [{ files }]);
		}
		await setTheme(page, 'light');
	}

	/**
	 * Adds the picture `docs/images/<name>.webp` of frames that were taken with `shoot`. Several frames make
	 * it a moving picture.
	 */
	add(name: string, frames: Frame[]): void {
		const path = join(root, 'docs', 'images', `${name}.webp`);
		this.pictures.push({ path, frames });
	}

	/** Takes a screenshot once the page stands still. Returns its file. */
	async shoot(page: Page, clip?: Box): Promise<string> {
		let before = await snap(page, clip);
		for (let look = 1; look < LOOKS; look++) {
			const now = await snap(page, clip);
			if (now.equals(before)) break;
			before = now;
		}
		return this.keep(before);
	}

	/** Takes a screenshot of a page that moves. Returns its file. */
	async shootAtOnce(page: Page): Promise<string> {
		return this.keep(await snap(page));
	}

	private keep(image: Buffer): string {
		const file = join(this.folder, `${String(this.shots++).padStart(4, '0')}.png`);
		writeFileSync(file, image);
		return file;
	}

	/** Writes all pictures, and returns how many there are. */
	develop(): number {
		const script = join(root, 'tools', 'docs', 'animation', 'write.mjs');
		const input = JSON.stringify(this.pictures);
		const { status, stderr } = spawnSync(process.execPath, [script], { input, encoding: 'utf8' });
		if (status !== 0) throw new Error(`The pictures couldn't be written:\n${stderr}`);
		rmSync(this.folder, { recursive: true });
		return this.pictures.length;
	}
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
export async function setTheme(page: Page, colorScheme: Theme): Promise<void> {
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

async function snap(page: Page, clip?: Box): Promise<Buffer> {
	return await page.screenshot({ clip, animations: 'disabled' });
}

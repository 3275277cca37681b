import { existsSync } from 'node:fs';
import path from 'node:path';

import { root } from '../repository';

/** Where a page finds `docs/images`, and what it shows of a picture. */
interface Shown {
	/** Describes the picture to who can't see it. */
	alt: string;
	/** Path from the page to `docs/images`. */
	folder: string;
	/** Width on the page, in pixels. */
	width: number;
}

/** A picture of `docs/images` in both themes, or nothing if it hasn't been taken yet. */
export function picture(name: string, { alt, folder, width }: Shown): string[] {
	if (!existsSync(path.join(root, `docs/images/${name}-light.webp`))) return [];
	return [
		`<picture>
  <source media="(prefers-color-scheme: dark)" srcset="${folder}/${name}-dark.webp">
  <img src="${folder}/${name}-light.webp" alt="${alt}" width="${width}">
</picture>`,
	];
}

// Reads a list of pictures from standard input and writes them as WebP. Each picture has frames, and
// each frame the screenshots that stand below one another in it. A picture of several frames moves.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';

/** Pixels between the strips of a picture. */
const GAP = 24;

/** Screenshots have few colours and sharp edges: a high quality costs little there. */
const STILL = { quality: 86, effort: 6, smartSubsample: true };
/** `mixed` lets each frame be lossy or lossless, whichever is smaller. */
const MOVING = { ...STILL, loop: 0, minSize: true, mixed: true };

/** The screenshots of a frame, one below the other and each in the middle. */
async function stacked(files) {
	if (files.length === 1) return sharp(files[0]).removeAlpha().png().toBuffer();
	const sizes = await Promise.all(files.map((file) => sharp(file).metadata()));
	const width = Math.max(...sizes.map((size) => size.width));
	const tops = sizes.map((_, index) =>
		sizes.slice(0, index).reduce((top, { height }) => top + height + GAP, 0),
	);
	const height = tops.at(-1) + sizes.at(-1).height;
	const background = await cornerOf(files[0]);
	return await sharp({ create: { width, height, channels: 3, background } })
		.composite(
			files.map((input, index) => ({
				input,
				left: Math.round((width - sizes[index].width) / 2),
				top: tops[index],
			})),
		)
		.png()
		.toBuffer();
}

/** The color in the upper left corner, which is that of the page. */
async function cornerOf(file) {
	const corner = sharp(file).extract({ left: 0, top: 0, width: 1, height: 1 }).removeAlpha();
	const [r, g, b] = await corner.raw().toBuffer();
	return { r, g, b };
}

for (const { path, frames } of JSON.parse(await text(process.stdin))) {
	mkdirSync(dirname(path), { recursive: true });
	const images = await Promise.all(frames.map(({ files }) => stacked(files)));
	const moving = images.length > 1;
	const image = moving ? sharp(images, { join: { animated: true } }) : sharp(images[0]);
	const delay = frames.map(({ ms }) => ms);
	await image.webp(moving ? { ...MOVING, delay } : STILL).toFile(path);
}

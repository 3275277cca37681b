import type { Browser } from 'playwright-core';
import { openBrowser } from '../stage/editorPage';
import { openStage, type Stage } from '../stage/stage';
import { Camera } from './camera';
import { takeCanvases } from './canvases';
import { takeImport } from './import';
import { takeCredential } from './credential';
import { takeFilter } from './filter';
import { takeResults } from './results';

type Take = (browser: Browser, stage: Stage, camera: Camera) => Promise<void>;

const GROUPS: Record<string, Take> = {
	credential: takeCredential,
	canvases: takeCanvases,
	filter: takeFilter,
	import: takeImport,
	results: takeResults,
};

/** Takes the pictures of these groups in a real n8n with a mock server, and writes docs/images. */
export async function takePictures(only: string[]): Promise<void> {
	const groups = Object.keys(GROUPS).filter((name) => only.length === 0 || only.includes(name));
	const stage = await openStage();
	const browser = await openBrowser();
	try {
		for (const name of groups) {
			process.stderr.write(`Taking pictures: ${name} …\n`);
			const camera = new Camera(browser);
			await GROUPS[name](browser, stage, camera);
			console.log(`Wrote ${camera.count} pictures.`);
		}
	} finally {
		await browser.close();
		await stage.close();
	}
}

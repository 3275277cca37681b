import type { Browser } from 'playwright-core';
import { EditorPage } from '../stage/editorPage';
import { owner, type Stage } from '../stage/stage';
import { start } from '../stage/workflows';
import { around, boxOf, type Camera } from './camera';

const SIZE = { width: 1440, height: 1400 };
const SCALE = 1.5;
const AROUND_CONDITIONS = { left: 16, top: 40, right: 16, bottom: 12 };

/** Takes the picture of two conditions of Filter, as the recipe of a first workflow adds them. */
export async function takeFilter(browser: Browser, stage: Stage, camera: Camera): Promise<void> {
	const editor = await EditorPage.signIn(browser, stage.n8n.url, owner, {
		viewport: SIZE,
		deviceScaleFactor: SCALE,
	});
	const condition = [
		{ attribute: 'email', operator: 'contains', value: '@example.com' },
		{ attribute: 'blocked', exactOperator: 'equal_to', blocked: 'false' },
	];
	const parameters = { resource: 'contact', operation: 'filter', conditions: { condition } };
	const name = 'Filter contacts';
	const node = stage.node('contact', parameters, { name });
	await editor.openWorkflow(await stage.store(name, start, node));
	await editor.openNode(name);
	const form = editor.byId('fixed-collection-conditions');
	await camera.takeBoth(editor.page, 'filter', around([await boxOf(form)], AROUND_CONDITIONS));
	await editor.page.context().close();
}

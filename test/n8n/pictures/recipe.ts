import type { Browser } from 'playwright-core';
import { EditorPage } from '../stage/editorPage';
import { owner, type Stage } from '../stage/stage';
import { start } from '../stage/workflows';
import { type Camera, hideEmptyTooltips } from './camera';
import { boxOfForm, FORM_SIZE } from './forms';

/** The picture of the recipe that builds a workflow by drag and drop: `filter-builder`. */
export async function takeRecipe(browser: Browser, stage: Stage, camera: Camera): Promise<void> {
	const editor = await EditorPage.signIn(browser, stage.n8n.url, owner, {
		viewport: FORM_SIZE,
		deviceScaleFactor: 1.5,
	});
	const filter = stage.node('contact', { operation: 'filter' }, { name: 'Filter contacts' });
	await editor.openWorkflow(await stage.store('Contacts of a company', start, filter));

	await hideEmptyTooltips(editor.page);
	await editor.openNode('Filter contacts');
	await editor.addTo('Add Condition', '');
	await editor.choose('attribute', 'Email');
	await editor.choose('operator', 'Contains');
	await editor.type('value', '@example.com');
	await editor.addTo('Add Condition', '');
	await editor.choose('attribute', 'Blocked', 1);
	await editor.choose('blocked', 'No');
	await camera.takeBoth(editor.page, 'filter-builder', await boxOfForm(editor));
	await editor.page.context().close();
}

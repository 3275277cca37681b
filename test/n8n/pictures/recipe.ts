import type { Browser } from 'playwright-core';
import { EditorPage } from '../stage/editorPage';
import { owner, type Stage } from '../stage/stage';
import { n8nNode, start } from '../stage/workflows';
import { type Camera, hideEmptyTooltips } from './camera';
import { boxOfForm, FORM_SIZE } from './forms';

/** Small enough that its text can be read on a page that shows it 700 pixels wide. */
const OPEN_NODE = { width: 960, height: 640 };

/** The pictures of the recipe that builds a workflow by drag and drop: `filter-builder` and `node`. */
export async function takeRecipe(browser: Browser, stage: Stage, camera: Camera): Promise<void> {
	const editor = await EditorPage.signIn(browser, stage.n8n.url, owner, {
		viewport: FORM_SIZE,
		deviceScaleFactor: 1400 / OPEN_NODE.width,
	});
	const filter = stage.node('contact', { operation: 'filter' }, { name: 'Filter contacts' });
	const edit = n8nNode('set', 3.4, {}, 'Edit Fields');
	await editor.openWorkflow(await stage.store('Contacts of a company', start, filter, edit));

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
	await editor.execute();
	await editor.closeNode();

	await editor.page.setViewportSize(OPEN_NODE);
	await editor.openNode('Edit Fields');
	for (const field of ['name', 'email']) await dragToAssignments(editor, field);
	await editor.page.locator('.el-notification').first().waitFor({ state: 'detached' });
	await camera.takeBoth(editor.page, 'node', { x: 0, y: 0, ...OPEN_NODE });
	await editor.page.context().close();
}

/** Drags a field of the input panel to the end of the fields to set. */
async function dragToAssignments(editor: EditorPage, field: string): Promise<void> {
	await editor.dragTo(field, editor.byId('drop-area').last());
	const added = editor.byId('assignment').filter({ hasText: `$json.${field}` });
	await added.waitFor();
}

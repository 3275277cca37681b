import type { Browser } from 'playwright-core';
import { EditorPage } from '../stage/editorPage';
import { owner, type Stage } from '../stage/stage';
import { around, boxOf, type Camera } from './camera';

const AROUND_DIALOG = { left: 20, top: 28, right: 20, bottom: 0 };

/** Takes the picture of the form of the credential, with the values of an example. */
export async function takeCredential(
	browser: Browser,
	stage: Stage,
	camera: Camera,
): Promise<void> {
	const editor = await EditorPage.signIn(browser, stage.n8n.url, owner, {
		viewport: { width: 1440, height: 900 },
		deviceScaleFactor: 2,
	});
	await editor.createCredential('Customer Conversation API');
	await editor.type('baseUrl', 'https://app.example.com');
	await editor.type('apiAccessToken', 'a-token-of-a-user');
	await editor.type('accountId', '1');
	const save = editor.byId('credential-save-button');
	// Waits for the animation of the dialog.
	await save.hover({ trial: true });
	const dialog = editor.byId('credential-edit-dialog');
	const area = around([await boxOf(save), await boxOf(dialog)], AROUND_DIALOG);
	await camera.takeBoth(editor.page, 'credential', area);
	await editor.page.context().close();
}

import type { Browser } from 'playwright-core';
import { CustomerConversationApi } from '../../../credentials/CustomerConversationApi.credentials';
import { EditorPage } from '../stage/editorPage';
import { owner, type Stage } from '../stage/stage';
import { around, boxOf, type Camera } from './camera';

/** Narrow, so that the page shows the picture at its own size. */
const SIZE = { width: 900, height: 900 };
const SCALE = 1.5;
const AROUND_FIELDS = { left: 16, top: 16, right: 16, bottom: 16 };

/** Takes the picture of the credential's fields, with the values of an example. */
export async function takeCredential(
	browser: Browser,
	stage: Stage,
	camera: Camera,
): Promise<void> {
	const editor = await EditorPage.signIn(browser, stage.n8n.url, owner, {
		viewport: SIZE,
		deviceScaleFactor: SCALE,
	});
	await editor.createCredential('Customer Conversation API');
	await editor.type('baseUrl', 'https://app.example.com');
	await editor.type('apiAccessToken', 'a-token-of-a-user');
	await editor.type('accountId', '1');
	const save = editor.byId('credential-save-button');
	// Waits for the animation of the dialog.
	await save.hover({ trial: true });
	const dialog = editor.byId('credential-edit-dialog');
	const [notice] = new CustomerConversationApi().properties;
	const ends = [dialog.getByText(notice.displayName), editor.field('tokenHeader')];
	const boxes = await Promise.all(ends.map(boxOf));
	await camera.takeBoth(editor.page, 'credential', around(boxes, AROUND_FIELDS));
	await editor.page.context().close();
}

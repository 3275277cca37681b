import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { installN8n } from '../../../tools/editor/install';
import { startN8n, type RunningN8n } from '../../../tools/editor/n8n';
import { packageName, packageNodes } from '../../../tools/editor/install';
import { Session } from '../stage/session';
import { EditorPage, openBrowser } from '../stage/editorPage';
import type { HttpsHost } from '../stage/httpsHost';
import { openRegistry } from '../stage/registry';
import { owner } from '../stage/stage';

describe('an n8n without the package', () => {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-'));
	let registry: HttpsHost;
	let n8n: RunningN8n;
	let browser: Browser;

	beforeAll(async () => {
		registry = await openRegistry();
		n8n = await startN8n(await installN8n(), { userFolder, env: registry.env });
		await Session.open(n8n.url, owner);
		browser = await openBrowser();
	});

	afterAll(async () => {
		await browser?.close();
		await n8n?.stop();
		registry?.close();
		rmSync(userFolder, { recursive: true, force: true });
	});

	test('installs it by its name, under Settings, and has all its nodes at once', async () => {
		const editor = await EditorPage.signIn(browser, n8n.url, owner);
		await editor.installCommunityNode(packageName);
		await editor.newWorkflow();
		await editor.searchNodes('customer conversation');
		const last = editor.foundNodes().nth(packageNodes.length - 1);
		await last.waitFor();
		expect(await editor.foundNodes().count()).toBe(packageNodes.length);
	});
});

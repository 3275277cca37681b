import type { Browser } from 'playwright-core';
import { CASES, type NamedCase } from '../../../cases';
import type { State } from '../../../tools/sandbox';
import { EditorPage } from '../stage/editorPage';
import { owner, type Stage } from '../stage/stage';
import { start } from '../stage/workflows';
import { around, type Box, boxOf, type Camera } from './camera';

/** High enough for the longest form, so that none has to be scrolled. */
const FORM_SIZE = { width: 1440, height: 3000 };
const SCALE = 2;
/** Space below the last field. */
const BELOW = 24;

const AROUND_DIALOG = { left: 20, top: 28, right: 20, bottom: 0 };

type Parameters = NamedCase['example'];

/** Names of records by the parameter that selects one. */
const LISTS: Partial<Record<string, (state: State) => Array<{ id: number; name: string }>>> = {
	inboxId: ({ inboxes }) => inboxes,
	labelId: ({ labels }) => labels.map(({ id, title: name }) => ({ id, name })),
	agentBotId: ({ agentBots }) => agentBots,
	automationRuleId: ({ automationRules }) => automationRules,
};

/** Takes the picture of each form with several fields, filled in with the parameters of the operation's example. */
export async function takeForms(browser: Browser, stage: Stage, camera: Camera): Promise<void> {
	const editor = await EditorPage.signIn(browser, stage.n8n.url, owner, {
		viewport: FORM_SIZE,
		deviceScaleFactor: SCALE,
	});
	for (const one of CASES.filter(({ example }) => Object.keys(example).length > 1)) {
		const { node, operation, example, id } = one;
		const parameters = { resource: node, operation: operation.value, ...example };
		const picked = withNames(parameters, stage.sandbox.state);
		const form = stage.node(node, picked, { name: operation.action });
		await editor.openWorkflow(await stage.store(operation.action, start, form));
		await editor.openNode(operation.action);
		await camera.takeBoth(editor.page, id, await boxOfForm(editor));
	}
	await takeCredential(editor, camera);
	await editor.page.context().close();
}

/** The parameters as the editor saves them if the user picks records from lists. */
function withNames(parameters: Parameters, state: State): Parameters {
	const entries = Object.entries(parameters).map(([name, value]) => {
		const id = (value as Parameters | null)?.value;
		const record = LISTS[name]?.(state).find((one) => String(one.id) === String(id));
		if (!record) return [name, value];
		return [name, { __rl: true, mode: 'list', value: String(id), cachedResultName: record.name }];
	});
	return Object.fromEntries(entries) as Parameters;
}

/** The fields of the open node, down to the last one. */
async function boxOfForm(editor: EditorPage): Promise<Box> {
	const form = editor.byId('node-parameters');
	const box = await boxOf(form);
	const bottom = await form.evaluate((element) =>
		Math.max(
			...[...element.querySelectorAll('[class*=parameter-item], .parameter-input-list-wrapper > *')]
				.map((part) => part.getBoundingClientRect())
				.filter(({ height }) => height > 0)
				.map((rectangle) => rectangle.bottom),
		),
	);
	return { ...box, height: bottom + BELOW - box.y };
}

/** The form of the credential, with the values of an example. */
async function takeCredential(editor: EditorPage, camera: Camera): Promise<void> {
	await editor.page.setViewportSize({ width: 1440, height: 900 });
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
}

import type { Browser } from 'playwright-core';
import { readExample, type Workflow, type WorkflowNode } from '../../../tools/editor/examples';
import { EditorPage } from '../stage/editorPage';
import { openExample } from '../stage/example';
import { itemsOf } from '../stage/executions';
import { openModel } from '../stage/model';
import { owner, type Stage } from '../stage/stage';
import { byId, n8nNode } from '../stage/workflows';
import { boxOf, type Camera } from './camera';
import { growPanel } from './import';
import { withTodaysService } from './today';

const SCALE = 1.6;
/** By how much the panel of the chat grows so that the whole answer can be seen, in CSS pixels. */
const GROWTH = 130;

/** Takes pictures of what the examples give to people: an email, and an AI agent's answer. */
export async function takeResults(browser: Browser, stage: Stage, camera: Camera): Promise<void> {
	await withTodaysService(stage, async (today) => await takeEmail(browser, today, camera));
	await takeAnswer(browser, stage, camera);
}

/** The email of the weekly report. n8n evaluates its text, but doesn't send it. */
async function takeEmail(browser: Browser, stage: Stage, camera: Camera): Promise<void> {
	// The report asks for the last days, and n8n's clock can't be set.
	stage.sandbox.state.now = Date.now;
	const example = openExample(stage, readExample('Weekly message template report by email'));
	const workflow = replace(example, 'Send report', ({ name, position }) => ({
		...n8nNode('noOp', 1, {}, name),
		position,
	}));
	const stored = await stage.session.createWorkflow(workflow);
	const [{ json }] = itemsOf(await stage.executions.run(stored, 'Monday at 8'), 'Email text');
	const page = await browser.newPage({ deviceScaleFactor: SCALE });
	await page.setContent(`<div style="width: 740px; padding: 20px">${json.html}</div>`);
	await camera.take(page, 'weekly-report', await boxOf(page.locator('body > div')));
	await page.close();
}

/** A question in n8n's chat with its answer, beside what the agent did. A script stands in for the model. */
async function takeAnswer(browser: Browser, stage: Stage, camera: Camera): Promise<void> {
	const search = { tool: 'Search_contacts', input: { query: 'Kenji Bauer' } };
	const model = await openModel(() => [search], answerFrom);
	const data = { apiKey: 'none', url: model.url };
	const openAiApi = await stage.session.saveCredential({ name: 'Model', type: 'openAiApi', data });
	const example = readExample('Answer questions about contacts with an AI agent');
	const parameters = { model: byId('model') };
	const opened = openExample(stage, example, { openAiApi });
	const workflow = replace(opened, 'Model', (node) => ({ ...node, parameters }));
	const editor = await EditorPage.signIn(browser, stage.n8n.url, owner, {
		deviceScaleFactor: SCALE,
	});
	await editor.openWorkflow(await stage.session.createWorkflow(workflow));
	await editor.byId('workflow-chat-button').click();
	await growPanel(editor, GROWTH);
	await editor.byId('chat-input').fill('Who is Kenji Bauer?');
	await editor.page.keyboard.press('Enter');
	const chat = editor.byId('canvas-chat');
	await chat.getByText('Foxglove Media').waitFor();
	// The times and the price would be those of the mock servers.
	await editor.byId('logs-overview-status').evaluate((status) => status.remove());
	const [left, right] = [await boxOf(chat), await boxOf(editor.byId('logs-overview'))];
	await camera.takeBoth(editor.page, 'agent-answer', {
		...left,
		width: right.x + right.width - left.x,
	});
	await editor.page.context().close();
	await model.close();
}

function answerFrom([result]: string[]): string {
	const [{ name, company_name, city, email }] = JSON.parse(result) as Array<Record<string, string>>;
	return `${name} works for ${company_name} in ${city}. Email address: ${email}`;
}

/** A copy of the workflow with another node of this name. */
function replace(
	workflow: Workflow,
	name: string,
	by: (node: WorkflowNode) => WorkflowNode,
): Workflow {
	const nodes = workflow.nodes.map((node) => (node.name === name ? by(node) : node));
	return { ...workflow, nodes };
}

import type { Browser } from 'playwright-core';
import { basename } from 'node:path';
import { credentialType, withCredential, type Workflow } from '../../../tools/editor/examples';
import { startSandbox } from '../../../tools/sandbox';
import { filesIn, read } from '../../../tools/repository';
import { EditorPage } from '../stage/editorPage';
import { owner, type Stage } from '../stage/stage';
import { around, type Box, boxOf, type Camera } from './camera';

const SIZE = { width: 2600, height: 1400 };
/** Space around the nodes, for the names below them and the counts of items beside them. */
const AROUND_NODES = { left: 64, top: 40, right: 100, bottom: 80 };
/** A picture of this width is shown 700 pixels wide, and the names of its nodes can be read. */
const WIDTH = 1000;
const SCALE = 1.4;

/** The buttons at the edges of the canvas. */
const HIDDEN = `
	div:has(> span > [data-test-id="node-creator-plus-button"]),
	[data-test-id="canvas-handle-plus-wrapper"],
	.el-notification { visibility: hidden }`;

/** Takes a picture of each example without its notes: after a run if it can run here. */
export async function takeCanvases(browser: Browser, stage: Stage, camera: Camera): Promise<void> {
	const editor = await EditorPage.signIn(browser, stage.n8n.url, owner, {
		viewport: SIZE,
		deviceScaleFactor: SCALE,
	});
	// The examples read the records of the last days, and n8n's clock can't be set.
	const sandbox = await startSandbox({ now: Date.now });
	const credential = await stage.session.saveCredential({
		name: "Today's service",
		type: credentialType,
		data: { baseUrl: sandbox.url, apiAccessToken: sandbox.tokens.administrator, accountId: '1' },
	});
	for (const file of filesIn('examples').filter((path) => path.endsWith('.json'))) {
		const example = JSON.parse(read(file)) as Workflow;
		sandbox.reset();
		const nodes = example.nodes.filter(({ type }) => !type.endsWith('stickyNote'));
		const workflow = withCredential({ ...example, nodes }, credential);
		await editor.openWorkflow(await stage.session.createWorkflow(workflow));
		if (canRun(workflow)) {
			await editor.executeWorkflow();
			await editor.page
				.getByText(/^\d+ items?/)
				.first()
				.waitFor();
		}
		await editor.byId('zoom-to-fit').click();
		await editor.page.addStyleTag({ content: HIDDEN });
		const name = `example-${basename(file, '.json')}`;
		await camera.takeBoth(editor.page, name, async () => await stripsOf(editor));
	}
	// With two credentials, n8n wouldn't select one in new nodes.
	await stage.session.request('DELETE', `/rest/credentials/${credential.id}`);
	await sandbox.close();
	await editor.page.context().close();
}

/** Whether n8n can run a workflow now: nothing has to arrive, and no other service is called. */
function canRun({ nodes, pinData = {} }: Workflow): boolean {
	const starts = nodes.some(
		({ name, type }) => name in pinData || /\.(manual|schedule)Trigger$/.test(type),
	);
	const calls = nodes.some(
		({ type, credentials = {} }) =>
			/langchain|emailSend|slack/.test(type) || Object.keys(credentials).length > 1,
	);
	return starts && !calls;
}

/**
 * The areas of the canvas that show all nodes. A workflow that is wider than a picture is cut between
 * two columns of nodes, and each part is as high as its own nodes need it.
 */
async function stripsOf(editor: EditorPage): Promise<Box[]> {
	const nodes = await editor.page.locator('.vue-flow__node').all();
	const boxes = await Promise.all(nodes.map(boxOf));
	const strips: Box[][] = [];
	for (const box of boxes.sort((one, other) => one.x - other.x)) {
		const strip = strips.at(-1);
		if (strip && around([...strip, box], AROUND_NODES).width <= WIDTH) strip.push(box);
		else strips.push([box]);
	}
	const areas = strips.map((strip) => around(strip, AROUND_NODES));
	return areas.length > 1 ? areas : areas.map(centred);
}

/** The area with as much more on its left as on its right, to be as wide as a picture. */
function centred({ x, width, ...rest }: Box): Box {
	return { ...rest, x: x - (WIDTH - width) / 2, width: WIDTH };
}

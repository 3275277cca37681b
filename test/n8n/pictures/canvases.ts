import type { Browser } from 'playwright-core';
import { withAddress } from '../../../tools/demo/workflowFile';
import { withCredential, type Workflow } from '../../../tools/editor/examples';
import { read } from '../../../tools/repository';
import { EditorPage } from '../stage/editorPage';
import { owner, type Stage } from '../stage/stage';
import { withTodaysService } from './today';
import { around, type Box, boxOf, type Camera } from './camera';

const SIZE = { width: 2600, height: 1400 };
/** Space around the nodes, for the names below them and the counts of items beside them. */
const AROUND_NODES = { left: 64, top: 40, right: 100, bottom: 80 };
/** A picture is shown 700 pixels wide, and the names of its nodes can be read up to this width. */
const WIDTH = 1160;
const SCALE = 1.4;

/** Selects what lies over the canvas. */
export const CONTROLS = `:is([data-test-id="canvas-controls"], .vue-flow__controls,
	[data-test-id="execute-workflow-button"], [data-test-id="clear-execution-data-button"],
	div:has(> span > [data-test-id="node-creator-plus-button"]),
	[data-test-id="canvas-handle-plus-wrapper"], [data-test-id="canvas-edge-toolbar"],
	.el-notification)`;

/** Takes a picture of each example that `examples/README.md` shows, without its notes: after a run if it can run here. */
export async function takeCanvases(browser: Browser, stage: Stage, camera: Camera): Promise<void> {
	const editor = await EditorPage.signIn(browser, stage.n8n.url, owner, {
		viewport: SIZE,
		deviceScaleFactor: SCALE,
	});
	await withTodaysService(stage, async (today) => {
		for (const name of shownExamples()) {
			const file = `examples/${name}.json`;
			const example = JSON.parse(read(file)) as Workflow;
			today.sandbox.reset();
			const nodes = example.nodes.filter(({ type }) => !type.endsWith('stickyNote'));
			const workflow = withCredential(
				withAddress({ ...example, nodes }, today.sandbox.url),
				today.credential,
			);
			const stored = await stage.session.createWorkflow(workflow);
			await editor.openWorkflow(stored);
			if (startsByItself(workflow) && !(await run(editor))) await editor.openWorkflow(stored);
			await editor.byId('zoom-to-fit').click();
			await editor.page.addStyleTag({ content: `${CONTROLS} { visibility: hidden }` });
			const area = await areaOf(editor);
			if (area.width > WIDTH) throw new Error(`${file} is too wide for a picture: use more rows`);
			await camera.takeBoth(editor.page, `example-${name}`, area);
		}
	});
	await editor.page.context().close();
}

/** The names of the examples whose picture the page shows. */
function shownExamples(): string[] {
	const links = read('examples/README.md').matchAll(/images\/example-([\w-]+)-light\.webp/g);
	return [...links].map(([, name]) => name);
}

/** Whether a workflow has a trigger that doesn't wait for anything. */
function startsByItself({ nodes, pinData = {} }: Workflow): boolean {
	return nodes.some(
		({ name, type }) => name in pinData || /\.(manual|schedule)Trigger$/.test(type),
	);
}

/** Runs the open workflow. Returns whether it succeeded: some need the credential of another service. */
async function run(editor: EditorPage): Promise<boolean> {
	await editor.byId('execute-workflow-button').click();
	const notification = editor.page.locator('.el-notification').first();
	await notification.waitFor();
	if (!(await notification.textContent())?.includes('executed successfully')) return false;
	const counts = editor.page.getByText(/^\d+ items?/);
	await counts.first().waitFor();
	return true;
}

/** The area of the canvas that shows all nodes, with as much space on both sides. */
async function areaOf({ page }: EditorPage): Promise<Box> {
	const nodes = await page.locator('.vue-flow__node').all();
	const { x, width, ...rest } = around(await Promise.all(nodes.map(boxOf)), AROUND_NODES);
	const whole = Math.max(width, 1000);
	return { ...rest, x: x - (whole - width) / 2, width: whole };
}

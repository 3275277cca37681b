import type { Browser } from 'playwright-core';
import { credentialType, readExample, withCredential } from '../../../tools/editor/examples';
import { startSandbox } from '../../../tools/sandbox';
import { EditorPage } from '../stage/editorPage';
import { owner, type Stage } from '../stage/stage';
import { around, boxOf, type Camera } from './camera';
import { CONTROLS } from './canvases';

/** As wide as the page shows the picture, so that its smallest text can be read. */
const SIZE = { width: 880, height: 760 };
const SCALE = 1.5;
/** Above the nodes, in CSS pixels. */
const SPACE_ABOVE = 32;
/** By how much the panel grows so that all failed rows can be seen, in CSS pixels. */
const GROWTH = 100;
const ROWS = 2000;

const GIVEN = ['Ines', 'Tom', 'Lucy', 'Paul', 'Mara', 'Jonas', 'Chloe', 'Nuno'];
const FAMILY = ['Duarte', 'Becker', 'Adams', 'Martin', 'Silva', 'Weber', 'Clark'];

type Row = Record<'name' | 'email' | 'phone', string>;

/** What is wrong in some of the rows. */
const SLIPS: Record<number, (row: Row) => Partial<Row>> = {
	611: () => ({ phone: '0612345678' }),
	1204: ({ email }) => ({ email: email.replace('example.com', '') }),
	1750: ({ email }) => ({ email: email.replace('@example.com', '') }),
};

/** Takes the picture of an import: its nodes after the run, and the failed rows. */
export async function takeImport(browser: Browser, stage: Stage, camera: Camera): Promise<void> {
	const sandbox = await startSandbox({ now: Date.now, dialect: 'upstream' });
	const credential = await stage.session.saveCredential({
		name: 'Service of the import',
		type: credentialType,
		data: { baseUrl: sandbox.url, apiAccessToken: sandbox.tokens.administrator, accountId: '1' },
	});
	const example = readExample('Import contacts from a CSV file');
	const nodes = example.nodes.filter(({ type }) => !type.endsWith('stickyNote'));
	const rows = Array.from({ length: ROWS }, (_, row) => ({ json: rowOf(row) }));
	const workflow = withCredential(
		{
			...example,
			nodes,
			pinData: { ...example.pinData, 'Read the rows': rows },
		},
		credential,
	);
	const editor = await EditorPage.signIn(browser, stage.n8n.url, owner, {
		viewport: SIZE,
		deviceScaleFactor: SCALE,
	});
	await editor.openWorkflow(await stage.session.createWorkflow(workflow));
	await editor.executeWorkflow();
	await editor.byId('logs-overview-header').click();
	const log = editor.byId('logs-overview-body');
	// A click on the entry that n8n has selected itself would close its details.
	for (const node of ['Create contact', 'File of failed rows']) {
		await log.getByText(node, { exact: true }).last().click();
	}
	const details = editor.byId('log-details');
	// The failed rows are the input of this node.
	for (const side of ['Input', 'Output']) {
		await details.getByRole('button', { name: side, exact: true }).click();
	}
	await details.hover();
	await details.locator('[data-test-id="radio-button-table"]').click();
	await growPanel(editor, GROWTH);
	// How long the run took is that of this machine.
	await editor.byId('logs-overview-status').evaluate((status) => status.remove());
	await editor.byId('zoom-to-fit').click();
	await editor.page.addStyleTag({ content: `${CONTROLS} { visibility: hidden }` });
	const canvas = await boxOf(editor.byId('canvas-wrapper'));
	const first = await boxOf(editor.canvasNode('Create contact'));
	const area = around([canvas, await boxOf(details)], { left: 0, top: 0, right: 0, bottom: 0 });
	// Without the tabs and the space above the nodes.
	const above = Math.max(0, first.y - SPACE_ABOVE - area.y);
	const cropped = { ...area, y: area.y + above, height: area.height - above };
	await camera.takeBoth(editor.page, 'import', cropped);
	await stage.session.request('DELETE', `/rest/credentials/${credential.id}`);
	await sandbox.close();
	await editor.page.context().close();
}

/** Drags the upper edge of the panel below the canvas up by this many CSS pixels. */
export async function growPanel(editor: EditorPage, by: number): Promise<void> {
	const { x, y } = await boxOf(editor.byId('logs-overview-header'));
	await editor.page.mouse.move(x + 100, y);
	await editor.page.mouse.down();
	await editor.page.mouse.move(x + 100, y - by, { steps: 5 });
	await editor.page.mouse.up();
}

function rowOf(row: number): Row {
	const name = `${GIVEN[row % GIVEN.length]} ${FAMILY[row % FAMILY.length]}`;
	const right: Row = {
		name,
		email: `${name.toLowerCase().replace(' ', '.')}.${row}@example.com`,
		phone: `+35191${2_000_000 + row}`,
	};
	return { ...right, ...SLIPS[row]?.(right) };
}

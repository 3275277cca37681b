import type { Browser } from 'playwright-core';
import { credentialType, readExample, withCredential } from '../../../tools/editor/examples';
import { startSandbox } from '../../../tools/sandbox';
import { EditorPage } from '../stage/editorPage';
import { owner, type Stage } from '../stage/stage';
import { n8nNode } from '../stage/workflows';
import { around, boxOf, type Camera } from './camera';
import { CONTROLS } from './canvases';

const SIZE = { width: 1120, height: 1090 };
const SCALE = 1.3;
const ROWS = 2000;
const RATE_LIMIT = { requests: 1000, windowMs: 60_000 };
const NOTE = `## ${ROWS.toLocaleString('en')} rows
The service allows ${RATE_LIMIT.requests.toLocaleString('en')} requests a minute.`;

const GIVEN = ['Ines', 'Tom', 'Lucy', 'Paul', 'Mara', 'Jonas', 'Chloe', 'Nuno'];
const FAMILY = ['Duarte', 'Becker', 'Adams', 'Martin', 'Silva', 'Weber', 'Clark'];
const COMPANIES = ['Azul Lda', 'Becker GmbH', 'Northwind'];
/** What is wrong in some of the rows. */
const SLIPS: Record<number, Record<string, string>> = {
	611: { phone: '0612345678' },
	1204: { email: 'mara.adams@' },
	1750: { email: 'nuno.silva' },
};

/** Takes the picture of a long import through a rate limit: its canvas after the run, and the failed rows. */
export async function takeImport(browser: Browser, stage: Stage, camera: Camera): Promise<void> {
	const sandbox = await startSandbox({ now: Date.now, rateLimit: RATE_LIMIT, dialect: 'upstream' });
	const credential = await stage.session.saveCredential({
		name: 'Service with a rate limit',
		type: credentialType,
		data: { baseUrl: sandbox.url, apiAccessToken: sandbox.tokens.administrator, accountId: '1' },
	});
	const example = readExample('Import contacts from a CSV file into Customer Conversation');
	const limit = n8nNode('stickyNote', 1, { content: NOTE, height: 128, width: 240 }, 'Limit');
	const nodes = example.nodes.filter(({ type }) => !type.endsWith('stickyNote'));
	const rows = Array.from({ length: ROWS }, (_, row) => ({ json: rowOf(row) }));
	const workflow = withCredential(
		{
			...example,
			nodes: [...nodes, { ...limit, position: [1296, 544] }],
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
	await log.getByText('Failed rows', { exact: true }).last().click();
	const details = editor.byId('log-details');
	await details.hover();
	await details.locator('[data-test-id="radio-button-table"]').click();
	await editor.byId('zoom-to-fit').click();
	await editor.page.addStyleTag({ content: `${CONTROLS} { visibility: hidden }` });
	const canvas = await boxOf(editor.byId('canvas-wrapper'));
	const panel = await boxOf(details);
	// Without the tabs at the top.
	const area = around([canvas, panel], { left: 0, top: -20, right: 0, bottom: 0 });
	await camera.takeBoth(editor.page, 'import', area);
	await stage.session.request('DELETE', `/rest/credentials/${credential.id}`);
	await sandbox.close();
	await editor.page.context().close();
}

function rowOf(row: number): Record<string, string> {
	const name = `${GIVEN[row % GIVEN.length]} ${FAMILY[row % FAMILY.length]}`;
	return {
		name,
		email: `${name.toLowerCase().replace(' ', '.')}.${row}@example.com`,
		phone: `+35191${2_000_000 + row}`,
		customer_id: `c-${row}`,
		company: COMPANIES[row % COMPANIES.length],
		...SLIPS[row],
	};
}

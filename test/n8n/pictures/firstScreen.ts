import type { Browser, Locator } from 'playwright-core';
import { EditorPage } from '../stage/editorPage';
import { owner, type Stage } from '../stage/stage';
import { chain, n8nNode } from '../stage/workflows';
import { boxOf, type Camera, hideEmptyTooltips, setTheme, type Theme, THEMES } from './camera';

/** Small enough that its text can be read on a page that shows it 700 pixels wide. */
const SIZE = { width: 960, height: 640 };
/** The recorded pictures are 1,400 pixels wide: sharp on screens with two pixels for each of the page. */
const SCALE = 1400 / 960;
/** Where the middle panel of an open node begins: the table on the right needs the space. */
const PANEL_MOVES = -60;

interface Point {
	x: number;
	y: number;
}

const TRIGGER = 'Sign-up form';
const PEOPLE = [
	['Ada Byron', 'ada@example.com'],
	['Grace Murray', 'grace@example.com'],
	['Alan Mathison', 'alan@example.com'],
];

/** A form that three people have filled in. */
const signUps = {
	...chain('Sign-ups become contacts', [
		{
			...n8nNode('formTrigger', 2.2, {}, TRIGGER),
			parameters: {
				formTitle: 'Sign up',
				formFields: {
					values: [{ fieldLabel: 'Name' }, { fieldLabel: 'Email', fieldType: 'email' }],
				},
				options: {},
			},
			webhookId: 'sign-up',
		},
	]),
	pinData: { [TRIGGER]: PEOPLE.map(([Name, Email]) => ({ json: { Name, Email } })) },
};

/**
 * Records the moving picture of the README in both themes: from the search for the node to the table
 * of created contacts. `first-screen-still` shows its last step, for who prefers reduced motion.
 */
export async function recordFirstScreen(
	browser: Browser,
	stage: Stage,
	camera: Camera,
): Promise<void> {
	for (const theme of THEMES) {
		stage.sandbox.reset();
		const editor = await EditorPage.signIn(browser, stage.n8n.url, owner, {
			viewport: SIZE,
			deviceScaleFactor: SCALE,
		});
		await setTheme(editor.page, theme);
		await rehearse(editor, stage);
		await editor.openWorkflow(await stage.session.createWorkflow(signUps));
		await hideEmptyTooltips(editor.page);
		await new Recording(editor, camera, theme).record();
		await editor.page.context().close();
	}
}

/** Maps a field once, because n8n then shows a tip, and makes space for the table. */
async function rehearse(editor: EditorPage, stage: Stage): Promise<void> {
	const stored = await stage.session.createWorkflow(signUps);
	await editor.openWorkflow(stored);
	await addCreateContact(editor);
	await editor.drag('Name', 'name');
	await editor.byId('panel-drag-button').hover();
	const { x, y } = await middleOf(editor.byId('panel-drag-button'));
	await editor.page.mouse.down();
	await editor.page.mouse.move(x + PANEL_MOVES, y, { steps: 5 });
	await editor.page.mouse.up();
}

async function addCreateContact(editor: EditorPage): Promise<void> {
	await editor.byId('canvas-handle-plus').click();
	await editor.byId('node-creator-search-bar').locator('visible=true').fill('create contact');
	await editor.foundNodes().getByText('Customer Conversation Contact', { exact: true }).click();
	await editor.foundNodes().getByText('Create contact', { exact: true }).click();
	await editor.field('name').waitFor();
}

async function middleOf(element: Locator): Promise<Point> {
	const { x, y, width, height } = await boxOf(element);
	return { x: x + width / 2, y: y + height / 2 };
}

/** Five points on the way from one point to another, the last one included. */
function between(from: Point, to: Point): Point[] {
	return [0.2, 0.4, 0.6, 0.8, 1].map((part) => ({
		x: from.x + (to.x - from.x) * part,
		y: from.y + (to.y - from.y) * part,
	}));
}

/** The steps of the recording. The numbers are milliseconds that a frame is shown. */
class Recording {
	private readonly frames: Array<{ files: string[]; ms: number }> = [];

	constructor(
		private readonly editor: EditorPage,
		private readonly camera: Camera,
		private readonly theme: Theme,
	) {}

	async record(): Promise<void> {
		await this.searchAndAdd();
		await this.pickInbox();
		await this.dragOnto('Name', 'name', 'Ada Byron');
		await this.dragOnto('Email', 'email', 'ada@example.com');
		await this.run();
		this.camera.add(`first-screen-${this.theme}`, this.frames);
		const [last] = this.frames.slice(-1);
		this.camera.add(`first-screen-still-${this.theme}`, [last]);
	}

	private async searchAndAdd(): Promise<void> {
		const { editor } = this;
		await editor.byId('zoom-to-fit').click();
		await this.hold(900);
		await this.click(editor.byId('canvas-handle-plus'), 700);
		const bar = editor.byId('node-creator-search-bar').locator('visible=true');
		for (const letters of ['cr', 'ea', 'te', ' c', 'on', 'ta', 'ct']) {
			await bar.pressSequentially(letters);
			await this.hold(130);
		}
		await this.hold(700);
		const found = editor.foundNodes();
		await this.click(found.getByText('Customer Conversation Contact', { exact: true }), 700);
		await this.click(found.getByText('Create contact', { exact: true }), 0);
		await editor.field('name').waitFor();
		await this.hold(1400);
	}

	private async pickInbox(): Promise<void> {
		const { editor } = this;
		await editor.openList('inboxId');
		const inbox = editor.byId('rlc-item').getByText('Website chat');
		await inbox.waitFor();
		await this.hold(800);
		await this.click(inbox, 900);
	}

	private async dragOnto(field: string, parameter: string, shown: string): Promise<void> {
		const { editor, camera } = this;
		const { mouse } = editor.page;
		const source = editor.input().locator(`[data-name="${field}"]`).first();
		await source.hover();
		await this.hold(400);
		const target = editor.field(parameter).locator('input, textarea').first();
		const [from, to] = [await middleOf(source), await middleOf(target)];
		await mouse.down();
		// Down first, then to the right, so that it doesn't pass over other fields.
		for (const { x, y } of [
			...between(from, { x: from.x, y: to.y }),
			...between({ x: from.x, y: to.y }, to),
		]) {
			await mouse.move(x, y);
			this.frames.push({ files: [await camera.shootAtOnce(editor.page)], ms: 70 });
		}
		await this.hold(300);
		await mouse.up();
		await editor.byId('node-parameters').getByText(shown, { exact: true }).first().waitFor();
		await this.hold(900);
	}

	private async run(): Promise<void> {
		const { editor } = this;
		await this.click(editor.byId('node-execute-button'), 0);
		await editor.output().getByText(PEOPLE[0][1]).waitFor();
		await this.hold(1500);
		await editor.page.locator('.el-notification').first().waitFor({ state: 'detached' });
		await this.hold(3500);
	}

	/** Shows what is under the pointer, clicks it and shows what comes of it. */
	private async click(target: Locator, ms: number): Promise<void> {
		await target.hover();
		await this.hold(350);
		await target.click();
		if (ms > 0) await this.hold(ms);
	}

	private async hold(ms: number): Promise<void> {
		this.frames.push({ files: [await this.camera.shoot(this.editor.page)], ms });
	}
}

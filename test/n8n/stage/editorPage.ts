import {
	type Browser,
	type BrowserContextOptions,
	chromium,
	type Locator,
	type Page,
} from 'playwright-core';
import { NO_CREDENTIAL } from '../../../nodes/Contact/mapperFields';
import type { Stored } from '../../../tools/editor/examples';
import type { Owner } from './session';
import { needProgram } from './debian';
import { patienceMs, until } from './executions';
import { owner, type Stage } from './stage';

/** A common size of laptop screens. */
const size = { width: 1440, height: 900 };

/** Starts Debian's Chromium in headless mode. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = await needProgram('chromium', 'chromium');
	return await chromium.launch({
		executablePath,
		args: ['--no-sandbox', '--force-color-profile=srgb'],
	});
}

function testId(id: string): string {
	return `[data-test-id=${JSON.stringify(id)}]`;
}

/** n8n's editor in a browser, operated as a user does. */
export class EditorPage {
	/** The name of the node that was opened last. */
	private opened = '';

	private constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens a browser tab and signs in with n8n's form. `options` replace those of the browser. */
	static async signIn(
		browser: Browser,
		url: string,
		owner: Owner,
		options: BrowserContextOptions = {},
	): Promise<EditorPage> {
		const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce', ...options });
		page.setDefaultTimeout(patienceMs);
		await page.goto(`${url}/signin`);
		await page.fill('input[name=emailOrLdapLoginId]', owner.email);
		await page.fill('input[name=password]', owner.password);
		await page.click(testId('form-submit-button'));
		await page.waitForURL(/home|workflow/);
		return new EditorPage(page, url);
	}

	/** Installs a package in Settings → Community nodes, and waits until it is listed. */
	async installCommunityNode(name: string): Promise<void> {
		await this.page.goto(`${this.url}/settings/community-nodes`);
		await this.page.getByRole('button', { name: 'Install a community node' }).click();
		await this.byId('package-name-input').fill(name);
		await this.byId('user-agreement-checkbox').click();
		await this.byId('install-community-package-button').click();
		await this.byId('community-package-card').getByText(name).waitFor();
	}

	/** Opens the form of a new credential of this type. */
	async createCredential(type: string): Promise<void> {
		await this.page.goto(`${this.url}/home/credentials/create`);
		await this.byId('new-credential-type-select').locator('input').fill(type);
		await this.byId('new-credential-type-select-option').getByText(type).click();
		await this.byId('new-credential-type-button').click();
		await this.byId('credential-edit-dialog').waitFor();
	}

	async openWorkflow({ id }: Stored): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.byId('canvas-node').first().waitFor();
	}

	/** Opens a new workflow. It uses the menu if possible, because loading the editor takes seconds. */
	async newWorkflow(): Promise<void> {
		if (await this.byId('ndv').isVisible()) await this.closeNode();
		if (await this.byId('universal-add').isVisible()) await this.newFromMenu();
		else await this.page.goto(`${this.url}/workflow/new`);
		await this.byId('canvas-add-button').waitFor();
	}

	private async newFromMenu(): Promise<void> {
		// After the first save of a new workflow, n8n navigates to its URL, even if the user has left it.
		const empty = await this.byId('canvas-add-button').isVisible();
		if (!empty) await this.page.waitForURL(({ searchParams }) => !searchParams.has('new'));
		const before = this.page.url();
		await this.byId('universal-add').click();
		await this.page.getByRole('menuitem', { name: 'Workflow' }).first().click();
		const leave = this.page.getByRole('button', { name: 'Leave without saving' });
		await until(async () => {
			if (await leave.isVisible()) await leave.click();
			return this.page.url() !== before || undefined;
		});
	}

	/** Stays in the open workflow, or opens a new one. */
	async anyWorkflow(): Promise<void> {
		if (await this.byId('ndv').isVisible()) await this.closeNode();
		if (!(await this.byId('node-creator-plus-button').isVisible())) await this.newWorkflow();
	}

	/** Opens the node panel and searches. */
	async searchNodes(text: string): Promise<void> {
		await this.byId('node-creator-plus-button').click();
		await this.byId('node-creator-search-bar').locator('visible=true').fill(text);
	}

	/** The node names in the node panel. */
	foundNodes(): Locator {
		return this.byId('node-creator-item-name');
	}

	/** Adds an action from the node panel. The node opens, and n8n selects its credential. */
	async add(node: string, action: string): Promise<void> {
		this.opened = action;
		await this.searchNodes(node);
		await this.foundNodes().getByText(node, { exact: true }).click();
		await this.foundNodes().getByText(action, { exact: true }).click();
		// Without a credential, a node doesn't run and lists stay empty.
		const credential = this.byId('node-credentials-select').locator('input');
		await until(async () => (await credential.inputValue()) || undefined);
	}

	/** Opens a node on the canvas. */
	async openNode(name: string): Promise<void> {
		this.opened = name;
		await this.canvasNode(name).dblclick();
		await this.byId('ndv').waitFor();
	}

	canvasNode(name: string): Locator {
		return this.page.locator(`${testId('canvas-node')}[data-node-name="${name}"]`);
	}

	async closeNode(): Promise<void> {
		await this.byId('ndv-close-button').click();
		await this.byId('ndv').waitFor({ state: 'hidden' });
	}

	/** The field of a parameter in the open node (default: in the last row that has it). */
	field(parameter: string, row = -1): Locator {
		return this.byId(`parameter-input-${parameter}`).locator('visible=true').nth(row);
	}

	async type(parameter: string, text: string, row?: number): Promise<void> {
		const input = this.field(parameter, row).locator('input, textarea, .cm-content').first();
		await input.fill(text);
		// While a field has the focus, a tooltip covers the next one.
		await input.blur();
	}

	/** The text in the field of a parameter. */
	async textOf(parameter: string, row?: number): Promise<string> {
		return await this.field(parameter, row).locator('input, textarea').first().inputValue();
	}

	/** Selects an option of a dropdown by its label. */
	async choose(parameter: string, option: string, row?: number): Promise<void> {
		await this.pick(this.field(parameter, row).locator('input').first(), option);
	}

	/** Opens a dropdown and selects a label. It retries, because n8n closes dropdowns when it redraws the form. */
	private async pick(dropDown: Locator, text: string): Promise<void> {
		const option = this.option(text);
		await dropDown.click();
		await until(async () => {
			const shown = option.waitFor({ timeout: 3000 });
			// Long enough for a busy machine. After a late click, the option is gone.
			const clicked = shown.then(async () => await option.click({ timeout: 15_000 }));
			const picked = await clicked.then(
				() => true,
				() => undefined,
			);
			if (!picked && !(await option.isVisible())) await dropDown.click();
			return picked;
		});
	}

	/** Selects the record of the list whose title begins with a word, or else the first one. */
	async pickFromList(parameter: string, word = ''): Promise<void> {
		await this.openList(parameter);
		const records = this.byId('rlc-item');
		await records.first().waitFor();
		const named = records.filter({ hasText: new RegExp(`^\\s*${word} `, 'i') });
		await ((await named.count()) > 0 ? named : records).first().click();
	}

	/** Opens the list of records of a parameter. */
	async openList(parameter: string): Promise<void> {
		await this.byId(`resource-locator-${parameter}`).last().locator(testId('rlc-input')).click();
	}

	/** Enters the value of a record in another mode than the list. */
	async enterByHand(parameter: string, mode: string, value: string): Promise<void> {
		const locator = this.byId(`resource-locator-${parameter}`).last();
		await this.pick(locator.locator(testId('rlc-mode-selector')), mode);
		await locator.locator(testId('rlc-input-container')).locator('input').fill(value);
	}

	/** The texts of the form that are cut off with … because they don't fit. */
	async cutTexts(): Promise<string[]> {
		const texts = this.byId('node-parameters').locator('label *');
		return await texts.evaluateAll((all) =>
			all
				.filter((text) => text.scrollWidth > text.clientWidth + 1)
				.map((text) => text.textContent ?? ''),
		);
	}

	/** The notes on the canvas, each with how many pixels of its text don't fit. n8n cuts them off. */
	async notes(): Promise<Array<{ text: string; cutOff: number }>> {
		await this.byId('zoom-to-fit').click();
		const notes = this.page.locator('.n8n-sticky > :first-child');
		return await notes.evaluateAll((all) =>
			all.map((note) => ({
				text: note.textContent ?? '',
				cutOff: note.scrollHeight - note.clientHeight,
			})),
		);
	}

	/** The bottom edge of an element, in pixels. */
	async bottomOf(element: Locator): Promise<number> {
		// While the form is being drawn, the element has no box.
		await element.waitFor();
		const box = await element.boundingBox();
		return box ? box.y + box.height : Infinity;
	}

	/** Adds an attribute to the resource mapper by its name. A mapper with a single attribute left adds that. */
	async addAttribute(name: string): Promise<void> {
		const add = this.byId('add-fields-select').getByRole('button');
		// n8n may load the list of a new node before it chooses the credential: then the form says what to do.
		const notice = this.page.getByText(NO_CREDENTIAL);
		await add.or(notice).first().waitFor();
		if (await notice.isVisible()) {
			await this.closeNode();
			await this.openNode(this.opened);
		}
		await add.click();
		const item = this.page.getByRole('menuitem', { name, exact: true });
		await item.click();
	}

	/** Chooses an entry of the menu above the attributes of the resource mapper. */
	async attributesMenu(entry: string): Promise<void> {
		const mapper = this.byId('mapping-fields-container');
		await mapper.locator(testId('parameter-options-container')).first().hover();
		await mapper.locator(testId('action-toggle')).first().click();
		await this.page.getByRole('menuitem', { name: entry, exact: true }).click();
	}

	/** Adds an entry to a collection by the label of its button. A collection with a single entry adds that. */
	async addTo(button: string, option: string): Promise<void> {
		const form = this.byId('node-parameters');
		// n8n has hidden collections that can have the same name.
		const choice = form.getByPlaceholder(button, { exact: true }).locator('visible=true');
		const single = form.getByRole('button', { name: button, exact: true });
		await choice.or(single).last().waitFor();
		if (await choice.count()) await this.pick(choice.last(), option);
		else await single.last().click();
	}

	/**
	 * Runs the open node and waits for the output panel.
	 *
	 * @throws if n8n doesn't start the workflow, for example because a required field is blank
	 */
	async execute(): Promise<void> {
		await this.byId('node-execute-button').click();
		const refusal = this.page.getByText('Workflow execution cannot start');
		await this.output().locator(testId('ndv-items-count')).or(refusal).first().waitFor();
		if (await refusal.isVisible()) throw new Error(await refusal.locator('..').innerText());
	}

	/** Runs the workflow and waits until it has ended. */
	async executeWorkflow(): Promise<void> {
		await this.byId('execute-workflow-button').click();
		await this.page.getByText('Workflow executed successfully').waitFor();
		await this.byId('execute-workflow-button').getByText('Execute workflow').waitFor();
	}

	/** Drags a field of the input panel onto a parameter. */
	async drag(field: string, parameter: string): Promise<void> {
		const target = this.field(parameter).locator('input, textarea').first();
		await this.input().locator(`[data-name="${field}"]`).first().hover();
		await this.page.mouse.down();
		await target.hover();
		await target.hover({ position: { x: 20, y: 10 } });
		await this.page.mouse.up();
	}

	private option(text: string): Locator {
		return this.page.locator('.el-select-dropdown__item:visible').getByText(text, { exact: true });
	}

	output(): Locator {
		return this.byId('output-panel');
	}

	input(): Locator {
		return this.byId('ndv-input-panel');
	}

	byId(id: string): Locator {
		return this.page.locator(testId(id));
	}
}

/** Signs in to the editor before the tests of a group, and closes the browser after them. Returns its getter. */
export function editorForTests(stage: () => Stage): () => EditorPage {
	let browser: Browser | undefined;
	let editor: EditorPage | undefined;
	beforeAll(async () => {
		browser = await openBrowser();
		editor = await EditorPage.signIn(browser, stage().n8n.url, owner);
	});
	afterAll(async () => await browser?.close());
	return () => {
		if (!editor) throw new Error('The editor is open only while tests run');
		return editor;
	};
}

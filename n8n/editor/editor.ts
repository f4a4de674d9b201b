import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { repositoryRoot } from '../buildPackage';
import type { N8nClient } from '../client';

const viewport = { width: 1440, height: 900 };
const screenshotFolder = path.join(repositoryRoot, 'screenshots');

/** The editor's look. */
export type Theme = 'light' | 'dark';

/** n8n's editor as a person uses it. */
export class Editor {
	/** Where the canvas is: on the page, or in a frame of it. */
	private surface: Page | FrameLocator;

	private constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		this.surface = page;
	}

	/** Opens the editor in the session of a client. */
	static async open(
		browser: Browser,
		{ url, session }: N8nClient,
		theme: Theme = 'light',
	): Promise<Editor> {
		const context = await browser.newContext({ viewport });
		const cookies = session.map((cookie) => /^(?<name>[^=]+)=(?<value>.*)$/.exec(cookie)!.groups!);
		await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url })));
		const page = await context.newPage();
		await page.addInitScript(`localStorage.setItem('N8N_THEME', '${theme}')`);
		// Anyone who is logged in already is sent on from here.
		await page.goto(`${url}/signin`);
		await page.waitForURL('**/home/**');
		return new Editor(page, url);
	}

	/** Shows a workflow on the canvas. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		this.surface = this.page;
		await this.surface.getByTestId('canvas-node').first().waitFor();
	}

	/** Shows a past execution of a workflow. */
	async openExecution(workflowId: string, executionId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}/executions/${executionId}`);
		const preview = this.page.getByTestId('workflow-preview-iframe');
		await this.page.getByTestId('canvas-node').or(preview).first().waitFor();
		// Before 2.1 the editor shows it in a frame.
		this.surface = (await preview.isVisible()) ? preview.contentFrame() : this.page;
		await this.surface.getByTestId('canvas-node').first().waitFor();
	}

	/** A node on the canvas. */
	node(name: string): Locator {
		return this.surface.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	/** Opens a node's parameters. */
	async openNode(name: string): Promise<Locator> {
		await this.node(name).dblclick();
		const panel = this.page.getByTestId('ndv');
		await panel.waitFor();
		return panel;
	}

	/** Types a search into the node panel. */
	async searchNodes(text: string): Promise<void> {
		await this.page.getByTestId('node-creator-plus-button').click();
		await this.page.getByTestId('node-creator-search-bar').fill(text);
	}

	/** Closes the open node. */
	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** Saves what is on the screen to `<name>.png`, in `screenshots` unless told otherwise. */
	async screenshot(name: string, folder = screenshotFolder): Promise<void> {
		mkdirSync(folder, { recursive: true });
		await this.page.screenshot({
			path: path.join(folder, `${name}.png`),
			animations: 'disabled',
		});
	}
}

/** Whether a picture was fetched and decoded. */
export async function isLoaded(image: Locator): Promise<boolean> {
	return await image.evaluate(async (element) => {
		const picture = element as unknown as { decode(): Promise<void>; naturalWidth: number };
		await picture.decode();
		return picture.naturalWidth > 0;
	});
}

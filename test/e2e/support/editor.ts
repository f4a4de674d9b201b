import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { repositoryRoot } from '../../../n8n/buildPackage';
import type { Owner } from '../../../n8n/client';

const viewport = { width: 1400, height: 900 };
const screenshotFolder = path.join(repositoryRoot, 'screenshots');

/** n8n's editor as a person uses it. */
export class Editor {
	private constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens the editor and logs in. */
	static async open(browser: Browser, url: string, owner: Owner): Promise<Editor> {
		const page = await browser.newPage({ viewport });
		await page.goto(`${url}/signin`);
		await page.locator('input[name=emailOrLdapLoginId]').fill(owner.email);
		await page.locator('input[name=password]').fill(owner.password);
		await page.getByTestId('form-submit-button').click();
		await page.waitForURL('**/home/**');
		return new Editor(page, url);
	}

	/** Shows a workflow on the canvas. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Shows a past execution of a workflow. */
	async openExecution(workflowId: string, executionId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}/executions/${executionId}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** A node on the canvas. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
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

	/** Saves what is on the screen to `screenshots/<name>.png`. */
	async screenshot(name: string): Promise<void> {
		mkdirSync(screenshotFolder, { recursive: true });
		await this.page.screenshot({
			path: path.join(screenshotFolder, `${name}.png`),
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

import { source as axeSource } from 'axe-core';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright-core';
import { repositoryRoot } from '../../../n8n/buildPackage';

/** How the page is looked at. */
export interface Look {
	theme: 'light' | 'dark';
	small: boolean;
}

/** What a person with an assistive device would stumble over. */
interface Finding {
	impact: string;
	id: string;
	nodes: string[];
}

/** The page of the emulator as a person uses it. */
export class PhonePage {
	/** Errors the page threw. */
	readonly errors: string[] = [];

	private constructor(
		readonly page: Page,
		private readonly url: string,
		private readonly devTools: CDPSession,
	) {
		page.on('pageerror', ({ message }) => this.errors.push(message));
	}

	/** Opens the page of an emulator. */
	static async open(
		browser: Browser,
		url: string,
		{ theme, small }: Look = { theme: 'light', small: false },
		timezoneId?: string,
	): Promise<PhonePage> {
		const viewport = small ? { width: 390, height: 844 } : { width: 1440, height: 900 };
		return await PhonePage.openIn(
			await browser.newContext({ viewport, colorScheme: theme, hasTouch: small, timezoneId }),
			url,
		);
	}

	/** Opens the page of an emulator in one more tab. */
	static async openIn(context: BrowserContext, url: string): Promise<PhonePage> {
		const page = await context.newPage();
		const devTools = await context.newCDPSession(page);
		await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
		const opened = new PhonePage(page, url, devTools);
		await opened.show('phones');
		return opened;
	}

	/** Shows a view by its address, for example `phones/0570001001`. */
	async show(view: string): Promise<void> {
		await this.page.goto(`${this.url}/#/${view}`);
		await this.page.getByText('Live', { exact: true }).waitFor();
	}

	/** The messages of the phone that is shown. */
	get messages(): Locator {
		return this.page.getByRole('log', { name: 'Messages' }).getByRole('article');
	}

	/** Links in the texts of the messages. */
	get links(): Locator {
		return this.messages.locator('.text a');
	}

	/** Puts the page out of sight or back, as changing to another tab does. */
	async hide(hidden: boolean): Promise<void> {
		await this.page.evaluate(`
			Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
			document.dispatchEvent(new Event('visibilitychange'));
		`);
	}

	/** What axe finds serious or critical. */
	async seriousFindings(): Promise<Finding[]> {
		await this.page.evaluate(axeSource);
		const found = (await this.page.evaluate(
			`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(
				({ impact, id, nodes }) => ({ impact, id, nodes: nodes.map(({ html }) => html) }),
			))`,
		)) as Finding[];
		return found.filter(({ impact }) => ['serious', 'critical'].includes(impact));
	}

	/** How long the page's main thread has worked, in milliseconds: what else the machine does takes no part in it. */
	async worked(): Promise<number> {
		const { metrics } = await this.devTools.send('Performance.getMetrics');
		return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
	}

	/** Saves what is on the screen to `screenshots/<name>.png`. */
	async screenshot(name: string): Promise<void> {
		const folder = path.join(repositoryRoot, 'screenshots');
		mkdirSync(folder, { recursive: true });
		await this.page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
	}
}

import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A small phone of some years ago. */
const screen = { width: 360, height: 640 };

/** The browser of a person's phone, which opens links of messages. */
export class Phone {
	private constructor(private readonly context: BrowserContext) {}

	static async of(browser: Browser, colorScheme: 'light' | 'dark' = 'light'): Promise<Phone> {
		const context = await browser.newContext({
			...{ viewport: screen, deviceScaleFactor: 2, isMobile: true, hasTouch: true, colorScheme },
			// The page has to work without any.
			javaScriptEnabled: false,
		});
		return new Phone(context);
	}

	/** Opens an address, and shows the page. */
	async open(address: string): Promise<Page> {
		const page = await this.context.newPage();
		await page.goto(address);
		return page;
	}

	async close(): Promise<void> {
		await this.context.close();
	}
}

import axios from 'axios';
import type { Page } from 'playwright-core';

import type { TestStack } from './stack';
import { until } from './until';

/** Opens a published form of n8n in a browser, as soon as it is there. */
export async function openForm({ n8n, browser }: TestStack, path: string): Promise<Page> {
	const address = `${n8n.url}/form/${path}`;
	await until(async () => {
		const { status } = await axios.get(address, { validateStatus: () => true });
		return status === 200 ? true : undefined;
	});
	const page = await (await browser()).newPage();
	await page.goto(address);
	return page;
}

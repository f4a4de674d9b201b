import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser } from 'playwright-core';

const usualPaths = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** How long something in a page may take to show, in milliseconds. */
const patienceMs = 300_000;
const quietArguments = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/**
 * Starts a headless Chromium: the one `CHROMIUM_PATH` names, or the first of the usual places. Test IDs are
 * those of n8n's editor.
 *
 * @throws Error that says how to get one when there is none
 */
export async function startBrowser(): Promise<Browser> {
	const named = process.env.CHROMIUM_PATH;
	const found = (named ? [named] : usualPaths).find((candidate) => existsSync(candidate));
	if (!found) {
		throw new Error(
			named
				? `CHROMIUM_PATH names ${named}, which does not exist.`
				: `No Chromium found in ${usualPaths.join(', ')}. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`,
		);
	}
	selectors.setTestIdAttribute('data-test-id');
	const options = { executablePath: found, headless: true, args: quietArguments };
	return patient(await chromium.launch(options));
}

/** Playwright gives up after 30 seconds, which n8n's editor may take on a busy machine. */
function patient(browser: Browser): Browser {
	const newContext = browser.newContext.bind(browser);
	browser.newContext = async (options) => {
		const context = await newContext(options);
		context.setDefaultTimeout(patienceMs);
		return context;
	};
	return browser;
}

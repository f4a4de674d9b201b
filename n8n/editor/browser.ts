import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser } from 'playwright-core';

const usualPaths = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
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
	return await chromium.launch({ executablePath: found, headless: true, args: quietArguments });
}

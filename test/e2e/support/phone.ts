import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

import type { Stack } from '../../../demo/startStack';
import { repositoryRoot } from '../../../n8n/buildPackage';

const pictures = path.join(repositoryRoot, 'screenshots');

/** Keeps a picture of a page in `screenshots/`. */
export async function takePicture(page: Page, name: string): Promise<void> {
	mkdirSync(pictures, { recursive: true });
	await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}

/** The link in the last message to a phone, codes left out. */
export function linkTo({ emulator }: Pick<Stack, 'emulator'>, phone: string): string {
	const messages = emulator.control
		.ledger()
		.entries.filter((entry) => entry.phone === phone && entry.channel !== 'otp');
	return /https?:\/\/\S+/.exec(messages.at(-1)?.text ?? '')![0];
}

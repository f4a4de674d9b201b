import type { Browser } from 'playwright-core';

/** The emulator's page as a phone shows it, in pixels. */
const phoneSize = { width: 390, height: 860 };
const gap = 20;

/**
 * A picture of n8n's editor with the emulator's page, as a phone shows it, beside it.
 *
 * @param editor picture of the editor, PNG
 * @param address of the view to put beside it
 * @returns the picture, PNG
 */
export async function besidePhone(
	browser: Browser,
	editor: { png: Buffer; width: number; height: number },
	address: string,
): Promise<Buffer> {
	const phone = await browser.newPage({ viewport: phoneSize, colorScheme: 'light' });
	await phone.goto(address);
	await phone.getByRole('article').first().waitFor();
	const phonePng = await phone.screenshot({ animations: 'disabled' });
	await phone.close();

	const width = editor.width + phoneSize.width + 2 * gap;
	const both = await browser.newPage({ viewport: { width, height: editor.height } });
	await both.setContent(`<style>
		body { display: flex; gap: ${gap}px; margin: 0; align-items: center; background: #dfe5ec; }
		.phone { border-radius: 28px; box-shadow: 0 4px 18px rgb(0 0 0 / 30%); }
	</style>${image(editor.png)}${image(phonePng, 'phone')}`);
	const picture = await both.screenshot();
	await both.close();
	return picture;
}

const image = (png: Buffer, className = ''): string =>
	`<img class="${className}" src="data:image/png;base64,${png.toString('base64')}">`;

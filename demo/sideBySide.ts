import type { Browser } from 'playwright-core';

/** The emulator's page as a phone shows it, in pixels. */
const phoneSize = { width: 390, height: 860 };
const gap = 20;
/** Height of the line over a frame, in pixels. */
const captionHeight = 54;

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

/** A picture of an animation, PNG, and what stands above it. */
export interface Scene {
	caption: string;
	png: Buffer;
}

/** Shape of a frame: that of an editor with a phone beside it. */
const frameRatio = 900 / 1_870;

/** A frame of an animation: a picture, whole and as large as fits, under its caption; PNG. */
export async function captioned(browser: Browser, scene: Scene, width: number): Promise<Buffer> {
	const height = Math.round(width * frameRatio);
	const page = await browser.newPage({ viewport: { width, height: height + captionHeight } });
	await page.setContent(`<style>
		body { margin: 0; background: #dfe5ec; text-align: center; }
		p { margin: 0; font: 600 24px/${captionHeight}px system-ui, sans-serif; color: #1f2933; }
		img { display: block; margin: auto; height: ${height}px; max-width: 100%; object-fit: contain; }
	</style><p>${scene.caption}</p>${image(scene.png)}`);
	const picture = await page.screenshot();
	await page.close();
	return picture;
}

const image = (png: Buffer, className = ''): string =>
	`<img class="${className}" src="data:image/png;base64,${png.toString('base64')}">`;

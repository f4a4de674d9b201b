import type { Service } from '../../operations/row';

/** A page as someone's phone gets it. */
export interface Page {
	status: number;
	html: string;
	headers: Headers;
}

/** The link in the last message to a phone. */
export function linkTo({ control }: Service, phone: string): string {
	const messages = control.ledger().entries.filter((entry) => entry.phone === phone);
	const link = /https?:\/\/\S+/.exec(
		messages.filter(({ channel }) => channel !== 'otp').at(-1)!.text,
	);
	return link![0];
}

/** Opens a link, as previews and people do. */
export async function open(link: string, userAgent = 'Mozilla/5.0'): Promise<Page> {
	return await pageOf(await fetch(link, { headers: { 'User-Agent': userAgent } }));
}

/** Sends the form of a page, with its hidden fields, to the page's own URL. */
export async function submit(
	link: string,
	page: Page | undefined,
	fields: Record<string, string | string[]>,
): Promise<Page> {
	const body = new FormData();
	for (const [name, value] of Object.entries({ ...hiddenIn(page), ...fields })) {
		for (const each of [value].flat()) body.append(name, each);
	}
	return await pageOf(await fetch(link, { method: 'POST', body }));
}

/** The hidden fields of a page's form. */
export function hiddenIn(page: Page | undefined): Record<string, string> {
	const found = page?.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g) ?? [];
	return Object.fromEntries([...found].map(([, name, value]) => [name, unescaped(value)]));
}

async function pageOf(response: Response): Promise<Page> {
	return { status: response.status, html: await response.text(), headers: response.headers };
}

function unescaped(html: string): string {
	const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`' };
	return html
		.replace(/&(lt|gt|quot|#39|#96);/g, (_entity, name: string) => entities[name])
		.replaceAll('&amp;', '&');
}

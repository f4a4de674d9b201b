import { escaped } from '../rules/text';

/** System fonts and colors, nothing to load, in light and dark. */
const STYLE = `
:root{color-scheme:light dark;--back:#f4f5f7;--card:#fff;--ink:#1c2126;--soft:#5a6470}
@media (prefers-color-scheme:dark){:root{--back:#14171a;--card:#1f2428;--ink:#eef1f4;--soft:#aab4be}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif;line-height:1.5}
.soft{color:var(--soft)}
`;

/** The style of a page: what all pages have, and its own. */
export const styleOf = (own: string): string => STYLE + own;

/** What a page is made of. All but the title is HTML, escaped where it has to be. */
export interface PageParts {
	title: string;
	/** Made by {@link styleOf}. */
	style: string;
	/** What it may load and run; n8n puts its own in the place of that in the headers. */
	policy: string;
	/** More lines of its head. */
	head?: string;
	language?: string;
	/** Which way its language is written. */
	direction?: string;
	/** What is before its heading. */
	before?: string;
	content: string;
}

/** A whole page, which holds all that it needs. */
export function pageOf({
	title,
	style,
	policy,
	head = '',
	language = 'en',
	direction = 'ltr',
	before = '',
	content,
}: PageParts): string {
	return `<!DOCTYPE html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${before}<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/**
 * What the binary data of a page says it is: plain text, though its name ends in `.html`.
 *
 * n8n's server (1.123, 2.0 and 2.41, `ViewableMimeTypes`) shows files of listed types only, and its editor (2.41) offers
 * View for no others. text/html is not on the list. How a file is shown depends on its `fileType`. Delete this when
 * text/html is on the list.
 */
export const VIEWABLE_PAGE = { mimeType: 'text/plain', fileType: 'html' } as const;

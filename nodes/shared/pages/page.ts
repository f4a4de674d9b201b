import { escaped, escapedData } from '../rules/text';

/** What all pages have: system fonts and colors, nothing to load, in light and dark. */
export const BASE_STYLE = `
:root{color-scheme:light dark;--back:#f4f5f7;--card:#fff;--ink:#1c2126;--soft:#5a6470}
@media (prefers-color-scheme:dark){:root{--back:#14171a;--card:#1f2428;--ink:#eef1f4;--soft:#aab4be}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif;line-height:1.5}
.soft{color:var(--soft)}
`;

/** What a page is made of. All but the title is HTML, escaped where it has to be. */
interface PageParts {
	title: string;
	/** It begins with {@link BASE_STYLE}. */
	style: string;
	/** What it may load and run; n8n puts its own in the place of that in the headers. */
	policy: string;
	head?: string;
	language?: string;
	direction?: string;
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
 * n8n's server (2.0 and 2.41, `ViewableMimeTypes`) shows files of listed types only, and its editor (2.41) offers
 * View for no others. text/html is not on the list. How a file is shown depends on its `fileType`. Delete this when
 * text/html is on the list.
 */
export const VIEWABLE_PAGE = { mimeType: 'text/plain', fileType: 'html' } as const;

/** What pages show of a campaign, on whatever page. On paper no phone is cut in two. */
export const CAMPAIGN_STYLE = `
:root{--bubble:#e7eefb;--one:#2f7d4f;--two:#b26a00;--three:#b3261e}
@media (prefers-color-scheme:dark){:root{--bubble:#27344a;--one:#5fbf88;--two:#f0b45c;--three:#ff9c92}}
h2{margin:28px 0 10px;font-size:17px}
.phones{display:grid;grid-template-columns:repeat(auto-fill,minmax(235px,1fr));gap:16px;align-items:start}
.phone{padding:12px;border:2px solid var(--line);border-radius:22px;background:var(--card);font-size:15px;break-inside:avoid}
.to{margin:0 0 8px;color:var(--soft);font-size:13px;text-align:center}
.bubble{padding:9px 12px;border-radius:14px;background:var(--bubble);white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
.head{margin:0 0 4px;font-weight:600}
.foot{margin:6px 0 0;color:var(--soft);font-size:13px}
.button{margin:6px 0 0;padding:7px;border:1px solid var(--line);border-radius:10px;text-align:center;overflow-wrap:anywhere}
.button small{display:block;color:var(--soft)}
.cost{margin:8px 0 0;color:var(--soft);font-size:13px;text-align:center}
.bar{display:flex;height:22px;border-radius:6px;overflow:hidden}
.bar i{flex:1;background:var(--line);print-color-adjust:exact;-webkit-print-color-adjust:exact}
.key i{display:inline-block;width:12px;height:12px;margin-inline-end:6px;border-radius:3px;background:var(--line);print-color-adjust:exact;-webkit-print-color-adjust:exact}
i.one{background:var(--one)}i.two{background:var(--two)}i.three{background:var(--three)}
ul{margin:0;padding-inline-start:20px}
li{margin:0 0 6px;overflow-wrap:anywhere}
.key{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:6px 18px;margin:8px 0 0}
@media print{body{padding:0;background:#fff}main{max-width:none}}
`;

/** A part of a page; nothing where it is empty. */
export function section(title: string, html: string): string {
	return html === '' ? '' : `<section>\n<h2>${escaped(title)}</h2>\n${html}\n</section>`;
}

/** Lines of text. */
export function listOf(lines: string[]): string {
	return list(lines.map(apart));
}

function list(lines: string[]): string {
	const items = lines.map((line) => `<li>${line}</li>`);
	return items.length === 0 ? '' : `<ul>\n${items.join('\n')}\n</ul>`;
}

/** A text in a direction of its own, which begins where the others do. */
export const apart = (text: string) => `<bdi>${escapedData(text)}</bdi>`;

/** A reason and how many rows it has. */
export interface ShownLine {
	reason: string;
	rows: number;
}

/** Lines that a page spells out. */
const MOST_LINES = 50;

/** The first of many lines, and how many rows the others have. */
export function firstLines(lines: ShownLine[]): ShownLine[] {
	if (lines.length <= MOST_LINES) return lines;
	const others = lines.slice(MOST_LINES - 1);
	const rows = others.reduce((sum, line) => sum + line.rows, 0);
	return [...lines.slice(0, MOST_LINES - 1), { reason: `${others.length} others`, rows }];
}

/** Reasons with their rows. */
export function reasonsOf(lines: ShownLine[], rowsText: (count: number) => string): string {
	return list(lines.map(({ reason, rows }) => `${escaped(rowsText(rows))}: ${apart(reason)}`));
}

/** The colors of a bar's parts. */
const COLORS = ['one', 'two', 'three'];

/** A bar of at most three parts with their numbers; those of which there are none are left out. */
export function bar(
	labels: string[],
	counts: number[],
	countText: (count: number) => string,
): string {
	const total = counts.reduce((sum, count) => sum + count, 0);
	if (total === 0) return '';
	const colored = (index: number) => `<i class="${COLORS[index]}"></i>`;
	// One element for each percent: n8n's View leaves pictures out, and the approver's page allows no styles in elements.
	const pieces = counts.map((count, index) =>
		count === 0 ? '' : colored(index).repeat(Math.max(1, Math.round((100 * count) / total))),
	);
	const key = counts.map((count, index) =>
		count === 0
			? ''
			: `<li>${colored(index)}${escaped(`${labels[index]}: ${countText(count)}`)}</li>`,
	);
	return `<div class="bar">${pieces.join('')}</div>\n<ul class="key">${key.join('')}</ul>`;
}

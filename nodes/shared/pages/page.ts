// The parts of a campaign's page.
import { escaped, escapedData } from '../rules/text';

/**
 * Type of a page's binary data: plain text, although its name ends in `.html`.
 *
 * n8n's server (2.0 and 2.41, `ViewableMimeTypes`) and the View of its editor (2.41) show only
 * listed types, and text/html is not listed. The `fileType` decides how they show a file. Delete
 * this when text/html is on the list.
 */
export const VIEWABLE_PAGE = { mimeType: 'text/plain', fileType: 'html' } as const;

/** The style of a campaign on any page. Print cuts no phone in two. */
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

/** A part of a page; nothing if it is empty. */
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

/** A text with its own direction and the page's alignment. */
export const apart = (text: string) => `<bdi>${escapedData(text)}</bdi>`;

/** A reason and its number of rows. */
export interface ShownLine {
	reason: string;
	rows: number;
}

/** Lines that a page shows. */
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

/** A bar of up to three parts with their numbers. Empty parts are left out. */
export function bar(
	labels: string[],
	counts: number[],
	countText: (count: number) => string,
): string {
	const total = counts.reduce((sum, count) => sum + count, 0);
	if (total === 0) return '';
	const colored = (index: number) => `<i class="${COLORS[index]}"></i>`;
	// One element per percent: n8n's View drops pictures, the answer page bans inline styles.
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

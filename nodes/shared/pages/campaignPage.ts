import { counted, escaped, escapedData } from '../rules/text';
import { pageOf, styleOf } from './skeleton';

/** Reasons, warnings and phones that a page spells out. */
export const MOST_LINES = 50;

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
`;

/** Pages about a campaign, to look at or to print. On paper there are no shadows. */
const STYLE = styleOf(`
:root{--line:#c3cad2}
@media (prefers-color-scheme:dark){:root{--line:#4a545e}}
body{padding:20px;font-size:15px}
main{max-width:1080px;margin:0 auto}
h1{margin:0 0 4px;font-size:22px}
p{margin:0 0 12px}
table{width:100%;border-collapse:collapse;background:var(--card)}
dl{margin:0}
dt{color:var(--soft)}
dd{margin:0 0 6px;font-weight:600;white-space:pre-wrap;overflow-wrap:anywhere}
th,td{padding:7px 10px;border:1px solid var(--line);text-align:start;overflow-wrap:anywhere;vertical-align:top}
th{overflow-wrap:normal}
@media print{body{padding:0;background:#fff}main{max-width:none}}
${CAMPAIGN_STYLE}`);

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A page about a campaign. */
export function campaignPage(title: string, summary: string, sections: string[]): string {
	const shown = sections.filter((each) => each !== '');
	const content = [`<p>${escaped(summary)}</p>`, ...shown].join('\n');
	return pageOf({ title, style: STYLE, policy: POLICY, content });
}

/** A part of a page; nothing where it is empty. */
export function section(title: string, html: string): string {
	return html === '' ? '' : `<section>\n<h2>${escaped(title)}</h2>\n${html}\n</section>`;
}

/** Lines of text, of which a page spells out some. */
export function listOf(lines: string[]): string {
	return list(lines.map(apart));
}

function list(lines: string[]): string {
	if (lines.length === 0) return '';
	const rest = lines.length - MOST_LINES;
	const more = rest > 0 ? [`${rest} more`] : [];
	const shown = [...lines.slice(0, MOST_LINES), ...more];
	return `<ul>\n${shown.map((line) => `<li>${line}</li>`).join('\n')}\n</ul>`;
}

/** A text in a direction of its own, which begins where the others do. */
export const apart = (text: string) => `<bdi>${escapedData(text)}</bdi>`;

/** A reason and how many rows it has. */
export interface ShownLine {
	reason: string;
	rows: number;
}

/** Reasons with their rows. */
export function reasonsOf(lines: ShownLine[], rowsText = rowsInEnglish): string {
	return list(lines.map(({ reason, rows }) => `${escaped(rowsText(rows))}: ${apart(reason)}`));
}

const rowsInEnglish = (count: number) => counted(count, 'row');

/** A part of a bar. */
export interface BarPart {
	color: 'one' | 'two' | 'three' | 'none';
	label: string;
	count: number;
	/** The number as people read it. */
	countText: string;
}

/** A bar of parts with their numbers; those of which there are none are left out. */
export function bar(parts: BarPart[]): string {
	const shown = parts.filter(({ count }) => count > 0);
	if (shown.length === 0) return '';
	const total = shown.reduce((sum, { count }) => sum + count, 0);
	const colored = (color: BarPart['color']) => `<i class="${color}"></i>`;
	// One element for each percent: n8n's View leaves pictures out, and the approver's page allows no styles in elements.
	const pieces = shown.map(({ color, count }) =>
		colored(color).repeat(Math.max(1, Math.round((100 * count) / total))),
	);
	const key = shown.map(
		({ color, label, countText }) =>
			`<li>${colored(color)}${escaped(`${label}: ${countText}`)}</li>`,
	);
	const picture = `<div class="bar">${pieces.join('')}</div>`;
	return `${picture}\n<ul class="key">${key.join('')}</ul>`;
}

/** A table of texts. */
export function tableOf(head: string[], rows: string[][]): string {
	if (rows.length === 0) return '';
	const line = (cells: string[], tag: string) =>
		`<tr>${cells.map((cell) => `<${tag} dir="auto">${escapedData(cell)}</${tag}>`).join('')}</tr>`;
	const rest = rows.length - MOST_LINES;
	const more = rest > 0 ? `\n<p class="soft">${rest} more</p>` : '';
	const shown = rows.slice(0, MOST_LINES).map((row) => line(row, 'td'));
	return `<table>\n${[line(head, 'th'), ...shown].join('\n')}\n</table>${more}`;
}

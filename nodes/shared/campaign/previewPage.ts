import type { IDataObject } from 'n8n-workflow';

import { escaped } from '../rules/escaped';

/** Messages that the page shows as they look on a phone. */
const MOST_PHONES = 12;
/** Reasons and warnings that it spells out. */
const MOST_LINES = 50;

/** What a page of a preview shows. */
export interface PreviewFacts {
	/** What would be sent, in one sentence. */
	summary: string;
	/** What each row would get, in the order of rows. */
	messages: ShownMessage[];
	/** Rows that get nothing, by reason. */
	leftOut: ShownLine[];
	refused: ShownLine[];
	/** What the checks found, a line for each kind. */
	warnings: string[];
}

/** What one recipient reads. */
export interface ShownMessage {
	recipient: string;
	/** `text`, or `header`, `body`, `footer` and `buttons`; and `messages`. */
	note: IDataObject;
}

/** A reason and how many rows it has. */
export interface ShownLine {
	reason: string;
	rows: number;
}

/**
 * System fonts, nothing to load. A message is written in its own direction. On paper there are no shadows, and no phone
 * is cut in two.
 */
const STYLE = `
:root{color-scheme:light dark;--back:#f4f5f7;--card:#fff;--ink:#1c2126;--soft:#5a6470;--line:#c3cad2;--bubble:#e7eefb;--one:#2f7d4f;--two:#b26a00;--three:#b3261e}
@media (prefers-color-scheme:dark){:root{--back:#14171a;--card:#1f2428;--ink:#eef1f4;--soft:#aab4be;--line:#4a545e;--bubble:#27344a;--one:#5fbf88;--two:#f0b45c;--three:#ff9c92}}
*{box-sizing:border-box}
body{margin:0;padding:20px;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
main{max-width:1080px;margin:0 auto}
h1{margin:0 0 4px;font-size:22px}
h2{margin:28px 0 10px;font-size:17px}
p{margin:0 0 12px}
.soft{color:var(--soft)}
.phones{display:grid;grid-template-columns:repeat(auto-fill,minmax(235px,1fr));gap:16px;align-items:start}
.phone{padding:12px;border:2px solid var(--line);border-radius:22px;background:var(--card);break-inside:avoid}
.to{margin:0 0 8px;color:var(--soft);font-size:13px;text-align:center}
.bubble{padding:9px 12px;border-radius:14px;background:var(--bubble);white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
.head{margin:0 0 4px;font-weight:600}
.foot{margin:6px 0 0;color:var(--soft);font-size:13px}
.button{margin:6px 0 0;padding:7px;border:1px solid var(--line);border-radius:10px;text-align:center;overflow-wrap:anywhere}
.button small{display:block;color:var(--soft)}
.cost{margin:8px 0 0;color:var(--soft);font-size:13px;text-align:center}
.bar{display:flex;height:22px;border-radius:6px;overflow:hidden;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.bar i{display:block;min-width:3px}
.one{background:var(--one)}.two{background:var(--two)}.three{background:var(--three)}
ul{margin:0;padding-inline-start:20px}
li{margin:0 0 6px;overflow-wrap:anywhere}
.key{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:6px 18px;margin:8px 0 0}
.key i{display:inline-block;width:12px;height:12px;margin-inline-end:6px;border-radius:3px;print-color-adjust:exact;-webkit-print-color-adjust:exact}
@media print{body{padding:0;background:#fff}main{max-width:none}}
`;

/**
 * A page of what a campaign would send, to look at or to print: it holds all that it needs, has no script, and loads
 * nothing.
 */
export function previewPage({
	summary,
	messages,
	leftOut,
	refused,
	warnings,
}: PreviewFacts): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Campaign preview</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Campaign preview</h1>
<p>${escaped(summary)}</p>
${section('Warnings', listOf(warnings))}
${costs(messages)}
${phones(messages)}
${section('Left out', listOf(leftOut.map(lineText)))}
${section('Refused', listOf(refused.map(lineText)))}
</main>
</body>
</html>
`;
}

function section(title: string, html: string): string {
	return html === '' ? '' : `<section>\n<h2>${escaped(title)}</h2>\n${html}\n</section>`;
}

function listOf(lines: string[]): string {
	if (lines.length === 0) return '';
	const rest = lines.length - MOST_LINES;
	const more = rest > 0 ? [`${rest} more`] : [];
	const shown = [...lines.slice(0, MOST_LINES), ...more];
	return `<ul>\n${shown.map((line) => `<li dir="auto">${escaped(line)}</li>`).join('\n')}\n</ul>`;
}

function lineText({ reason, rows }: ShownLine): string {
	return `${rows === 1 ? '1 row' : `${rows} rows`}: ${reason}`;
}

/** How many rows cost one, two, three or more messages; nothing where messages are not counted. */
function costs(messages: ShownMessage[]): string {
	const counted = messages.flatMap(({ note }) =>
		Number(note.messages) > 0 ? Number(note.messages) : [],
	);
	if (counted.length === 0) return '';
	const parts = [
		{ name: 'one', label: '1 message', rows: counted.filter((each) => each === 1).length },
		{ name: 'two', label: '2 messages', rows: counted.filter((each) => each === 2).length },
		{ name: 'three', label: '3 messages or more', rows: counted.filter((each) => each > 2).length },
	].filter(({ rows }) => rows > 0);
	const bar = parts
		.map(({ name, rows }) => `<i class="${name}" style="flex:${rows}"></i>`)
		.join('');
	const key = parts
		.map(
			({ name, label, rows }) =>
				`<li><i class="${name}"></i>${label}: ${rows === 1 ? '1 row' : `${rows} rows`}</li>`,
		)
		.join('');
	return section('Cost', `<div class="bar">${bar}</div>\n<ul class="key">${key}</ul>`);
}

/** The first messages that differ. */
function phones(messages: ShownMessage[]): string {
	const different = new Map<string, { first: ShownMessage; rows: number }>();
	for (const message of messages) {
		const key = JSON.stringify(shownParts(message.note));
		const known = different.get(key);
		if (known !== undefined) known.rows++;
		else different.set(key, { first: message, rows: 1 });
	}
	const shown = [...different.values()].slice(0, MOST_PHONES);
	if (shown.length === 0) return '';
	const more =
		different.size > shown.length
			? `<p class="soft">The first ${shown.length} of ${different.size} different messages.</p>\n`
			: '';
	return section('Messages', `${more}<div class="phones">\n${shown.map(phone).join('\n')}\n</div>`);
}

function shownParts({
	text,
	header,
	body,
	footer,
	buttons,
	file,
	service,
}: IDataObject): unknown[] {
	return [text, header, body, footer, buttons, file, service];
}

function phone({
	first: { recipient, note },
	rows,
}: {
	first: ShownMessage;
	rows: number;
}): string {
	const part = (name: string, value: unknown, tag = 'div') =>
		typeof value === 'string' && value !== ''
			? `<${tag} class="${name}" dir="auto">${escaped(value)}</${tag}>`
			: '';
	const { text, header, body, footer, buttons, file, service, messages } = note;
	const plays =
		file ?? (service === undefined ? undefined : `Telephony service ${String(service)}`);
	const bubble = [
		part('head', header),
		part('body', text ?? body ?? plays),
		part('foot', footer),
	].join('');
	const links = (Array.isArray(buttons) ? (buttons as IDataObject[]) : []).map(
		({ text: label, url }) =>
			`<div class="button" dir="auto">${escaped(String(label))}${typeof url === 'string' ? `<small>${escaped(url)}</small>` : ''}</div>`,
	);
	const cost =
		messages === undefined
			? []
			: [`${String(messages)} ${messages === 1 ? 'message' : 'messages'}`];
	const said = [...cost, ...(rows > 1 ? [`${rows} rows`] : [])].join(' · ');
	return `<article class="phone">
<p class="to"><bdi>${escaped(recipient)}</bdi></p>
<div class="bubble">${bubble}</div>${links.join('')}
${said === '' ? '' : `<p class="cost">${said}</p>`}
</article>`;
}

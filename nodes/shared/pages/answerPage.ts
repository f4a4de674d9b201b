// The HTML of all pages.
import { createHash } from 'crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { CAMPAIGN_STYLE } from './page';
import { escaped } from '../rules/text';
import { pageTexts, type Notice, type PageLanguage } from './pageTexts';

/**
 * Large targets and nothing to load: the page must work at once on the cheapest phone. A label or
 * answer in another script has its own direction, but the page's alignment.
 */
const STYLE = `
:root{color-scheme:light dark;--back:#f4f5f7;--card:#fff;--ink:#1c2126;--soft:#5a6470;--line:#8a94a0;--main:#1257b8;--onmain:#fff;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--back:#14171a;--card:#1f2428;--ink:#eef1f4;--soft:#aab4be;--line:#76808b;--main:#8ab8ff;--onmain:#0b1f3a;--bad:#ff9c92}}
*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--back);color:var(--ink);font:18px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
.soft{color:var(--soft)}
main{max-width:560px;margin:0 auto;padding:20px;background:var(--card);border-radius:12px}
h1{margin:0 0 12px;font-size:22px;line-height:1.3}
p{margin:0 0 16px}
.message{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
.from{margin:0 0 4px;color:var(--soft);font-weight:600;overflow-wrap:anywhere}
.bad{color:var(--bad);font-weight:600}
dl{margin:0 0 16px;padding:10px 12px;border:1px solid var(--line);border-radius:8px;overflow-wrap:anywhere}
dt{color:var(--soft)}
dd{margin:0 0 6px;font-weight:600;white-space:pre-wrap;overflow:hidden}
dd dl{margin:0}
label,legend{display:block;margin:0 0 6px;padding:0;font-weight:600;overflow-wrap:anywhere}
[dir=rtl] .from,[dir=rtl] label,[dir=rtl] legend,[dir=rtl] dt,[dir=rtl] dd{text-align:right}
[dir=ltr] .from,[dir=ltr] label,[dir=ltr] legend,[dir=ltr] dt,[dir=ltr] dd{text-align:left}
fieldset{margin:0;padding:0;border:0}
.field{margin:0 0 18px}
.choice{display:flex;gap:10px;align-items:center;min-height:48px;margin:0;font-weight:400}
input,select,textarea{width:100%;min-height:48px;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:var(--ink);font:inherit}
input[type=radio]{width:24px;min-width:24px;height:24px;min-height:24px;margin:0}
textarea{min-height:120px}
button{display:block;width:100%;min-height:56px;margin:0 0 12px;padding:12px;border:2px solid var(--main);border-radius:10px;background:var(--main);color:var(--onmain);font:inherit;font-weight:600;overflow-wrap:anywhere}
button.second{background:transparent;color:var(--main)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
section+form{margin-top:28px}
${CAMPAIGN_STYLE}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A page may load only its own style. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'`;

/**
 * Headers of every answer page. In a sandbox without an origin, some browsers would not post to
 * `'self'`, so `form-action` is not set. The page's only form names no URL.
 */
export const pageHeaders: Record<string, string> = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'; sandbox allow-forms`,
	// On the page after an answer, n8n replaces our policy with its own.
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'no-referrer',
	'Cache-Control': 'no-store',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
};

/** What a question's pages share. */
export interface PageFor {
	language: PageLanguage;
	/** Who asks. */
	from?: string;
}

/** For a call of no known question. */
export const UNKNOWN: PageFor = { language: 'en' };

/** A whole page. It has our policy, since n8n sets its own in the headers of pages it sends. */
export function page({ language, from = '' }: PageFor, title: string, content: string): string {
	const { direction } = pageTexts[language];
	const asks = from === '' ? '' : `<p class="from" dir="auto">${escaped(from)}</p>\n`;
	return `<!DOCTYPE html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${asks}<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** A page with only a message. */
export function noticePage(of: PageFor, { title, text }: Notice): string {
	return page(of, title, `<p>${escaped(text)}</p>`);
}

/** Answers a call with a page and an HTTP status. */
export function sendPage(
	context: IWebhookFunctions,
	status: number,
	html: string,
): IWebhookResponseData {
	setPageHeaders(context);
	context.getResponseObject().status(status).send(html);
	return { noWebhookResponse: true };
}

/** HTTP statuses of pages that explain why a call did nothing. */
const statuses = { expired: 410, invalid: 403, later: 503, unclear: 400 };

/** Answers a call that did nothing with the reason, in a question's or an opt-out's texts. */
export function sendNotice<Name extends keyof typeof statuses>(
	context: IWebhookFunctions,
	of: PageFor,
	name: Name,
	texts: Record<Name, Notice>,
): IWebhookResponseData {
	return sendPage(context, statuses[name], noticePage(of, texts[name]));
}

/** Sets a page's headers, for pages that n8n sends as it resumes the execution. */
export function setPageHeaders(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
}

import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { pageHeaders, type PageFor } from './page';

/** HTTP statuses of pages. */
export const OK = 200;
export const BAD_REQUEST = 400;
export const FORBIDDEN = 403;
export const GONE = 410;
export const FAILED = 500;
export const UNAVAILABLE = 503;

/** Of a call that nothing is known of. */
export const UNKNOWN: PageFor = { language: 'en' };

/** Answers a call with a page. */
export function sendPage(
	context: IWebhookFunctions,
	status: number,
	html: string,
): IWebhookResponseData {
	setPageHeaders(context);
	context.getResponseObject().status(status).send(html);
	return { noWebhookResponse: true };
}

/** Sets a page's headers, where n8n itself sends it when the execution continues. */
export function setPageHeaders(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
}

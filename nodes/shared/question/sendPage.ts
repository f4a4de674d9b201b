import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { pageHeaders } from './page';

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

/** Sets a page's headers, where n8n itself sends it when the execution goes on. */
export function setPageHeaders(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
}

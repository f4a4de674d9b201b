import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';

/** Answers a call of an address of n8n. */
export type End = (status: number, body: object | string) => void;

/** A call as n8n hands it to a node's webhook (2.41.1, `webhook-helpers`), and how the node may answer it itself. */
export async function exchangeOf(request: IncomingMessage, response: ServerResponse, end: End) {
	const { method, headers, url } = request;
	const query = queryOf(new URL(url!, 'http://n8n').searchParams);
	return {
		httpRequest: { query, params: {}, headers, method, body: await bodyOf(request) },
		httpResponse: {
			setHeader: (name: string, value: string) => response.setHeader(name, value),
			status: (status: number) => ({
				json: (content: object) => end(status, content),
				send: (content: string) => end(status, content),
			}),
		},
	} as unknown as object;
}

/** The query as n8n's server reads it: a parameter that comes twice, or as "r[]", is a list. */
function queryOf(query: URLSearchParams): Record<string, string | string[]> {
	const names = [...new Set(query.keys())];
	return Object.fromEntries(
		names.map((name) => {
			const values = query.getAll(name);
			const isList = values.length > 1 || name.endsWith('[]');
			return [name.replace(/\[\]$/, ''), isList ? values : values[0]];
		}),
	);
}

/** What was posted, where n8n's own parsers put it (2.41.1, `webhook-form-data`, `body-parser`). */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const { method, headers } = request;
	const type = headers['content-type'] ?? '';
	if (method !== 'POST') return {};
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const content = Buffer.concat(chunks);
	if (!type.startsWith('multipart/form-data')) return parsedBody(type, content.toString());
	const sent = new Response(content, { headers: { 'Content-Type': type } });
	const form = await sent.formData();
	const names = [...new Set(form.keys())];
	const valuesOf = (name: string) => {
		const values = form.getAll(name).map((value) => (typeof value === 'string' ? value : {}));
		return values.length === 1 ? values[0] : values;
	};
	const isFile = (name: string) => typeof form.get(name) !== 'string';
	const fieldsOf = (some: string[]) =>
		Object.fromEntries(some.map((name) => [name, valuesOf(name)]));
	return {
		data: fieldsOf(names.filter((name) => !isFile(name))),
		files: fieldsOf(names.filter(isFile)),
	};
}

function parsedBody(type: string, text: string): unknown {
	if (type.startsWith('application/json')) return JSON.parse(text || '{}') as unknown;
	if (type.startsWith('text/plain')) return text;
	if (!type.startsWith('application/x-www-form-urlencoded')) return {};
	return parseQuery(text);
}

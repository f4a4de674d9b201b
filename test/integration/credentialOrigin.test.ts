// If this fails, anyone who may use a shared credential can send its token to a server of their own.
import type { IncomingMessage } from 'node:http';

import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeType,
	IRequestOptions,
} from 'n8n-workflow';

import { ExtApi } from '../../credentials/ExtApi.credentials';
import { siteForTests } from '../site';
import { descriptionOf } from './harness/callingAgent';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();

const TOKEN = 'demo-token-full';
const REFUSED = /another host than the credential's Base URL/;
const STATUS = { tid: '1', act: 'status' };

/** A server that is not the service, and whatever reached it. */
const received: string[] = [];
const stranger = siteForTests((request, response) => {
	void textOf(request).then((body) => {
		received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
		response.end('{}');
	});
});

/** A server at the address of the credential that sends every call on to another one. */
let redirectStatus = 307;
let redirectTo = '';
const redirecting = siteForTests((request, response) => {
	void textOf(request).then(() =>
		response.writeHead(redirectStatus, { location: redirectTo }).end('moved'),
	);
});

async function textOf(request: IncomingMessage): Promise<string> {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return text;
}

beforeEach(() => received.splice(0));

/** What HTTP Request 4.x asks its helper for, where nothing is set (n8n-nodes-base, `HttpRequestV3.node`). */
const asHttpRequest = (uri: string, more: IRequestOptions = {}): IRequestOptions => ({
	...{ headers: {}, method: 'POST', uri, gzip: true, rejectUnauthorized: true },
	...{ followRedirect: true, followAllRedirects: true, maxRedirects: undefined },
	...{ resolveWithFullResponse: true, encoding: null, json: false, useStream: true },
	...{ body: STATUS, sendCredentialsOnCrossOriginRedirect: false },
	...more,
});

/** Lets a node make a request with the credential, by the helper of HTTP Request or by that of newer nodes. */
async function ask(
	request: IRequestOptions | IHttpRequestOptions,
	baseUrl = service.url,
): Promise<{ said?: string; statuses: unknown[] }> {
	const node: INodeType = {
		description: { ...descriptionOf('Asking'), credentials: [{ name: 'extApi', required: true }] },
		async execute(this: IExecuteFunctions) {
			const { requestWithAuthentication, httpRequestWithAuthentication } = this.helpers;
			const reply = (await ('uri' in request
				? requestWithAuthentication.call(this, 'extApi', request)
				: httpRequestWithAuthentication.call(this, 'extApi', request as IHttpRequestOptions))) as {
				statusCode: number;
			};
			return [[{ json: { status: reply.statusCode } }]];
		},
	};
	const credential = { baseUrl, token: TOKEN };
	const { error, items } = await runNode({ node, parameters: {}, credential });
	return {
		said: error && `${error.message} ${String((error as { description?: string }).description)}`,
		statuses: items.map(({ json }) => json.status),
	};
}

describe('the token of a credential', () => {
	it('goes to the service, for a whole URL and for a path', async () => {
		const whole = `${service.url}/extApi/taskStatus.php`;
		for (const request of [
			asHttpRequest(whole),
			{ method: 'POST' as const, url: whole, body: STATUS, returnFullResponse: true },
			...['/extApi/taskStatus.php', 'extApi/taskStatus.php'].map((url) => ({
				...{ method: 'POST' as const, url, body: STATUS, returnFullResponse: true },
			})),
		]) {
			expect(await ask(request)).toMatchObject({ said: undefined, statuses: [200] });
		}
		for (const { parameters } of service.control.requests()) {
			expect(parameters).toEqual({ ...STATUS, token: TOKEN });
		}
		expect(service.control.requests()).toHaveLength(4);
	});

	it.each([
		['another port', (other: number) => `http://127.0.0.1:${other}/extApi/taskStatus.php`],
		['another name', (other: number) => `http://localhost:${other}/`],
		['no protocol', (other: number) => `//127.0.0.1:${other}/`],
		['backslashes', (other: number) => `http:\\\\127.0.0.1:${other}\\`],
		['capitals', (other: number) => `HTTP://127.0.0.1:${other}/`],
		[
			'the service as user',
			(other: number) => `http://${new URL(service.url).host}@127.0.0.1:${other}/`,
		],
		['blanks', (other: number) => `  http://127.0.0.1:${other}/ `],
	])('does not go to another host: %s', async (_name, urlOf) => {
		const url = urlOf(Number(new URL(stranger()).port));
		const asked = [
			asHttpRequest(url),
			{ method: 'POST' as const, url, body: STATUS, returnFullResponse: true },
		];
		for (const request of asked) {
			const { said = '' } = await ask(request);
			expect(said).not.toBe('');
			expect(said).not.toContain(TOKEN);
		}
		expect(received.join('\n')).not.toContain(TOKEN);
	});

	it('does not go to the base URL of a request', async () => {
		const baseURL = stranger();
		const request = { method: 'POST' as const, baseURL, url: '/x', body: STATUS };
		expect((await ask(request)).said).toMatch(REFUSED);
		expect(received).toEqual([]);
	});

	// A POST is sent again, with its body, after 307 and 308.
	it.each([301, 302, 303, 307, 308])('does not follow a redirect (HTTP %s)', async (status) => {
		redirectStatus = status;
		redirectTo = stranger('/stolen');
		const base = redirecting();
		const url = `${base}/extApi/taskStatus.php`;
		for (const request of [
			asHttpRequest(url),
			asHttpRequest(url, { method: 'GET' }),
			{ method: 'POST' as const, url, body: STATUS, returnFullResponse: true },
		]) {
			await ask(request, base);
		}
		expect(received).toEqual([]);
	});

	it.each([
		['a form', { body: undefined, form: STATUS }],
		['a multipart form', { body: undefined, formData: STATUS }],
		['a text', { body: '{"tid":"1"}' }],
		['a list', { body: [1] }],
		['a file', { body: Buffer.from('{"tid":"1"}') }],
	])('does not go into %s', async (_name, more) => {
		const { said } = await ask(asHttpRequest(`${service.url}/extApi/taskStatus.php`, more));
		expect(said).toMatch(/Send the parameters as a JSON object/);
		expect(service.control.requests()).toEqual([]);
	});
});

it('is put into requests also by a copy of the credential type, as n8n makes one', async () => {
	const copy = { ...new ExtApi() };
	const credential = { baseUrl: 'https://messages.example.com', token: 'x' };
	const request = { url: '/extApi/taskStatus.php', body: STATUS };
	expect(await copy.authenticate(credential, request)).toMatchObject({
		url: 'https://messages.example.com/extApi/taskStatus.php',
		body: { ...STATUS, token: 'x' },
	});
});

// What makes keys, and takes the token out of replies, knows texts alone.
it.each([1234567890123, true, {}])('is refused as %j: an expression gives text', async (token) => {
	const credential = { baseUrl: 'https://messages.example.com', token } as never;
	const asked = new ExtApi().authenticate(credential, { url: '/extApi/taskStatus.php', body: {} });
	await expect(asked).rejects.toThrow(/^Token must be text/);
});

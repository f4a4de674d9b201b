// If this fails, anyone who may use a shared credential can read its token.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { chain } from '../../n8n/chain';
import { itemsOf } from '../../n8n/executions';
import { readNodeTypes } from './support/nodeTypes';
import { stackForTests } from './support/stack';

/** n8n's own HTTP Request node with the credential, as "Custom API Call" leads to. */
const stack = stackForTests();
const NAME = 'HTTP Request';
const received: string[] = [];

/** A server of someone else's, which may send a call back to another address. */
const stranger = createServer((request, response) => {
	request.setEncoding('utf8').on('data', (text: string) => received.push(text));
	request.on('end', () => response.end('{}'));
});
/** The service, behind something that redirects every request to the stranger, with its body. */
const redirecting = createServer((request, response) => {
	request.resume().on('end', () => response.writeHead(307, { location: at(stranger) }).end());
});
const at = (server: typeof stranger) =>
	`http://127.0.0.1:${(server.address() as AddressInfo).port}/extApi/taskStatus.php`;

beforeAll(async () => {
	for (const server of [stranger, redirecting]) {
		await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	}
});
afterAll(() => [stranger, redirecting].forEach((server) => server.close()));

async function call(url: string, credential = stack.credential) {
	const step = {
		name: NAME,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			...{ method: 'POST', url, authentication: 'predefinedCredentialType' },
			...{ nodeCredentialType: 'extApi', sendBody: true, specifyBody: 'json' },
			jsonBody: '{ "tid": "1", "act": "status" }',
		},
		settings: { credentials: { extApi: {} } },
	};
	return await stack.run(await stack.store(chain(NAME, [step]), credential));
}

it('is offered in each list of resources and operations', async () => {
	const types = (await readNodeTypes(stack)).filter(({ name }) => /^n8n-nodes-extapi\./.test(name));
	const lists = types.flatMap(({ name, properties }) =>
		properties
			.filter((field) => ['resource', 'operation'].includes(field.name) && field.type === 'options')
			.map(({ name: list, options = [] }) => ({
				list: `${name} ${list}`,
				isOffered: options.some((each) => 'value' in each && each.value === '__CUSTOM_API_CALL__'),
			})),
	);
	expect(lists.length).toBeGreaterThan(16);
	expect(lists.filter(({ isOffered }) => !isOffered)).toEqual([]);
});

it('calls the service with the token', async () => {
	const execution = await call(`${stack.emulator.url}/extApi/taskStatus.php`);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, NAME)).toHaveLength(1);
	const [{ parameters }] = stack.control.requests();
	expect(parameters).toMatchObject({ tid: '1', token: expect.stringContaining('demo-token') });
});

it('calls no other host', async () => {
	const execution = await call(at(stranger));
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution)).toContain("another host than the credential's Base URL");
	expect(received).toEqual([]);
});

it('follows no redirect', async () => {
	const data = { baseUrl: new URL(at(redirecting)).origin, token: 'demo-token-full' };
	const credential = await stack.client.createCredential('Redirected', 'extApi', data);
	const execution = await call(at(redirecting), credential);
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution)).toContain('307');
	expect(received).toEqual([]);
	expect(JSON.stringify(execution)).not.toContain(data.token);
});

it('calls nothing where the credential says so', async () => {
	const data = {
		...{ baseUrl: stack.emulator.url, token: 'demo-token-full' },
		allowedHttpRequestDomains: 'none',
	};
	const credential = await stack.client.createCredential('For our nodes', 'extApi', data);
	const execution = await call(`${stack.emulator.url}/extApi/taskStatus.php`, credential);
	expect(execution.status).toBe('error');
	expect(stack.control.requests()).toEqual([]);
});

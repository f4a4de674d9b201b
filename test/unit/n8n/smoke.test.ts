// If this fails, the check of n8n's newest images begins before n8n is there, and a release is stopped by that.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { N8nClient } from '../../../n8n/client';
import { hasStarted } from '../../../n8n/smoke';

/** What n8n answers to one call after the other; the last to all further ones. */
const answers = [
	{ type: 'text/html', body: 'n8n is starting up. Please wait' },
	{ type: 'application/json', body: JSON.stringify({ data: { instanceId: 'any' } }) },
];
let calls = 0;
let server: Server;

beforeEach(async () => {
	calls = 0;
	server = createServer((_request, response) => {
		const { type, body } = answers[Math.min(calls++, answers.length - 1)];
		response.writeHead(200, { 'content-type': type }).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.close());

it('an n8n that asks to wait, with status 200, has not started', async () => {
	const { port } = server.address() as AddressInfo;
	await hasStarted(new N8nClient(`http://127.0.0.1:${port}`));
	expect(calls).toBe(2);
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

/**
 * A server that answers with the replies a test gives it, one after the other, the last one for good:
 * for replies the specification allows or forbids and the emulator never makes.
 */
export function serverForTests() {
	let server: Server;
	let replies: string[] = [];
	let received: IDataObject[] = [];
	beforeAll(async () => {
		server = createServer((request, response) => {
			let text = '';
			request.on('data', (chunk: Buffer) => (text += chunk.toString()));
			request.on('end', () => {
				const { token: _token, ...body } = JSON.parse(text) as IDataObject;
				received.push(body);
				response.end(replies.length > 1 ? replies.shift() : replies[0]);
			});
		});
		await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	});
	afterAll(async () => await new Promise((done) => server.close(done)));
	return {
		answer(...texts: Array<string | IDataObject>) {
			replies = texts.map((text) => (typeof text === 'string' ? text : JSON.stringify(text)));
			received = [];
		},
		bodies: () => received,
		credential: (): ICredentialDataDecryptedObject => ({
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			token: 'demo-token-full',
		}),
	};
}

/** A JSON reply in the specification's shape, but for the action, which every script calls something else. */
export function reply(data: IDataObject = {}, message = 'OK'): IDataObject {
	return { status: 1, message, data: { ...data, remoteIP: '127.0.0.1' } };
}

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { siteForTests } from '../../site';

/**
 * A server that answers with the replies a test gives it, one after the other, the last one for good:
 * for replies the specification allows or forbids and the emulator never makes.
 */
export function serverForTests() {
	let replies: string[] = [];
	let received: IDataObject[] = [];
	const address = siteForTests((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.on('end', () => {
			const { token: _token, ...body } = JSON.parse(text) as IDataObject;
			received.push(body);
			response.end(replies.length > 1 ? replies.shift() : replies[0]);
		});
	});
	return {
		answer(...texts: Array<string | IDataObject>) {
			replies = texts.map((text) => (typeof text === 'string' ? text : JSON.stringify(text)));
			received = [];
		},
		bodies: () => received,
		credential: (): ICredentialDataDecryptedObject => ({
			baseUrl: address(),
			token: 'demo-token-full',
		}),
	};
}

/** A JSON reply in the specification's shape, but for the action, which every script calls something else. */
export function reply(data: IDataObject = {}, message = 'OK'): IDataObject {
	return { status: 1, message, data: { ...data, remoteIP: '127.0.0.1' } };
}

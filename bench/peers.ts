import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { N8nClient } from '../n8n/client';
import { demoToken } from '../demo/startStack';
import type { Step } from '../n8n/chain';
import type { StoredCredential } from '../n8n/types';

/** Name and value of the header that n8n's Webhook node asks for. */
export const authHeader = { 'x-bench-key': 'b'.repeat(40) };

/** A node that hands on what it gets: what n8n itself needs for the items. */
export const noOp: Step = { name: 'Measured', type: 'n8n-nodes-base.noOp', parameters: {} };

/** A messaging service with the latency of the emulator, for n8n's own messaging node. */
export interface MessagingStub {
	url: string;
	close(): Promise<void>;
}

/** Starts a service that accepts every message as Telegram does. */
export async function startMessagingStub(latencyMs: number): Promise<MessagingStub> {
	let next = 1;
	const server = createServer((request, response) => {
		request.resume().on('end', () => {
			const reply = JSON.stringify({ ok: true, result: { message_id: next++ } });
			setTimeout(() => {
				response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
			}, latencyMs);
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

/** Stores the credentials that n8n's own nodes need. */
export async function peerCredentials(
	client: N8nClient,
	messagingUrl: string,
): Promise<StoredCredential[]> {
	const [[name, value]] = Object.entries(authHeader);
	return [
		await client.createCredential('Messaging', 'telegramApi', {
			accessToken: '1:bench',
			baseUrl: messagingUrl,
		}),
		await client.createCredential('Header', 'httpHeaderAuth', { name, value }),
	];
}

/** The HTTP Request node as people set it up for this service: a request per item, its body from fields. */
export function httpRequest(baseUrl: string, script: string, body: Record<string, string>): Step {
	const parameters = Object.entries({ token: demoToken, ...body }).map(([name, value]) => ({
		name,
		value,
	}));
	return {
		name: 'Measured',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${baseUrl}/extApi/${script}`,
			sendBody: true,
			specifyBody: 'keypair',
			bodyParameters: { parameters },
			options: {},
		},
	};
}

/** n8n's own messaging node whose address can be set: Telegram, with a credential like ours. */
export function messagingNode(chatId: string, text: string): Step {
	return {
		name: 'Measured',
		type: 'n8n-nodes-base.telegram',
		typeVersion: 1.2,
		parameters: {
			resource: 'message',
			operation: 'sendMessage',
			chatId,
			text,
			additionalFields: { appendAttribution: false },
		},
		settings: { credentials: { telegramApi: { id: '', name: '' } } },
	};
}

/** The Webhook node; with `Header Auth` it opens a credential for each call, as our trigger does. */
export function webhook(path: string, withHeaderAuth = false): Step {
	return {
		name: 'Event',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: {
			path,
			httpMethod: 'GET',
			...(withHeaderAuth && { authentication: 'headerAuth' }),
			options: {},
		},
		settings: {
			webhookId: path,
			...(withHeaderAuth && { credentials: { httpHeaderAuth: { id: '', name: '' } } }),
		},
	};
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

import { siteForTests } from '../../site';

type Config = ConstructorParameters<typeof BinaryDataService>[0];

/**
 * n8n's own storage of files in a folder, and the one route by which n8n serves them: by the token that
 * its own service signs and checks, whatever else is in the query.
 */
export function filesOfN8n() {
	const folder = mkdtempSync(path.join(tmpdir(), 'extapi-files-'));
	const serviceIn = (mode: string) =>
		new BinaryDataService(
			{ mode, localStoragePath: folder, signingSecret: 'secret' } as Config,
			{ error: () => {} } as never,
			{ info: () => {} } as never,
		);
	const service = serviceIn('filesystem');
	const memory = serviceIn('default');
	let stored = 0;
	const store = service.store.bind(service);
	service.store = async (...file: Parameters<typeof store>) => {
		stored++;
		return await store(...file);
	};
	beforeAll(async () => {
		await service.init();
		await memory.init();
		Container.set(BinaryDataService, service);
	});
	const address = siteForTests((request, response) => {
		void (async () => {
			const token = new URL(request.url!, 'http://n8n').searchParams.get('token') ?? '';
			try {
				const id = service.validateSignedToken(token);
				response.end(await service.getAsBuffer({ id, data: '', mimeType: '' }));
			} catch {
				response.writeHead(400).end();
			}
		})();
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return {
		/** What an execution knows of n8n's addresses. */
		n8n: () => ({ restApiUrl: address('/rest') }),
		/** A file as n8n stores it. */
		store: async (content: Buffer, file: Partial<IBinaryData> = {}): Promise<IBinaryData> =>
			await service.store({ type: 'execution', workflowId: 'test', executionId: '1' }, content, {
				mimeType: 'application/octet-stream',
				data: '',
				...file,
			}),
		/** What n8n keeps for another execution, or for a webhook until the execution ends. */
		storeFor: async (executionId: string, content: Buffer, file: Partial<IBinaryData> = {}) =>
			await service.store({ type: 'execution', workflowId: 'test', executionId }, content, {
				...{ mimeType: 'application/octet-stream', data: '', ...file },
			}),
		/** Under which name and type it serves a file. */
		servedAs: async (id: string) => await service.getMetadata(id),
		/** How many files it has stored so far. */
		stored: () => stored,
		/** From now on files stay in memory, until they go `back` to the folder. */
		inMemory: () => {
			Container.set(BinaryDataService, memory);
			return { back: () => Container.set(BinaryDataService, service) };
		},
	};
}

/** What a signed URL says: the file's id, and its end in seconds since 1970. */
export function signedIn(address: string): { id: string; iat: number; exp: number } {
	const [, payload] = new URL(address).searchParams.get('token')!.split('.');
	return JSON.parse(Buffer.from(payload, 'base64url').toString()) as ReturnType<typeof signedIn>;
}

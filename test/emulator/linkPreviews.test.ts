// If this fails, no one notices that a link preview answers a question.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { emulatorForTests, eventually } from './support';

const service = emulatorForTests();
const seen: string[] = [];
let site: Server;
let url = '';

beforeAll(async () => {
	site = createServer((request, response) => {
		seen.push(`${request.method} ${request.url}`);
		response.writeHead(request.method === 'GET' ? 200 : 500).end();
	});
	await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/page`;
});
beforeEach(() => seen.splice(0));
afterAll(() => void site.close());

const send = async (msg: string) =>
	await service.json('scheduleSms', { from: 'MyShop', list: '0570002233', msg });

describe('links in messages', () => {
	it('are left alone by default', async () => {
		await send(`Look: ${url}`);
		expect(service.control.openedLinks()).toEqual([]);
	});

	it('are opened as previews and scanners do when the settings say so', async () => {
		service.control.changeSettings({ openLinksAfterMs: 1 });
		await send(`Look: ${url} and https://example.com/elsewhere`);
		await eventually(() => service.control.openedLinks().length === 4);
		expect(new Set(seen)).toEqual(new Set(['GET /page']));
		expect(service.control.openedLinks()[0]).toEqual({
			...{ phone: '0570002233', url, status: 200 },
			userAgent: expect.stringContaining('WhatsApp') as string,
		});
	});
});

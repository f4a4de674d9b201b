// If this fails, no one notices that a link preview answers a question.
import { emulatorForTests, eventually, siteForTests } from './support';

const service = emulatorForTests();
const seen: string[] = [];
const at = siteForTests((request, response) => {
	seen.push(`${request.method} ${request.url}`);
	response.writeHead(request.method === 'GET' ? 200 : 500).end();
});
beforeEach(() => seen.splice(0));

const send = async (msg: string) =>
	await service.json('scheduleSms', { from: 'MyShop', list: '0570002233', msg });

describe('links in messages', () => {
	it('are left alone by default', async () => {
		await send(`Look: ${at('/page')}`);
		expect(service.control.openedLinks()).toEqual([]);
	});

	it('are opened as previews and scanners do when the settings say so', async () => {
		service.control.changeSettings({ openLinksAfterMs: 1 });
		const url = at('/page');
		await send(`Look: ${url} and https://example.com/elsewhere`);
		await eventually(() => service.control.openedLinks().length === 4);
		expect(new Set(seen)).toEqual(new Set(['GET /page']));
		expect(service.control.openedLinks()[0]).toEqual({
			...{ phone: '0570002233', url, status: 200 },
			userAgent: expect.stringContaining('WhatsApp') as string,
		});
	});
});

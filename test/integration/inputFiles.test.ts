// If this fails, the service cannot download a file, or downloads another.
import { files } from '../files';
import { form } from '../operations/items';
import { signedIn } from './harness/filesOfN8n';
import { sentencesOf } from './harness/runNode';
import { runsWithFiles } from './harness/runsWithFiles';

const { service, n8n, invoice, speech, downloads, ends, fileurls, ...runs } = runsWithFiles();
const { reply, sendTemplate, templateCampaign, call } = runs;
const DAY = 86_400;

describe('a file of the workflow', () => {
	it('is downloaded by the service for a reply, under its name and a signed URL', async () => {
		const data = await invoice();
		const { error } = await reply(data, { text: 'Your invoice' });
		expect(error).toBeUndefined();
		const [fileurl] = fileurls();
		expect(fileurl).toMatch(
			/^http:\/\/127\.0\.0\.1:\d+\/rest\/binary-data\/signed\?token=[\w-]+\.[\w-]+\.[\w-]+&name=Invoice%207\.pdf$/,
		);
		const { id, iat, exp } = signedIn(fileurl);
		expect(id).toBe(data.id);
		expect(exp - iat).toBe(DAY);
		expect(await downloads()).toMatchObject([{ kind: 'document', bytes: files.pdf.length }]);
		expect(service.bodies()).toEqual([{ to: '0570002233', msg: 'Your invoice', fileurl }]);
	});

	it('is taken from the field that is named, whatever is in the link', async () => {
		const { error } = await reply(
			await invoice(),
			{ fileField: ' photo ', fileUrl: 'https://example.com/a.webp' },
			{ binary: { photo: await n8n.store(files.png) } },
		);
		expect(error).toBeUndefined();
		expect(fileurls()).toEqual([expect.stringMatching(/&name=file\.png$/)]);
		expect(await downloads()).toMatchObject([{ kind: 'image' }]);
	});

	it('is sent for a template header, and as a call', async () => {
		const pdf = await sendTemplate(await invoice());
		const mp3 = await call('send', { binary: { data: await speech() } });
		expect([pdf.error, mp3.error]).toEqual([undefined, undefined]);
		expect(await downloads(2)).toMatchObject([{ kind: 'document' }, { kind: 'audio' }]);
		expect(await ends()).toEqual(['done', 'done']);
	});

	it.each(['send', 'sendCampaign'] as const)(
		'is needed by the items alone that an expression chooses it for: %s',
		async (operation) => {
			const items = [
				{ phone: '0570002233', play: 'file' },
				{ phone: '0570002234', play: 'text' },
			];
			const { error } = await call(
				operation,
				{ items, binaries: [{ data: await speech() }, undefined] },
				{
					...{ content: '={{ $json.play }}', text: 'Hello', serviceCode: '={{ $json.nothing }}' },
					...{ fileFrom: 'input', fileField: 'data', fileUrl: '={{ $json.nothing }}' },
				},
			);
			expect(error).toBeUndefined();
			const played = service
				.bodies()
				.map(({ list, tts, fileurl }) => [list, tts ?? typeof fileurl]);
			expect(Object.fromEntries(played)).toEqual({ '0570002233': 'string', '0570002234': 'Hello' });
		},
	);

	it('needs no link in the form of a template, nor uses the one of an earlier choice', async () => {
		const parameters = form({ fileurl: 'https://example.com/old.pdf' });
		const { error } = await sendTemplate(await invoice(), { parameters });
		expect(error).toBeUndefined();
		expect(fileurls()).toEqual([expect.stringContaining('/binary-data/signed?')]);
	});

	it.each([
		['taken in by a form, which n8n renames when the execution ends', 'temp'],
		['of an execution that called this one, and may be deleted before', '7'],
	])('is copied where it is %s', async (_whose, executionId) => {
		const data = await n8n.storeFor(executionId, files.pdf, { fileName: 'Invoice 7.pdf' });
		const { error } = await reply(data);
		expect(error).toBeUndefined();
		const { id } = signedIn(fileurls()[0]);
		expect(id).toContain('/executions/1/');
		expect(await n8n.servedAs(id)).toMatchObject({ fileName: 'Invoice 7.pdf' });
	});

	it('lives until the end of a scheduled send', async () => {
		const sendAt = new Date(Date.now() + 3 * DAY * 1000).toISOString();
		await sendTemplate(await invoice(), {
			phoneNumbers: '0570002233,0570002234,0570002235',
			timing: { sendAt, delay: 100 },
		});
		const { exp } = signedIn(fileurls()[0]);
		const end = Date.parse(sendAt) / 1000 + 200 + DAY;
		expect(Math.abs(exp - end)).toBeLessThan(60);
	});

	it('lives until the last recipient of a campaign got it', async () => {
		const items = ['0570002233', '0570002234', '0570002235'].map((phone) => ({ phone }));
		const campaign = { items, binary: { data: await invoice() } };
		const { error } = await templateCampaign(campaign, { timing: { delay: 100 } });
		expect(error).toBeUndefined();
		const { iat, exp } = signedIn(fileurls()[0]);
		expect(exp - iat).toBe(200 + DAY);
	});

	it('lives until the end of a send that quiet hours hold back', async () => {
		const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
		const inTwoDays = new Date(Date.now() + 2 * DAY * 1000);
		const free = days[(inTwoDays.getUTCDay() + 6) % 7];
		const quiet = { from: '', until: '', days: days.filter((day) => day !== free) };
		const hours = { ...quiet, timeZone: 'UTC' };
		const { error } = await sendTemplate(await invoice(), { timing: { quietHours: { hours } } });
		expect(error).toBeUndefined();
		const { exp } = signedIn(fileurls()[0]);
		const begins = Date.parse(inTwoDays.toISOString().slice(0, 10));
		expect(exp).toBeGreaterThanOrEqual(begins / 1000 + DAY);
	});

	it.each([
		[{}, 1],
		[{ delay: 100 }, 14],
	])(
		'lives as long as it may be needed where only the service knows how many get it: %j, %i days',
		async (timing, days) => {
			const toList = { sendTo: 'lists', listCodes: '1002', timing };
			const file = { binary: { data: await invoice() } };
			expect((await templateCampaign(file, toList)).error).toBeUndefined();
			const { iat, exp } = signedIn(fileurls()[0]);
			expect(exp - iat).toBe(days * DAY);
		},
	);

	it('of several items is sent to a list once, when it is the same', async () => {
		const lists = { sendTo: 'lists', listCodes: '1002' };
		const items = [{}, {}];
		const { error, items: out } = await sendTemplate(await invoice(), lists, { items });
		expect(error).toBeUndefined();
		expect(out).toHaveLength(2);
		expect(fileurls()).toHaveLength(1);
	});

	it('is signed by no run that sends nothing', async () => {
		const campaign = { binary: { data: await invoice() } };
		const { items, error } = await templateCampaign(campaign, { mode: 'preview' });
		expect(error).toBeUndefined();
		expect(JSON.stringify(items)).not.toContain('token=');
		expect(JSON.stringify(items)).not.toContain('.invalid');
		expect(fileurls()).toEqual([]);
	});

	it('gives its address to the service alone', async () => {
		const data = await invoice();
		service.control.addFaults([{ kind: 'plainError', description: 'No IP', times: 1 }]);
		const failed = await reply(data);
		const sent = await templateCampaign({ binary: { data } });
		const broken = { kind: 'resetAfter', endpoint: 'scheduleWa' } as const;
		service.control.addFaults([broken]);
		const unknown = await templateCampaign({ binary: { data } });
		expect(fileurls()).toHaveLength(3);
		for (const url of fileurls()) {
			const token = new URL(url).searchParams.get('token')!;
			for (const { run: whole } of [failed, sent, unknown]) {
				expect(JSON.stringify(whole.data)).not.toContain(token);
			}
		}
		expect(
			JSON.stringify([failed, sent, unknown].map(({ run: whole }) => whole.data)),
		).not.toContain('.invalid');
	});

	it('is not sent twice by a retry', async () => {
		service.control.addFaults([{ kind: 'resetAfter', endpoint: 'sendWa', times: 1 }]);
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
		await reply(await invoice(), {}, { settings });
		expect(service.control.ledger().total).toBe(1);
	});
});

describe('the service', () => {
	it('ends a campaign whose file it cannot download', async () => {
		const data = await invoice();
		await templateCampaign({ binary: { data }, n8n: { restApiUrl: 'http://127.0.0.1:1/rest' } });
		expect(await downloads()).toMatchObject([{ refused: 'file could not be downloaded' }]);
		expect(await ends()).toEqual(['error']);
		expect(service.control.campaigns()).toMatchObject([{ sent: 0 }]);
	});

	it('refuses a reply whose file it cannot download', async () => {
		const n8n = { restApiUrl: 'http://10.0.0.1/rest' };
		const { error } = await reply(await invoice(), {}, { n8n });
		expect(sentencesOf(error).all).toMatch(/The service cannot fetch the file from this URL/);
	});
});

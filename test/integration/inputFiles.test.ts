// If this fails, the service cannot download a file, people get someone else's, or a retry sends another one.
import type { IBinaryKeyData, IDataObject, INode } from 'n8n-workflow';

import { files, otherFiles } from '../files';
import { approved } from './harness/approved';
import { signedIn } from './harness/filesOfN8n';
import { processedItemsForTests } from './harness/processedItems';
import { failureOf, hintsOf, sentencesOf } from './harness/runNode';
import { runsWithFiles } from './harness/runsWithFiles';

const { service, n8n, invoice, speech, downloads, ends, fileurls, ...runs } = runsWithFiles();
const { reply, sendTemplate, templateCampaign, call } = runs;
const DAY = 86_400;
processedItemsForTests();

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
			{ binary: { photo: await n8n.store(files.png, { mimeType: 'image/png' }) } },
		);
		expect(error).toBeUndefined();
		expect(fileurls()).toEqual([expect.stringMatching(/&name=file\.png$/)]);
		expect(await downloads()).toMatchObject([{ kind: 'image' }]);
	});

	it('has a URL that the service cannot open, as a request that was tried says', async () => {
		const goOn = { settings: { onError: 'continueRegularOutput' as const } };
		const local = expect.stringContaining('which the service cannot open') as string;
		const refused = await reply(await invoice(), { to: 'nobody' }, goOn);
		expect(hintsOf(refused)).not.toContainEqual(local);
		service.control.addFaults([{ kind: 'plainError', times: 1 }]);
		expect(hintsOf(await reply(await invoice(), {}, goOn))).toContainEqual(local);
	});

	it('is sent for a template header, and as a call', async () => {
		const pdf = await sendTemplate(await invoice());
		const mp3 = await call('send', { binary: { data: await speech() } });
		expect([pdf.error, mp3.error]).toEqual([undefined, undefined]);
		expect(await downloads(2)).toMatchObject([{ kind: 'document' }, { kind: 'audio' }]);
		expect(await ends()).toEqual(['done', 'done']);
	});

	it.each([
		['taken in by a form, which the service downloads before the execution ends', 'temp'],
		['of the execution that called this one', '7'],
	])('is sent where it is %s', async (_whose, executionId) => {
		const data = await n8n.storeFor(executionId, files.pdf, { fileName: 'Invoice 7.pdf' });
		const { error } = await reply(data);
		expect(error).toBeUndefined();
		expect(signedIn(fileurls()[0]).id).toBe(data.id);
	});

	it('is refused where its URL would stop working before the service downloads it', async () => {
		const data = await n8n.storeFor('temp', files.pdf, { fileName: 'Invoice 7.pdf' });
		const mode = 'webhook';
		const campaign = await templateCampaign({ binary: { data }, mode });
		for (const { error } of [await sendTemplate(data, {}, { mode }), campaign]) {
			expect(sentencesOf(error).full).toMatch(
				/names an upload, whose URL stops working when the execution ends/,
			);
			expect(sentencesOf(error).all).toContain("'Convert to File'");
		}
		expect(fileurls()).toEqual([]);
	});

	it('is sent where a trigger took it in, whose files n8n does not move', async () => {
		const data = await n8n.storeFor('temp', files.pdf, { fileName: 'Invoice 7.pdf' });
		const { error } = await sendTemplate(data, {}, { mode: 'trigger' });
		expect(error).toBeUndefined();
		expect(signedIn(fileurls()[0]).id).toBe(data.id);
	});

	it.each(['first()', 'item', 'all()[0]'])(
		'is that of a node of this workflow, whichever execution made it: %s',
		async (which) => {
			// As after a run of the workflow, in a retry, and in a sub-workflow.
			const data = await n8n.storeFor('99', files.pdf, { fileName: 'Invoice 7.pdf' });
			const fileField = `={{ $("Items").${which}.binary.data }}`;
			const campaign = await templateCampaign({ binary: { data } }, { fileField });
			for (const { error } of [await reply(data, { fileField }), campaign]) {
				expect(error).toBeUndefined();
			}
			expect(fileurls().map((url) => signedIn(url).id)).toEqual([data.id, data.id]);
		},
	);

	it('lives until the end of a send that quiet hours hold back', async () => {
		const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
		const inTwoDays = new Date(Date.now() + 2 * DAY * 1000);
		const free = days[(inTwoDays.getUTCDay() + 6) % 7];
		const quiet = { from: '', until: '', days: days.filter((day) => day !== free) };
		const { error } = await sendTemplate(await invoice(), {
			timing: { timeZone: 'UTC', quietHours: { hours: quiet } },
		});
		expect(error).toBeUndefined();
		const { exp } = signedIn(fileurls()[0]);
		const begins = Date.parse(inTwoDays.toISOString().slice(0, 10));
		expect(exp).toBeGreaterThanOrEqual(begins / 1000 + DAY);
	});

	it('lives as long as it may be needed where only the service knows how many get it', async () => {
		const toList = { sendTo: 'lists', listCodes: '1002', timing: { delay: 100 } };
		const file = { binary: { data: await invoice() } };
		expect((await templateCampaign(file, toList)).error).toBeUndefined();
		const { iat, exp } = signedIn(fileurls()[0]);
		expect(exp - iat).toBe(14 * DAY);
	});

	it('is signed by no run that sends nothing', async () => {
		const campaign = { binary: { data: await invoice() } };
		const { items, error } = await templateCampaign(campaign, { mode: 'preview' });
		expect(error).toBeUndefined();
		expect(JSON.stringify(items)).not.toContain('token=');
		expect(fileurls()).toEqual([]);
	});

	it('is sent as it was approved, and no other in its place', async () => {
		const items = [{ phone: '0570002233' }, { phone: '0570002234' }];
		const campaign = { items, binaries: [{ data: await invoice() }, { data: await invoice() }] };
		const preview = await templateCampaign(campaign, { mode: 'preview' });
		const given = await approved(preview.items, service.credential());
		const send = async (change: (binary: IBinaryKeyData) => void = () => undefined) => {
			const changed = structuredClone(given);
			change(changed[0].binary!);
			const parts = { items: changed.map(({ json }) => json) };
			const binaries = changed.map(({ binary }) => binary);
			return await templateCampaign({ ...parts, binaries }, { mode: 'sendApproved' });
		};
		const other = await n8n.store(Buffer.concat([files.pdf, files.pdf]), {
			fileName: 'Invoice 7.pdf',
		});
		for (const change of [
			(binary: IBinaryKeyData) => void (binary.campaignFile1 = other),
			(binary: IBinaryKeyData) => void (binary.campaignFile1.fileName = 'Gift.pdf'),
			(binary: IBinaryKeyData) => void delete binary.campaignFile1,
		]) {
			const { all } = sentencesOf((await send(change)).error);
			expect(all).toMatch(/The file Invoice 7.pdf is not there as it was approved/);
		}
		expect(fileurls()).toEqual([]);
		expect((await send()).error).toBeUndefined();
		expect(await downloads()).toMatchObject([{ bytes: files.pdf.length }]);
	});

	it('gives its address to the service alone', async () => {
		const data = await invoice();
		service.control.addFaults([{ kind: 'plainError', description: 'No IP', times: 1 }]);
		const failed = await reply(data);
		const sent = await templateCampaign({ binary: { data } });
		service.control.addFaults([{ kind: 'resetAfter', endpoint: 'scheduleWa' }]);
		const unknown = await templateCampaign({ binary: { data } });
		const told = JSON.stringify([failed, sent, unknown].map(({ run: whole }) => whole.data));
		expect(fileurls()).toHaveLength(3);
		for (const url of fileurls()) {
			expect(told).not.toContain(new URL(url).searchParams.get('token'));
		}
		expect(told).not.toContain('.invalid');
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
});

describe('a campaign with files', () => {
	const items = Array.from({ length: 4 }, (_, index) => ({ phone: `057000223${index}` }));
	it('takes one file from another item by an expression', async () => {
		const binaries = [{ data: await speech() }, undefined, undefined, undefined];
		const fileField = '={{ $("Items").first().binary.data }}';
		const { items: out, error } = await call('sendCampaign', { items, binaries }, { fileField });
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => json)).toMatchObject([{ recipientCount: 4 }]);
		expect(fileurls()).toHaveLength(1);
	});

	it('makes a campaign of each different file', async () => {
		const own = items.map(async (_, index) => {
			const content = Buffer.concat([files.pdf, Buffer.from(`invoice ${index}`)]);
			return { data: await n8n.store(content, { fileName: 'invoice.pdf' }) };
		});
		const { items: out } = await templateCampaign({ items, binaries: await Promise.all(own) });
		expect(out).toHaveLength(4);
		const hashes = (await downloads(4)).map((each) => (each as unknown as IDataObject).sha256);
		expect(new Set(hashes).size).toBe(4);
	});

	it('names the rows without a file while the others go', async () => {
		const gif = { data: await n8n.store(otherFiles.gif, { mimeType: 'image/gif' }) };
		const binaries = [{ data: await invoice() }, undefined, gif, undefined];
		const { items: out } = await templateCampaign({
			items,
			binaries,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(out.map(failureOf)).toEqual([
			undefined,
			expect.stringContaining('is "data", but the item has no file of that name'),
			expect.stringContaining('names a file of type image/gif'),
			expect.stringContaining('(it has none)'),
		]);
		expect(fileurls()).toHaveLength(1);
	});
});

const two = [{ phone: '0570002233' }, { phone: '0570002234' }];
const sent = () => service.control.ledger().entries.map(({ phone, count }) => ({ phone, count }));
const each = two.map(({ phone }) => ({ phone, count: 1 }));
const retry: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };

describe('a try after one that failed', () => {
	it('sends the files of the rows that are left: templates', async () => {
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleWa', nth: 2 }]);
		const { error } = await sendTemplate(await invoice(), {}, { items: two, settings: retry });
		expect(error).toBeUndefined();
		expect(sent()).toEqual(each);
		expect(fileurls()).toHaveLength(3);
	});
});

describe('a Campaign Key', () => {
	it('leaves out who got a campaign, whatever file the row has now', async () => {
		const beforeSending = { campaignKey: 'spring' };
		const first = { items: two.slice(0, 1), binary: { data: await invoice() } };
		expect((await templateCampaign(first, { beforeSending })).error).toBeUndefined();
		const other = await n8n.store(Buffer.from('%PDF-1.7 another'), { fileName: 'other.pdf' });
		const again = { items: two, binary: { data: other } };
		expect((await templateCampaign(again, { beforeSending })).error).toBeUndefined();
		expect(sent()).toEqual(each);
	});
});

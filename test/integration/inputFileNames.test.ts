// If this fails, a file arrives under another name or type, or a stranger's file is sent.
import type { IBinaryData } from 'n8n-workflow';

import { files, otherFiles } from '../files';
import { signedIn } from './harness/filesOfN8n';
import { failureOf, hintsOf, sentencesOf } from './harness/runNode';
import { runsWithFiles } from './harness/runsWithFiles';

/** Files of the workflow as people and other nodes leave them: odd names, wrong types, odd places. */
const { service, n8n, invoice, speech, reply, sendTemplate, templateCampaign, call, fileurls } =
	runsWithFiles();

const nameSent = () => new URL(fileurls().at(-1)!).searchParams.get('name');
/** As a Code node returns it, which no one has stored. */
const inline = (content: Buffer, more: Partial<IBinaryData> = {}): IBinaryData => ({
	...{ mimeType: 'application/pdf', data: content.toString('base64'), ...more },
});

describe('a name', () => {
	it.each([
		['"it\'s" <b>&amp; 100%.pdf', '"it\'s" <b>&amp; 100%.pdf'],
		['a#b?c=d&e.pdf', 'a#b?c=d&e.pdf'],
		['..', 'file.pdf'],
		['../../etc/passwd', 'passwd.pdf'],
		['C:\\Invoices\\7.PDF', '7.PDF'],
		['.pdf', 'file.pdf'],
		['  ', 'file.pdf'],
		['invoice.2024', 'invoice.2024.pdf'],
		['a\u0000b\r\nc\u202e.pdf', 'abc.pdf'],
		['🧾 חשבונית.pdf', '🧾 חשבונית.pdf'],
		[`${'x'.repeat(500)}.pdf`, `${'x'.repeat(100)}.pdf`],
	])('%j goes along', async (fileName, name) => {
		const { error } = await reply(inline(files.pdf, { fileName }));
		expect(error).toBeUndefined();
		expect(nameSent()).toBe(name);
	});

	it.each(['stored', 'made by a node'])(
		'turns nothing around where n8n serves it: %s',
		async (how) => {
			const fileName = 'invoice\u202efdp.exe\u2066\u200f.pdf';
			const stored = how === 'stored';
			const name = { fileName };
			await reply(stored ? await n8n.store(files.pdf, name) : inline(files.pdf, name));
			const served = await n8n.servedAs(signedIn(fileurls().at(-1)!).id);
			expect(served).toMatchObject({ fileName: 'invoicefdp.exe.pdf' });
		},
	);

	it.each(['{{ $json.file }}', '{{ ({ ...$json.file, data: $json.file.data }) }}'])(
		'is no file that the data of the item holds: %s',
		async (fileField) => {
			const items = [{ phone: '0501112233', file: inline(files.pdf, { fileName: 'a.pdf' }) }];
			const more = { items: items as never, binary: {} };
			const { error } = await reply(await invoice(), { fileField: `=${fileField}` }, more);
			expect(sentencesOf(error).full).toMatch(/not in the binary data of this item/);
			expect(fileurls()).toEqual([]);
		},
	);

	it('of the item counts, where several items have the same stored file', async () => {
		const one = await n8n.store(files.pdf, { fileName: 'a.pdf' });
		const items = [{ phone: '0570002233' }, { phone: '0570002234' }];
		const binaries = [{ data: one }, { data: { ...one, fileName: 'b.pdf' } }];
		await templateCampaign({ items, binaries });
		expect(fileurls().map((url) => new URL(url).searchParams.get('name'))).toEqual([
			'a.pdf',
			'b.pdf',
		]);
	});

	it.each(['stored', 'made by a node'])(
		'and type of the item are what n8n serves, where another item has the same content: %s',
		async (how) => {
			const named = [
				{ fileName: 'Dana Levi.txt', mimeType: 'text/html' },
				{ fileName: 'Avi Cohen.txt', mimeType: 'text/plain' },
			];
			const one = await n8n.store(files.txt, named[0]);
			const binaries = named.map((name) => ({
				data: how === 'stored' ? { ...one, ...name } : inline(files.txt, name),
			}));
			const items = [{ phone: '0570002233' }, { phone: '0570002234' }];
			await templateCampaign({ items, binaries });
			const served = fileurls().map((url) => n8n.servedAs(signedIn(url).id));
			expect(await Promise.all(served)).toMatchObject(named);
		},
	);

	it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', ' ', 'data,photo', 'Data'])(
		'%j of a field is none of the item',
		async (fileField) => {
			const { error } = await reply(await invoice(), { fileField });
			expect(sentencesOf(error).full).toMatch(
				fileField.trim() === '' ? /is empty or missing/ : /but the item has no file of that name/,
			);
			expect(fileurls()).toEqual([]);
		},
	);

	it.each<[string, string, RegExp?]>([
		['all files of an item', '={{ $("Items").first().binary }}'],
		['an item', '={{ $("Items").first() }}'],
		['a number', '={{ 7 }}'],
		['a list', '={{ ["data"] }}'],
		['what an expression tells of it', '={{ $binary.data }}', /such as data, without an expr/],
	])('is not %s', async (_what, fileField, fix = /or write an expression such as/) => {
		const { error } = await reply(await invoice(), { fileField });
		expect(sentencesOf(error).full).toMatch(/but the item has no file of that name/);
		expect(sentencesOf(error).all).toMatch(fix);
		const campaign = await templateCampaign({ binary: { data: await invoice() } }, { fileField });
		expect(sentencesOf(campaign.error).full).toMatch(/but the item has no file of that name/);
		expect(fileurls()).toEqual([]);
	});

	it('is a path in the data of the item where the workflow keeps files there', async () => {
		const data = await invoice();
		const items = [{ phone: '0570002233', mail: { invoice: { ...data } } }];
		const workflow = { binaryMode: 'combined' } as never;
		const more = { items: items as never, workflow };
		const { error } = await reply(data, { fileField: 'mail.invoice' }, more);
		expect(error).toBeUndefined();
		expect(nameSent()).toBe('Invoice 7.pdf');
		const wrong = await reply(data, { fileField: 'mail' }, { ...more, binary: {} });
		expect(sentencesOf(wrong.error).full).toMatch(/but the item has no file of that name/);
	});
});

describe('a file that n8n could not serve', () => {
	it.each<Partial<IBinaryData>>([
		{ fileName: 'broken \ud83e.pdf' },
		{ mimeType: 'application/pdf\n' },
		{ mimeType: 'יישום/pdf' },
	])('is refused: %j', async (more) => {
		for (const data of [inline(files.pdf, more), await n8n.store(files.pdf, more)]) {
			const items = [{ phone: '0570002233' }];
			const runs = [await reply(data), await templateCampaign({ items, binary: { data } })];
			for (const { error } of runs) {
				expect(sentencesOf(error).full).toMatch(/names a file with a broken name or MIME type/);
			}
		}
		expect(fileurls()).toEqual([]);
	});
});

describe('a type', () => {
	it.each([
		['image/png', 'a.png', files.pdf, 'a.pdf'],
		['text/html', 'page.html', files.jpg, 'page.html.jpg'],
		['audio/mpeg', 'speech.mp3', files.png, 'speech.png'],
		['', '', files.ogg, 'file.ogg'],
		['text/csv', 'data.csv', files.txt, 'data.csv.txt'],
		['', 'PHOTO.JPEG', files.jpg, 'PHOTO.JPEG'],
	])('%j of %j is known by the content', async (mimeType, fileName, content, name) => {
		const { error } = await reply(await n8n.store(content, { mimeType, fileName }));
		expect(error).toBeUndefined();
		expect(nameSent()).toBe(name);
	});

	it('is no text where bytes stand that no text has', async () => {
		const { error } = await reply(await n8n.store(Buffer.from([1, 2, 3, 0x1f, 0x8b, 8])));
		expect(sentencesOf(error).full).toMatch(/is of an unknown type/);
	});

	it('of a call is MP3, whatever the name says', async () => {
		const named = { mimeType: 'audio/mpeg', fileName: 'speech.mp3' };
		for (const content of [files.ogg, otherFiles.wav, files.m4a, files.aac]) {
			const { error } = await call('send', { binary: { data: await n8n.store(content, named) } });
			expect(error?.message).toMatch(/^Input Data Field Name names a file that is/);
		}
		const odd = await n8n.store(files.mp3, { mimeType: 'text/plain', fileName: 'notes.txt' });
		expect((await call('send', { binary: { data: odd } })).error).toBeUndefined();
		expect(nameSent()).toBe('notes.mp3');
	});
});

describe('one file for many items', () => {
	const items = Array.from({ length: 40 }, (_, index) => ({
		phone: `05700022${String(index).padStart(2, '0')}`,
	}));
	// In its sandbox n8n makes a copy for each item.
	const fileField = '={{ $("Items").first().binary.data }}';
	const binaries = items.map((_, index) =>
		index === 0 ? { data: inline(files.pdf, { fileName: 'a.pdf' }) } : undefined,
	);

	it('is stored once', async () => {
		const before = n8n.stored();
		const { error, items: out } = await templateCampaign({ items, binaries }, { fileField });
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => json.recipientCount)).toEqual([40]);
		expect(n8n.stored() - before).toBe(1);
	});

	it('is stored once, also with a request for each item', async () => {
		const before = n8n.stored();
		const { error } = await sendTemplate(binaries[0]!.data, { fileField }, { items, binaries });
		expect(error).toBeUndefined();
		expect(n8n.stored() - before).toBe(1);
	});
});

describe('an expression that fails for a row', () => {
	it.each(['sendTemplate', 'sendTemplateCampaign'])('concerns that row: %s', async (operation) => {
		const items = [{ phone: '0570002233' }, { phone: '0570002234', wrong: true }];
		const fileField = '={{ $json.wrong ? $("Nowhere").item.binary.data : "data" }}';
		const binary = { data: await invoice() };
		const more = { items, binary, settings: { onError: 'continueRegularOutput' as const } };
		const { items: out } =
			operation === 'sendTemplate'
				? await sendTemplate(binary.data, { fileField }, more)
				: await templateCampaign(more, { fileField });
		expect(out.map(failureOf)).toEqual([undefined, expect.stringMatching(/Nowhere|expression/)]);
		expect(fileurls()).toHaveLength(1);
	});
});

describe('an n8n that has no addresses for files', () => {
	it.each(['reply', 'template', 'campaign', 'call'])('is reported: %s', async (name) => {
		const data = name === 'call' ? await speech() : await invoice();
		const back = n8n.withoutAddresses();
		const runs: Record<string, () => ReturnType<typeof reply>> = {
			reply: async () => await reply(data),
			template: async () => await sendTemplate(data),
			campaign: async () => await templateCampaign({ binary: { data } }),
			call: async () => await call('sendCampaign', { binary: { data } }),
		};
		const { error } = await runs[name]().finally(back);
		expect(sentencesOf(error).all).toMatch(
			/names a file of the workflow, for which this version of n8n can't make a URL.*Update n8n/s,
		);
		expect(service.control.ledger().total).toBe(0);
	});
});

describe('other runs', () => {
	it('a test sends the file to the tester at once, however late the campaign is', async () => {
		const sendAt = new Date(Date.now() + 20 * 86_400_000).toISOString();
		const test = { mode: 'test', testNumbers: '0570009999', timing: { sendAt } };
		const { error } = await templateCampaign({ binary: { data: await invoice() } }, test);
		expect(error).toBeUndefined();
		expect(fileurls()).toHaveLength(1);
	});

	it('a part of a spread campaign that begins when the file is gone keeps all from leaving', async () => {
		const sendAt = new Date(Date.now() + 12.7 * 86_400_000).toISOString();
		const items = Array.from({ length: 8 }, (_, index) => ({ phone: `057000223${index}` }));
		const campaign = { items, binary: { data: await invoice() } };
		const { error } = await templateCampaign(campaign, { timing: { sendAt, spreadOver: 24 } });
		expect(sentencesOf(error).all).toMatch(/names a file that would be needed until/);
		expect(fileurls()).toEqual([]);
	});

	it('files of their own for all rows are spread over the hours, one after the other', async () => {
		const items = Array.from({ length: 6 }, (_, index) => ({ phone: `057000223${index}` }));
		const fileOf = (phone: string) => inline(files.pdf, { fileName: `${phone}.pdf` });
		const binaries = items.map(({ phone }) => ({ data: fileOf(phone) }));
		const timing = { spreadOver: 6 };
		const { error, items: out } = await templateCampaign({ items, binaries }, { timing });
		expect(error).toBeUndefined();
		const names = fileurls().map((url) => new URL(url).searchParams.get('name'));
		expect(names).toEqual(items.map(({ phone }) => `${phone}.pdf`));
		const times = out.slice(1).map(({ json }) => String(json.scheduledFor).slice(0, 16));
		const gaps = times.slice(1).map((time, index) => Date.parse(time) - Date.parse(times[index]));
		expect(gaps).toEqual(Array(4).fill(3_600_000));
		expect(out[0].json).not.toHaveProperty('scheduledFor');
		expect(out[5].json).toMatchObject({ scheduledBecause: 'Spread over 6 hours, part 6 of 6' });
	});

	it('quiet hours that put a send off beyond the life of the file keep it from leaving', async () => {
		const days = allBut(new Date(Date.now() + 15 * 86_400_000));
		const quietHours = { hours: { from: '', until: '', timeZone: 'UTC', days } };
		const sendAt = new Date(Date.now() + 12.9 * 86_400_000).toISOString();
		const { error } = await sendTemplate(await invoice(), { timing: { sendAt, quietHours } });
		expect(sentencesOf(error).all).toMatch(/names a file that would be needed until/);
		expect(fileurls()).toEqual([]);
	});

	it('an n8n that no service reaches is reported', async () => {
		const data = await invoice();
		const runs = [
			await templateCampaign({ binary: { data } }),
			await sendTemplate(data),
			await reply(data),
			await call('send', { binary: { data: await speech() } }),
		];
		for (const { run } of runs) {
			expect(hintsOf({ run }).join()).toMatch(/URL of the file begins with http:\/\/127\.0\.0\.1/);
		}
	});

	it('no one reads so where all rows are refused', async () => {
		const data = await invoice();
		const settings = { onError: 'continueRegularOutput' } as const;
		const more = { items: [{ phone: 'x' }], settings };
		const runs = [
			await templateCampaign({ binary: { data }, ...more }),
			await sendTemplate(data, {}, more),
			await call('send', { binary: { data: await speech() }, ...more }),
		];
		for (const { run } of runs) {
			expect(hintsOf({ run })).toEqual(["1 of 1 items failed. Each says why in 'error'."]);
		}
	});
});

function allBut(day: Date): string[] {
	const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
	return days.filter((_, index) => index !== day.getUTCDay());
}

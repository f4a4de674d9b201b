// If this fails, a file arrives under another name or type, a stranger's file is sent, or one that the service refuses.
import type { IBinaryData } from 'n8n-workflow';

import { files, otherFiles } from '../files';
import { template } from '../operations/items';
import { signedIn } from './harness/filesOfN8n';
import { failureOf, hintsOf, sentencesOf } from './harness/runNode';
import { runsWithFiles } from './harness/runsWithFiles';

/** Files of the workflow as people and other nodes leave them: odd names, wrong types, odd places. */
const { n8n, invoice, speech, fileurls, ...runs } = runsWithFiles();
const { reply, sendTemplate, templateCampaign, call } = runs;
const DAY = 86_400;

const nameSent = () => new URL(fileurls().at(-1)!).searchParams.get('name');
/** As a Code node returns it, which no one has stored. */
const inline = (content: Buffer, more: Partial<IBinaryData> = {}): IBinaryData => ({
	...{ mimeType: 'application/pdf', data: content.toString('base64'), ...more },
});

describe('a name', () => {
	it.each([
		['"it\'s" <b>&amp; 100%.pdf', '"it\'s" <b>&amp; 100%.pdf'],
		['..', 'file.pdf'],
		['C:\\Invoices\\7.PDF', '7.PDF'],
		['.pdf', 'file.pdf'],
		['invoice.2024', 'invoice.2024.pdf'],
		['a\u0000b\r\nc\u202e.pdf', 'abc.pdf'],
		[`${'x'.repeat(500)}.pdf`, `${'x'.repeat(100)}.pdf`],
	])('%j goes along', async (fileName, name) => {
		const { error } = await reply(inline(files.pdf, { fileName }));
		expect(error).toBeUndefined();
		expect(nameSent()).toBe(name);
	});

	it('turns nothing around where n8n serves it', async () => {
		await reply(inline(files.pdf, { fileName: 'invoice\u202efdp.exe\u2066\u200f.pdf' }));
		const served = await n8n.servedAs(signedIn(fileurls().at(-1)!).id);
		expect(served).toMatchObject({ fileName: 'invoicefdp.exe.pdf' });
	});

	it('is no file that the data of the item holds', async () => {
		const items = [{ phone: '0501112233', file: inline(files.pdf, { fileName: 'a.pdf' }) }];
		const more = { items: items as never, binary: {} };
		const { error } = await reply(await invoice(), { fileField: '={{ $json.file }}' }, more);
		expect(sentencesOf(error).full).toMatch(
			/takes a file from data, which could name any stored file/,
		);
		expect(fileurls()).toEqual([]);
	});

	it('and type of the item are what n8n serves, where another item has the same content', async () => {
		const named = [
			{ fileName: 'Dana Levi.txt', mimeType: 'text/plain' },
			{ fileName: 'Avi Cohen.txt', mimeType: 'text/plain; charset=utf-8' },
		];
		const binaries = named.map((name) => ({ data: inline(files.txt, name) }));
		const items = [{ phone: '0570002233' }, { phone: '0570002234' }];
		await templateCampaign({ items, binaries });
		const served = fileurls().map((url) => n8n.servedAs(signedIn(url).id));
		expect(await Promise.all(served)).toMatchObject(named);
	});

	it.each(['__proto__', ' ', 'data,photo', 'Data'])(
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
		['a list', '={{ ["data"] }}'],
		['what an expression tells of it', '={{ $binary.data }}', /such as data, without an expr/],
	])('is not %s', async (_what, fileField, fix = /or write an expression such as/) => {
		const { error } = await reply(await invoice(), { fileField });
		expect(sentencesOf(error).full).toMatch(/but the item has no file of that name/);
		expect(sentencesOf(error).all).toMatch(fix);
		expect(fileurls()).toEqual([]);
	});

	it('is no path in the data of the item, where the workflow keeps files there', async () => {
		const data = await invoice();
		const items = [{ phone: '0570002233', mail: { invoice: { ...data } } }];
		const more = {
			items: items as never,
			binary: {},
			workflow: { binaryMode: 'combined' } as never,
		};
		const { error } = await reply(data, { fileField: 'mail.invoice' }, more);
		expect(sentencesOf(error).full).toMatch(/but the item has no file of that name/);
		expect(fileurls()).toEqual([]);
	});
});

describe('a file that n8n could not serve', () => {
	it.each<Partial<IBinaryData>>([{ fileName: 'broken \ud83e.pdf' }, { mimeType: 'יישום/pdf' }])(
		'is refused: %j',
		async (more) => {
			for (const data of [inline(files.pdf, more), await n8n.store(files.pdf, more)]) {
				const items = [{ phone: '0570002233' }];
				const runs = [await reply(data), await templateCampaign({ items, binary: { data } })];
				for (const { error } of runs) {
					expect(sentencesOf(error).full).toMatch(/names a file with a broken name or MIME type/);
				}
			}
			expect(fileurls()).toEqual([]);
		},
	);
});

describe('a type', () => {
	it.each([
		['image/jpeg', 'page.html', files.jpg, 'page.html.jpg'],
		['audio/ogg', '', files.ogg, 'file.ogg'],
		['application/octet-stream', 'Invoice.PDF', files.pdf, 'Invoice.PDF'],
		['text/plain; charset=utf-8', 'data.csv', files.txt, 'data.csv.txt'],
		['image/png', 'photo.jpg', files.png, 'photo.png'],
	])('%j of %j is as it is declared', async (mimeType, fileName, content, name) => {
		const { error } = await reply(await n8n.store(content, { mimeType, fileName }));
		expect(error).toBeUndefined();
		expect(nameSent()).toBe(name);
	});

	it('of a call is MP3', async () => {
		for (const mimeType of ['audio/ogg', 'audio/wav', 'audio/mp4', '']) {
			const data = await n8n.store(files.mp3, { mimeType });
			const { error } = await call('send', { binary: { data } });
			expect(error?.message).toMatch(/^Input Data Field Name names a file of type/);
		}
		const odd = await n8n.store(files.mp3, { mimeType: 'audio/mpeg', fileName: 'notes.txt' });
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
});

describe('an expression that fails for a row', () => {
	it('concerns that row', async () => {
		const items = [{ phone: '0570002233' }, { phone: '0570002234', wrong: true }];
		const fileField = '={{ $json.wrong ? $("Nowhere").item.binary.data : "data" }}';
		const binary = { data: await invoice() };
		const more = { items, binary, settings: { onError: 'continueRegularOutput' as const } };
		const { items: out } = await templateCampaign(more, { fileField });
		expect(out.map(failureOf)).toEqual([undefined, expect.stringMatching(/Nowhere|expression/)]);
		expect(fileurls()).toHaveLength(1);
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

	it('an n8n that no service reaches is reported', async () => {
		const data = await invoice();
		for (const { run } of [await templateCampaign({ binary: { data } }), await reply(data)]) {
			expect(hintsOf({ run }).join()).toMatch(/URL of the file begins with http:\/\/127\.0\.0\.1/);
		}
	});

	it('no one reads so where all rows are refused', async () => {
		const data = await invoice();
		const settings = { onError: 'continueRegularOutput' } as const;
		const more = { items: [{ phone: 'x' }], settings };
		const run = await templateCampaign({ binary: { data }, ...more });
		expect(hintsOf(run)).toEqual(["1 of 1 items failed. Each says why in 'error'."]);
	});
});

describe('what cannot be sent', () => {
	const over2MB = Buffer.concat([files.pdf, Buffer.alloc(2 * 1024 * 1024)]);
	it.each<[string, Buffer, Partial<IBinaryData>, RegExp]>([
		[
			'a file over 2 MB',
			over2MB,
			{ fileName: 'a.pdf' },
			/names a file of 2\.1 MB, but the service takes at most 2 MB/,
		],
		['an empty file', Buffer.alloc(0), { fileName: 'a.pdf' }, /names a file that is empty/],
		[
			'a webp image',
			otherFiles.webp,
			{ mimeType: 'image/webp' },
			/names a file of type image\/webp, which the service does not send/,
		],
		['anything else', otherFiles.bin, { mimeType: '' }, /names a file of type unknown/],
		[
			'an error page that calls itself a document',
			Buffer.from('<html>404</html>'),
			{ fileName: 'invoice.pdf', mimeType: 'text/html; charset=utf-8' },
			/names a file of type text\/html/,
		],
	])('%s', async (_name, content, file, says) => {
		const { error } = await reply(await n8n.store(content, file));
		expect(sentencesOf(error).full).toMatch(says);
		expect(sentencesOf(error).full).toMatch(/^Input Data Field Name /);
		expect(fileurls()).toEqual([]);
	});

	it('a caption with sound', async () => {
		const { error } = await reply(await speech(), { text: 'Listen' });
		expect(error?.message).toMatch(/^Text must be empty with an audio file/);
	});

	it('an image where the header of the template takes a document, or nothing', async () => {
		const data = await n8n.store(files.png, { mimeType: 'image/png' });
		const wrong = await sendTemplate(data);
		expect(wrong.error?.message).toMatch(
			/^Input Data Field Name must be a file of type pdf, doc, .* header of template 2005/,
		);
		const none = await sendTemplate(data, { template: template('2001') });
		expect(none.error?.message).toMatch(/must be empty: the header of template 2001/);
		const campaign = await templateCampaign({ binary: { data } });
		expect(campaign.error?.message).toMatch(/must be a file of type pdf/);
	});

	it('a file in the memory of n8n, with the setting to change', async () => {
		const store = n8n.inMemory();
		const { error } = await reply(inline(files.pdf)).finally(() => store.back());
		expect(error?.message).toMatch(/names a file that n8n keeps in memory/);
		expect(error?.description).toContain('N8N_DEFAULT_BINARY_DATA_MODE');
	});

	it.each([
		'={{ $json.file }}',
		'={{ $("Items").first().json.file }}',
		'={{ $json.file ?? $("Items").first().binary.data }}',
		'={{ $("Items").first().binary[$json.name] ?? $json.file }}',
		'={{ $json.file /* $("Items").first().binary.data */ }}',
		'={{ $fromAI("file") || $json.file }}',
	])('a stored file that data names: %s', async (fileField) => {
		const theirs = await n8n.storeFor('99', files.pdf, { fileName: 'theirs.pdf' });
		for (const id of [theirs.id!, theirs.id!.replace('/99/', '/1/'), 'database:5d0b6f3c']) {
			const items = [{ phone: '0570002233', file: { ...theirs, id } }];
			const { error } = await reply(inline(files.pdf), { fileField }, { items });
			expect(error).toBeDefined();
		}
		expect(fileurls()).toEqual([]);
	});

	it('a file that data holds, with what to do', async () => {
		const data = await invoice();
		const items = [{ phone: '0570002233', file: { ...data } }];
		const { error } = await reply(
			data,
			{ fileField: '={{ $json.file }}' },
			{ items: items as never },
		);
		expect(error?.message).toMatch(/takes a file from data, which could name any stored file/);
		expect(error?.description).toContain('.first().binary.data }}');
	});

	it('a file that n8n has lost', async () => {
		const data = await invoice();
		const { error } = await reply({ ...data, id: `${data.id}x` });
		expect(error?.message).toMatch(/names a file that n8n no longer has/);
		expect(error?.description).not.toContain('/tmp');
	});

	it('a file that n8n will not keep until it is due', async () => {
		const sendAt = new Date(Date.now() + 20 * DAY * 1000).toISOString();
		const timed = { timing: { sendAt } };
		const binary = { data: await invoice() };
		const each = await sendTemplate(binary.data, timed);
		const all = await templateCampaign({ binary }, timed);
		for (const { error } of [each, all]) {
			expect(sentencesOf(error).all).toMatch(/names a file that would be needed until \d{4}-/);
		}
		expect(fileurls()).toEqual([]);
	});
});

describe('executions that are not saved', () => {
	const workflow = { saveManualExecutions: false };

	it.each([
		['a template', async () => await sendTemplate(await invoice(), {}, { workflow })],
		[
			'a campaign of a trigger, when they fail',
			async () => {
				const unsaved = { saveDataErrorExecution: 'none' } as never;
				const binary = { data: await invoice() };
				return await templateCampaign({ binary, workflow: unsaved, mode: 'trigger' });
			},
		],
	])('leave no file for %s', async (_name, sending) => {
		const { error } = await sending();
		expect(error?.message).toContain('names a file that n8n deletes when the execution ends');
		expect(fileurls()).toEqual([]);
	});

	it('leave one for a reply, which the service downloads before it answers', async () => {
		const { error } = await reply(await invoice(), {}, { workflow });
		expect(error).toBeUndefined();
	});
});

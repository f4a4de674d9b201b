// If this fails, a file that the service refuses is found out only after sending.
import type { IBinaryData } from 'n8n-workflow';

import { files, otherFiles } from '../files';
import { template } from '../operations/items';
import { sentencesOf } from './harness/runNode';
import { runsWithFiles } from './harness/runsWithFiles';

const { n8n, invoice, speech, reply, sendTemplate, templateCampaign, call, fileurls } =
	runsWithFiles();
const DAY = 86_400;

/** As a Code node returns it, which no one has stored. */
const inline: IBinaryData = { mimeType: 'application/pdf', data: files.pdf.toString('base64') };

describe('what cannot be sent', () => {
	const over2MB = Buffer.concat([files.pdf, Buffer.alloc(2 * 1024 * 1024)]);
	it.each<[string, Buffer, Partial<IBinaryData>, RegExp]>([
		[
			'a file over 2 MB',
			over2MB,
			{},
			/names a file of 2\.1 MB, but the service takes at most 2 MB/,
		],
		['an empty file', Buffer.alloc(0), {}, /names a file that is empty/],
		['a webp image', otherFiles.webp, {}, /is a webp image, which the service does not send/],
		['a sound as programs record it', otherFiles.wav, {}, /is a WAV recording/],
		['an archive', otherFiles.zip, { fileName: 'a.docx' }, /is a ZIP archive/],
		['anything else', otherFiles.bin, {}, /of an unknown type/],
		[
			'an error page that calls itself a document',
			Buffer.from('<html>404</html>'),
			{ fileName: 'invoice.pdf' },
			/with the extension pdf that contains text/,
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
		const data = await n8n.store(files.png);
		const wrong = await sendTemplate(data);
		expect(wrong.error?.message).toMatch(
			/^Input Data Field Name must name a file of type pdf, doc, .* header of template 2005/,
		);
		const none = await sendTemplate(data, { template: template('2001') });
		expect(none.error?.message).toMatch(/must not name a file: the header of template 2001/);
		const campaign = await templateCampaign({ binary: { data } });
		expect(campaign.error?.message).toMatch(/must name a file of type pdf/);
	});

	it('a file in the memory of n8n, with the setting to change', async () => {
		const store = n8n.inMemory();
		const { error } = await reply(inline).finally(() => store.back());
		expect(error?.message).toMatch(/names a file that n8n keeps in memory/);
		expect(error?.description).toContain('N8N_DEFAULT_BINARY_DATA_MODE');
	});

	it.each<[string, (id: string) => string]>([
		['another execution', (id) => id],
		['another workflow', (id) => id.replace('/test/', '/W2/')],
		['another workflow, by a way back', (id) => id.replace(/99/, '1/../../../test/executions/99')],
		['another workflow, behind its own', (id) => `workflows/test/executions/1/binary_data/x:${id}`],
		['an upload of another execution', (id) => id.replace('/99/', '/temp/')],
		['another storage', () => 'database:5d0b6f3c-4c0f-4e5e-9a55-2b7c7a3ae9c1'],
	])('a stored file that data names, of %s', async (_whose, made) => {
		const { id, ...other } = await n8n.storeFor('99', files.pdf, { fileName: 'theirs.pdf' });
		const named = { ...other, id: made(id!) };
		const items = [{ phone: '0570002233', file: named }];
		const { error } = await reply(inline, { fileField: '={{ $json.file }}' }, { items });
		expect(error?.message).toMatch(
			named.id.includes('/temp/')
				? /names an upload that is not in the binary data of this item/
				: /names a stored file that belongs neither to this item/,
		);
		expect(fileurls()).toEqual([]);
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
			expect(error?.message).toMatch(
				/, plus one day in reserve, but n8n keeps the files of an execution for 14 days/,
			);
		}
		expect(fileurls()).toEqual([]);
	});
});

describe('executions that are not saved', () => {
	const workflow = { saveManualExecutions: false };

	it.each([
		['a call', async () => await call('send', { binary: { data: await speech() }, workflow })],
		['a template', async () => await sendTemplate(await invoice(), {}, { workflow })],
		[
			'a template campaign',
			async () => await templateCampaign({ binary: { data: await invoice() }, workflow }),
		],
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

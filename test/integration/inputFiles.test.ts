// If this fails, the service cannot download a file, or people get someone else's; other cases are stories/inputFiles.json.
import type { IBinaryKeyData } from 'n8n-workflow';

import { files } from '../files';
import { form, template } from '../operations/items';
import { approved } from './harness/approved';
import { filesOfN8n, signedIn } from './harness/filesOfN8n';
import { operationRuns } from './harness/operationRuns';
import { processedItemsForTests } from './harness/processedItems';
import { sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests({ fetchCampaignFiles: true });
const n8n = filesOfN8n();
processedItemsForTests();

const reply = operationRuns(service, 'ExtApi Chat: Message: Send Reply', {
	...{ fileFrom: 'input', text: '' },
});
const campaign = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign', {
	...{ fileFrom: 'input', template: template('2005'), parameters: form({}) },
});
const one = [{ phone: '0570002233' }];
const invoice = async () => await n8n.store(files.pdf, { fileName: 'Invoice 7.pdf' });
const fileurls = () =>
	service.bodies().flatMap(({ fileurl }) => (fileurl ? [String(fileurl)] : []));
beforeEach(() => service.control.inbound(one[0].phone));

it('the address of a file has a token that n8n signed, and its name', async () => {
	const data = await invoice();
	expect((await reply(one, {}, { n8n: n8n.n8n(), binary: { data } })).error).toBeUndefined();
	const [fileurl] = fileurls();
	expect(fileurl).toMatch(
		/^http:\/\/127\.0\.0\.1:\d+\/rest\/binary-data\/signed\?token=[\w-]+\.[\w-]+\.[\w-]+&name=Invoice%207\.pdf$/,
	);
	expect(signedIn(fileurl).id).toBe(data.id);
});

it('is given to the service alone', async () => {
	const more = { n8n: n8n.n8n(), binary: { data: await invoice() } };
	service.control.addFaults([{ kind: 'plainError', description: 'No IP', times: 1 }]);
	const failed = await reply(one, {}, more);
	const sent = await campaign(one, {}, more);
	service.control.addFaults([{ kind: 'resetAfter', endpoint: 'scheduleWa' }]);
	const unknown = await campaign(one, {}, more);
	const told = JSON.stringify([failed, sent, unknown].map(({ run }) => run.data));
	expect(fileurls()).toHaveLength(3);
	for (const url of fileurls()) {
		expect(told).not.toContain(new URL(url).searchParams.get('token'));
	}
	expect(told).not.toContain('.invalid');
});

it.each([
	'={{ $json.file }}',
	'={{ $("Items").first().json.file }}',
	'={{ $json.file ?? $("Items").first().binary.data }}',
	'={{ $("Items").first().binary[$json.name] ?? $json.file }}',
	'={{ $json.file /* $("Items").first().binary.data */ }}',
	'={{ $fromAI("file") || $json.file }}',
])('a stored file that data names is not sent: %s', async (fileField) => {
	const theirs = await n8n.storeFor('99', files.pdf, { fileName: 'theirs.pdf' });
	const mimeType = 'application/pdf';
	const more = { binary: { data: { mimeType, data: files.pdf.toString('base64') } } };
	for (const id of [theirs.id!, theirs.id!.replace('/99/', '/1/'), 'database:5d0b6f3c']) {
		const items = [{ ...one[0], file: { ...theirs, id } }];
		const { error } = await reply(items, { fileField }, { ...more, n8n: n8n.n8n() });
		expect(error).toBeDefined();
	}
	expect(fileurls()).toEqual([]);
});

it('is sent as it was approved, and no other in its place', async () => {
	const items = [...one, { phone: '0570002234' }];
	const binaries = [{ data: await invoice() }, { data: await invoice() }];
	const preview = await campaign(items, { mode: 'preview' }, { n8n: n8n.n8n(), binaries });
	const given = await approved(preview.items, service.credential());
	const send = async (change: (binary: IBinaryKeyData) => void = () => undefined) => {
		const changed = structuredClone(given);
		change(changed[0].binary!);
		const more = { n8n: n8n.n8n(), binaries: changed.map(({ binary }) => binary) };
		return await campaign(
			changed.map(({ json }) => json),
			{ mode: 'sendApproved' },
			more,
		);
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
	expect(fileurls()).toHaveLength(1);
});

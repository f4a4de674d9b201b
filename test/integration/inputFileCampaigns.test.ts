// If this fails, people in a campaign get someone else's file, or a retry sends none or another one.
import type { IBinaryData, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { getTemplateParameters } from '../../nodes/shared/templates/parameterForm';
import { files, otherFiles } from '../files';
import { processedItemsForTests } from './harness/processedItems';
import { failureOf, NODE } from './harness/runNode';
import { runsWithFiles } from './harness/runsWithFiles';

const { service, n8n, invoice, speech, fileurls, downloads, ...runs } = runsWithFiles();
const { sendTemplate, templateCampaign, call } = runs;
processedItemsForTests();

describe('the form of a template', () => {
	const formOf = async (fileFrom: string) => {
		const values: INodeParameters = { template: '2005', fileFrom };
		const context = {
			getNode: () => ({ name: 'Chat', parameters: {} }),
			getNodeParameter: (name: string) => values[name],
			getCurrentNodeParameter: () => undefined,
			helpers: {
				httpRequestWithAuthentication: async () => ({
					statusCode: 200,
					headers: {},
					body: JSON.stringify({
						status: 1,
						action: 'listtemplates',
						message: 'OK',
						data: { count: 1, templates: [document2005], remoteIP: '::1' },
					}),
				}),
			},
		};
		const { fields } = await getTemplateParameters.call(context as never);
		return fields.map(({ id, required }) => [id, required]);
	};
	const document2005 = {
		code: 2005,
		header: { type: 'DOCUMENT', fileurlTypes: ['pdf'], hasDefaultMedia: false },
		params: { body: [], header: [], button: [] },
	};

	it('asks for a link, unless the file comes from the input', async () => {
		expect(await formOf('link')).toEqual([
			['line-0', false],
			['fileurl', true],
		]);
		expect(await formOf('input')).toEqual([['line-0', false]]);
	});
});

describe('a campaign with files', () => {
	const items = Array.from({ length: 4 }, (_, index) => ({ phone: `057000223${index}` }));
	const onlySome = async (own: Array<Promise<IBinaryData> | undefined>) =>
		await Promise.all(
			own.map(async (file) => (file === undefined ? undefined : { data: await file })),
		);

	it('with one file for all is one campaign', async () => {
		const { items: out } = await call('sendCampaign', { items, binary: { data: await speech() } });
		expect(out.map(({ json }) => json)).toMatchObject([{ recipientCount: 4 }]);
		expect(fileurls()).toHaveLength(1);
	});

	it('takes one file from another item by an expression', async () => {
		const binaries = await onlySome([speech(), undefined, undefined, undefined]);
		const fileField = '={{ $("Items").first().binary.data }}';
		const { items: out, error } = await call('sendCampaign', { items, binaries }, { fileField });
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => json)).toMatchObject([{ recipientCount: 4 }]);
	});

	it('makes a campaign of each different file', async () => {
		const own = items.map(async (_, index) => {
			const content = Buffer.concat([files.pdf, Buffer.from(`invoice ${index}`)]);
			return await n8n.store(content, { fileName: 'invoice.pdf' });
		});
		const { items: out, run } = await templateCampaign({ items, binaries: await onlySome(own) });
		expect(out).toHaveLength(4);
		const hints = run.data.resultData.runData[NODE][0].hints ?? [];
		expect(hints.map(({ message }) => message).join()).toContain(
			'The items make 4 campaigns, not one, because the file differs (4 values).',
		);
		const hashes = (await downloads(4)).map((each) => (each as unknown as IDataObject).sha256);
		expect(new Set(hashes).size).toBe(4);
	});

	it('names the rows without a file while the others go', async () => {
		const binaries = await onlySome([invoice(), undefined, n8n.store(otherFiles.gif), undefined]);
		const { items: out } = await templateCampaign({
			items,
			binaries,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(out.map(failureOf)).toEqual([
			undefined,
			expect.stringContaining('is "data", but the item has no file of that name'),
			expect.stringContaining('is a GIF image'),
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

	it('sends the files of the rows that are left: calls', async () => {
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleVms', nth: 1 }]);
		const binary = { data: await speech() };
		const { error } = await call('send', { items: two, binary, settings: retry });
		expect(error).toBeUndefined();
		expect(sent().sort((a, b) => (a.phone < b.phone ? -1 : 1))).toEqual(each);
	});

	it('sends the campaigns of the files that are left', async () => {
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleWa', nth: 2 }]);
		const [one, other] = [await invoice(), await invoice()];
		const binaries = [{ data: one }, { data: { ...other, fileName: 'b.pdf' } }];
		const { error, items: out } = await templateCampaign({ items: two, binaries, settings: retry });
		expect(error).toBeUndefined();
		expect(out).toHaveLength(2);
		expect(sent()).toEqual(each);
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

	it('leaves out who got a template', async () => {
		const beforeSending = { campaignKey: 'spring' };
		const data = await invoice();
		await sendTemplate(data, { beforeSending }, { items: two.slice(0, 1) });
		const { items: out } = await sendTemplate(data, { beforeSending }, { items: two });
		expect(out.map(({ json }) => json.alreadySent)).toEqual([true, false]);
		expect(out.map(failureOf)).toEqual([undefined, undefined]);
		expect(sent()).toEqual(each);
	});
});

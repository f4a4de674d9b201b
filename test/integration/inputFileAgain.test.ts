// If this fails, a retry sends no file, or another one.
import type { INode } from 'n8n-workflow';

import { processedItemsForTests } from './harness/processedItems';
import { failureOf } from './harness/runNode';
import { runsWithFiles } from './harness/runsWithFiles';

/** Files of the workflow in runs that come again: tries of one execution, and executions with one Campaign Key. */
const { service, invoice, speech, sendTemplate, templateCampaign, call, fileurls, n8n } =
	runsWithFiles();
processedItemsForTests();

const items = [{ phone: '0570002233' }, { phone: '0570002234' }];
const sent = () => service.control.ledger().entries.map(({ phone, count }) => ({ phone, count }));
const each = items.map(({ phone }) => ({ phone, count: 1 }));
const retry: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };

describe('a try after one that failed', () => {
	it('sends the files of the rows that are left: templates', async () => {
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleWa', nth: 2 }]);
		const { error } = await sendTemplate(await invoice(), {}, { items, settings: retry });
		expect(error).toBeUndefined();
		expect(sent()).toEqual(each);
		expect(fileurls()).toHaveLength(3);
	});

	it('sends the files of the rows that are left: calls', async () => {
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleVms', nth: 1 }]);
		const binary = { data: await speech() };
		const { error } = await call('send', { items, binary, settings: retry });
		expect(error).toBeUndefined();
		expect(sent().sort((a, b) => (a.phone < b.phone ? -1 : 1))).toEqual(each);
	});

	it('sends the campaigns of the files that are left', async () => {
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleWa', nth: 2 }]);
		const [one, other] = [await invoice(), await invoice()];
		const binaries = [{ data: one }, { data: { ...other, fileName: 'b.pdf' } }];
		const { error, items: out } = await templateCampaign({ items, binaries, settings: retry });
		expect(error).toBeUndefined();
		expect(out).toHaveLength(2);
		expect(sent()).toEqual(each);
	});
});

describe('a Campaign Key', () => {
	it('leaves out who got a campaign, whatever file the row has now', async () => {
		const beforeSending = { campaignKey: 'spring' };
		const first = { items: items.slice(0, 1), binary: { data: await invoice() } };
		expect((await templateCampaign(first, { beforeSending })).error).toBeUndefined();
		const other = await n8n.store(Buffer.from('%PDF-1.7 another'), { fileName: 'other.pdf' });
		const again = { items, binary: { data: other } };
		expect((await templateCampaign(again, { beforeSending })).error).toBeUndefined();
		expect(sent()).toEqual(each);
	});

	it('leaves out who got a template', async () => {
		const beforeSending = { campaignKey: 'spring' };
		const data = await invoice();
		await sendTemplate(data, { beforeSending }, { items: items.slice(0, 1) });
		const { items: out } = await sendTemplate(data, { beforeSending }, { items });
		expect(out.map(({ json }) => json.alreadySent)).toEqual([true, false]);
		expect(out.map(failureOf)).toEqual([undefined, undefined]);
		expect(sent()).toEqual(each);
	});
});

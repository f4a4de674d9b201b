// If this fails, a run waits for rows that an earlier one sent.
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { patience } from '../../nodes/shared/waiting/watchWait';
import { processedItemsForTests } from './harness/processedItems';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { waitingN8n } from './harness/waitingN8n';

/** Campaign Key together with Wait for Completion: rows that are left out are awaited by no one. */
const service = serviceForTests({ campaignStepMs: 3_600_000 });
processedItemsForTests();
const n8n = waitingN8n();
// No notification comes.
patience.onItsWayMs = 50;
beforeAll(async () => await n8n.start());
afterAll(async () => await n8n.stop());

const phones = ['0570002233', '0570002234', '0570002235'];
/** Columns of an earlier run's output. */
const earlier = { taskId: '700', timedOut: true, alreadySent: true, outcome: 'TIME_LIMIT' };
const rows: IDataObject[] = phones.map((phone) => ({ phone, ...earlier }));
const run = (items: IDataObject[], output: string, waitForCompletion = true) => ({
	node: new ExtApiSms(),
	credential: service.credential(),
	items,
	parameters: {
		...{ resource: 'message', operation: 'sendCampaign', sender: 'MyShop' },
		...{ recipient: 'phone', message: 'Hi', beforeSending: { campaignKey: 'spring' } },
		options: { output },
		notifications: { waitForCompletion },
	} as INodeParameters,
});
const bad = { phone: '12' };
/** Runs the node, and lets the campaigns end that it waits for. */
async function ended(options: ReturnType<typeof run>, settings: Partial<INode> = {}) {
	const execution = await n8n.run({ ...options, settings, letsPass: () => false });
	await execution.saved;
	service.control.campaigns().forEach(({ tid }) => service.control.setCampaign(tid, 'done'));
	return await execution.end;
}

describe.each(['campaign', 'recipient'])('one item per %s', (output) => {
	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'waits for the campaign of the others, On Error: %s',
		async (onError) => {
			await runNode(run(rows.slice(0, 1), output, false));
			const items = (await ended(run([...rows, bad], output), { onError })).flat();
			const leftOut = items.filter(({ json }) => json.alreadySent === true);
			const sent = items.filter(({ json }) => json.alreadySent === false);
			const failed = items.filter(({ json }) => json.error !== undefined);
			expect(leftOut).toHaveLength(1);
			expect(leftOut[0].json).toMatchObject({ taskId: null, alreadySent: true });
			expect(leftOut[0].json).not.toHaveProperty('error');
			expect(sent.map(({ json }) => json.outcome)).toEqual(
				Array(output === 'campaign' ? 1 : 2).fill('END'),
			);
			expect(failed.map(({ json }) => json.phone ?? (json.message as IDataObject)?.phone)).toEqual([
				'12',
			]);
		},
	);

	it('waits for nothing when all are left out', async () => {
		await ended(run(rows, output));
		const { items, run: done } = await runNode(run(rows, output));
		expect(done.waitTill).toBeUndefined();
		expect(items.map(({ json }) => json.alreadySent)).toEqual(
			Array(output === 'campaign' ? 1 : 3).fill(true),
		);
	});
});

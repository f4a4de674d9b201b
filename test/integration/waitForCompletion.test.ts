// If this fails, a wait begins without a key, or with the wrong limit; other cases are stories/waitForCompletion.json.
import { ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { n8nGoesOnAt } from '../../nodes/shared/waiting/watchWait';
import { runNode, type NodeRunOptions } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { grouped } from '../operations/grouped';

/** What needs a server, such as resuming, is tested end to end. */
const service = serviceForTests({ campaignStepMs: 60_000 });
const usual = {
	...{
		resource: 'message',
		operation: 'sendCampaign',
		mode: 'send',
		sender: 'MyShop',
		message: 'Hello',
	},
	notifications: { waitForCompletion: true },
};
const campaign = async (options: INodeParameters, more: Partial<NodeRunOptions> = {}) =>
	await runNode({
		node: new ExtApiSms(),
		credential: service.credential(),
		items: [{ phone: '0570002233' }, { phone: '0570002234' }],
		parameters: grouped({ ...usual, options }),
		...more,
	});
// The node calls its own resume URL a second after it began to wait.
afterAll(async () => await sleep(1_200));
/** A whole minute, so many days from now. */
const at = (days: number) => {
	const moment = new Date(Date.now() + days * 24 * 60 * 60_000);
	moment.setUTCSeconds(0, 0);
	return moment;
};
const sends = () => service.bodies().filter(({ msg }) => msg !== undefined);

describe('Wait for Completion', () => {
	it('puts the execution to wait, with a key of its own in the notification address', async () => {
		const { run } = await campaign({ waitLimit: 30 });
		const [{ nu }] = sends();
		const address = new URL(String(nu));
		expect(address.pathname).toBe('/1/campaign');
		expect(address.searchParams.get('key')).toMatch(/^sms-[0-9a-f]{64}$/);
		expect(String(nu)).not.toContain('demo-token');
		const waits = run.waitTill!.getTime() - n8nGoesOnAt(Date.now());
		expect(waits).toBeGreaterThan(29 * 60_000);
		expect(waits).toBeLessThanOrEqual(30 * 60_000);
	});

	it.each(['campaign', 'recipient'])(
		'leaves items as a Code node accepts them, where n8n goes on by itself: per %s',
		async (output) => {
			const { run } = await campaign({ output });
			const [waiting] = run.data.executionData!.nodeExecutionStack;
			const left = waiting.data.main[0]!;
			expect(left.length).toBeGreaterThan(0);
			for (const item of left) expect(Object.keys(item).sort()).toEqual(['json', 'pairedItem']);
		},
	);

	it('counts the limit from when the last message is sent', async () => {
		const sendAt = at(1);
		const { run } = await campaign({
			...{ waitLimit: 30, sendAt: sendAt.toISOString(), spreadOver: 0.1 },
		});
		const [{ int, list }] = sends();
		const gaps = String(list).split(',').length - 1;
		expect(Number(int) * (gaps + 1)).toBe(360);
		const minutes = Math.floor((gaps * Number(int)) / 60);
		expect(run.waitTill!.getTime()).toBe(n8nGoesOnAt(sendAt.getTime() + (minutes + 30) * 60_000));
	});

	it('counts the limit from when the last of all campaigns begins, also of earlier tries', async () => {
		const last = at(3);
		const items = [last, last, at(1), at(1)].map((moment, index) => ({
			...{ phone: `057000223${index}`, at: moment.toISOString() },
		}));
		service.control.addFaults([{ kind: 'errorWithoutAction', nth: 2 }]);
		const { run } = await campaign(
			{ waitLimit: 30, sendAt: '={{ $json.at }}' },
			{ items, settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		expect(sends()).toHaveLength(3);
		expect(run.waitTill!.getTime()).toBe(n8nGoesOnAt(last.getTime() + 30 * 60_000));
	});

	describe('where n8n cannot let it wait', () => {
		beforeEach(() => {
			const wait = jest.spyOn(ExecuteContext.prototype, 'putExecutionToWait');
			wait.mockRejectedValue(new Error('The database is gone'));
		});
		afterEach(() => jest.restoreAllMocks());

		it('names the campaigns that have left', async () => {
			const { error } = await campaign({});
			expect(error?.message).toMatch(/were sent, but the node cannot wait for them: The database/);
			expect(error?.description).toContain(service.control.campaigns()[0].tid);
		});

		it.each([
			['campaign', [undefined]],
			['recipient', ['0570002233', '0570002234']],
		])('with "Continue" outputs what was sent, per %s', async (output, phones) => {
			const settings = { onError: 'continueRegularOutput' } as const;
			const { items } = await campaign({ output }, { settings });
			const [{ tid }] = service.control.campaigns();
			expect(items.map(({ json }) => [json.phone, json.taskId, json.error, json.endedBy])).toEqual(
				phones.map((phone) => [phone, tid, undefined, undefined]),
			);
		});
	});

	it('begins its output with a campaign: n8n would try again after an error', async () => {
		const { items } = await campaign(
			{ output: 'recipient' },
			{
				items: [{ phone: '1' }, { phone: '0570002233' }, { phone: '0570002234' }],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(items.map(({ json }) => `${json.phone} ${json.error !== undefined}`)).toEqual([
			...['0570002233 false', '0570002234 false', '1 true'],
		]);
	});
});

import type { INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { runNode, type NodeRunOptions } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** What needs a server, such as resuming, is tested end to end. */
const service = serviceForTests({ campaignStepMs: 60_000 });
const campaign = async (options: INodeParameters, more: Partial<NodeRunOptions> = {}) =>
	await runNode({
		node: new ExtApiSms(),
		credential: service.credential(),
		items: [{ phone: '0501112233' }, { phone: '0501112234' }],
		parameters: {
			resource: 'message',
			operation: 'sendCampaign',
			sender: 'MyShop',
			message: 'Hello',
			options: { waitForCompletion: true, ...options },
		},
		...more,
	});
// The node calls its own resume URL a second after it began to wait.
afterAll(async () => await sleep(1_200));
const sends = () => service.bodies().filter(({ msg }) => msg !== undefined);

describe('Wait for Completion', () => {
	it('puts the execution to wait, with a key of its own in the notification address', async () => {
		const { run } = await campaign({ waitLimit: 30 });
		const [{ nu }] = sends();
		const address = new URL(String(nu));
		expect(address.pathname).toBe('/1/campaign');
		expect(address.searchParams.get('key')).toMatch(/^sms-[0-9a-f]{64}$/);
		expect(String(nu)).not.toContain('demo-token');
		const waits = run.waitTill!.getTime() - Date.now();
		expect(waits).toBeGreaterThan(29 * 60_000);
		expect(waits).toBeLessThanOrEqual(30 * 60_000);
	});

	it('counts the limit from the time a scheduled campaign begins', async () => {
		const sendAt = new Date(Date.now() + 24 * 60 * 60_000);
		sendAt.setUTCSeconds(0, 0);
		const { run } = await campaign({ waitLimit: 30, sendAt: sendAt.toISOString() });
		expect(run.waitTill!.getTime() - sendAt.getTime()).toBe(30 * 60_000);
	});

	it('does not wait for what has ended already, or for an estimate', async () => {
		service.control.changeSettings({ campaignStepMs: 0, latencyMs: 30 });
		const { run, items } = await campaign({});
		expect(run.waitTill).toBeUndefined();
		expect(items[0].json).toMatchObject({ outcome: 'END', sentCount: 2, timedOut: false });
		expect((await campaign({ onlyEstimate: true })).run.waitTill).toBeUndefined();
	});

	it('refuses a notification address beside its own', async () => {
		const { error } = await campaign({ notificationUrl: 'https://example.com/hook' });
		expect(error?.message).toContain(
			"Notification URL cannot be used together with 'Wait for Completion'",
		);
		expect(sends()).toEqual([]);
	});

	it('waits for nothing when nothing was accepted', async () => {
		service.control.addFaults([{ endpoint: 'scheduleSms', kind: 'http500' }]);
		const { run } = await campaign({}, { settings: { onError: 'continueRegularOutput' } });
		expect(run.waitTill).toBeUndefined();
	});
});

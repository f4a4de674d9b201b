// If this fails, people read a wrong status, or delete a campaign that has started.
import type { INode, INodeParameters } from 'n8n-workflow';

import { ExtApiCampaign } from '../../nodes/ExtApiCampaign/ExtApiCampaign.node';
import { pendingCampaign } from './harness/pendingCampaign';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests({ campaignStepMs: 60_000 });

const run = async (
	operation: string,
	taskId = '={{ $json.taskId }}',
	items = [{ taskId: '1' }],
	options: INodeParameters = {},
	settings: Partial<INode> = {},
	token?: string,
) =>
	await runNode({
		node: new ExtApiCampaign(),
		credential: service.credential(token),
		parameters: { resource: 'campaign', operation, taskId, options },
		items,
		settings,
	});

const startCampaign = async () => await pendingCampaign(service);

describe('ExtApi Campaign', () => {
	it('lists the numbers a campaign did not reach', async () => {
		const taskId = await startCampaign();
		service.control.setCampaign(taskId, 'cancel');
		const { items } = await run('getStatus', taskId);
		expect(items[0].json).toMatchObject({
			status: 'cancel',
			finished: true,
			notSent: ['0570002233', '0570002234'],
		});
	});

	it.each(['running', 'done'] as const)(
		'answers that a campaign in status %s is not deleted',
		async (status) => {
			const taskId = await startCampaign();
			service.control.setCampaign(taskId, status);
			const { items, error } = await run('delete', taskId);
			expect(error).toBeUndefined();
			expect(items).toMatchObject([
				{
					json: { taskId, deleted: false, status, reason: expect.stringMatching(/not started/) },
					pairedItem: { item: 0 },
				},
			]);
		},
	);

	it('answers that a campaign the service does not know is not deleted', async () => {
		const { items, error } = await run('delete', '5');
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			deleted: false,
			status: 'na',
			reason: expect.stringContaining('single number'),
		});
	});

	it('gives no status when the service tells none', async () => {
		service.control.addFaults([{ endpoint: 'taskStatus', kind: 'http500', nth: 2 }]);
		const { items } = await run('delete', '5');
		expect(items[0].json).toMatchObject({ deleted: false });
	});

	it('still fails for a token without permission, and for an unknown outcome', async () => {
		const taskId = await startCampaign();
		const refused = await run('delete', taskId, undefined, {}, {}, 'wrong');
		expect(refused.error?.message).toContain('token');
		service.control.addFaults([{ endpoint: 'taskStatus', kind: 'emptyBody', accept: true }]);
		const unknown = await run('delete', taskId);
		expect(unknown.error?.message).toMatch(/^The outcome is unknown/);
	});

	it('waits until every campaign has ended', async () => {
		const ids = [await startCampaign(), await startCampaign()];
		setTimeout(() => service.control.setCampaign(ids[0], 'done'), 300);
		setTimeout(() => service.control.setCampaign(ids[1], 'cancel'), 600);
		const rows = [...ids, ids[0], '5'].map((taskId) => ({ taskId }));
		const { items, error } = await run('wait', undefined, rows, { interval: 0.25 });
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.status, json.timedOut, pairedItem])).toEqual([
			['done', false, { item: 0 }],
			['cancel', false, { item: 1 }],
			['done', false, { item: 2 }],
			['na', false, { item: 3 }],
		]);
	});

	it('looks at the status at the time limit, and not before says that it came', async () => {
		const taskId = await startCampaign();
		const options = { interval: 3_600, timeLimit: 0.01 };
		setTimeout(() => service.control.setCampaign(taskId, 'done'), 200);
		const { items } = await run('wait', taskId, undefined, options);
		expect(items[0].json).toMatchObject({ status: 'done', finished: true, timedOut: false });
	});

	it('goes on waiting when a look brings no answer', async () => {
		const taskId = await startCampaign();
		service.control.addFaults([{ endpoint: 'taskStatus', kind: 'http500', nth: 2, times: 2 }]);
		setTimeout(() => service.control.setCampaign(taskId, 'done'), 700);
		const { items, error } = await run('wait', taskId, undefined, { interval: 0.25 });
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ status: 'done', timedOut: false });
	});

	it.each([
		['the service gives no answer', undefined, /^The service gave no usable answer/],
		['the service refuses', 'wrong', /token/],
	])('does not wait forever when %s', async (_name, token, message) => {
		service.control.addFaults(token ? [] : [{ endpoint: 'taskStatus', kind: 'http500' }]);
		const { error } = await run('wait', '7', undefined, { interval: 0.25 }, {}, token);
		expect(error?.message).toMatch(message);
		expect(service.control.requests()).toHaveLength(token ? 1 : 3);
	});

	it('waits for the others when the code of one row fails', async () => {
		const taskId = await startCampaign();
		service.control.setCampaign(taskId, 'done');
		const rows = [taskId, 'fails', '12a', taskId].map((code) => ({ taskId: code, name: 'Dana' }));
		const { items, error } = await run(
			'wait',
			'={{ $json.taskId === "fails" ? $("Nobody").first() : $json.taskId }}',
			rows,
			{ interval: 0.25 },
			{ onError: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.status ?? json.name, pairedItem])).toEqual([
			['done', { item: 0 }],
			['Dana', { item: 1 }],
			['Dana', { item: 2 }],
			['done', { item: 3 }],
		]);
		expect(items.map(({ json }) => typeof json.error)).toEqual([
			...['undefined', 'string', 'string', 'undefined'],
		]);
	});

	it.each<[string, unknown]>([
		...[0, 'ten', 3_601].map((interval): [string, unknown] => [
			'Interval (Seconds) must be a number of seconds',
			{ interval },
		]),
		['Time Limit (Minutes) must be a number of minutes from 0 to', { timeLimit: -1 }],
	])('says before it asks that %s: %j', async (says, options) => {
		const { error } = await run('wait', '7', undefined, options as INodeParameters);
		expect(error?.message).toContain(says);
		expect(service.bodies()).toEqual([]);
	});

	it('gives every row its error when an option cannot be read', async () => {
		const { items, error } = await run(
			'wait',
			'7',
			[{ taskId: '7' }, { taskId: '7' }],
			{ interval: '={{ $("Nobody").first() }}' },
			{ onError: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => typeof json.error)).toEqual(['string', 'string']);
	});
});

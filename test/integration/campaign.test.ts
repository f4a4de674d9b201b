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
) =>
	await runNode({
		node: new ExtApiCampaign(),
		credential: service.credential(),
		parameters: { resource: 'campaign', operation, taskId, options },
		items,
		settings,
	});

const startCampaign = async () => await pendingCampaign(service);

describe('ExtApi Campaign', () => {
	it.each(['cancel', 'error', 'noMsgLeft', 'abort', 'limit'] as const)(
		'lists the numbers a campaign in status %s did not reach',
		async (status) => {
			const taskId = await startCampaign();
			service.control.setCampaign(taskId, status);
			const { items } = await run('getStatus', taskId);
			expect(items[0].json).toMatchObject({
				status,
				finished: true,
				notSent: ['0570002233', '0570002234'],
			});
		},
	);

	it('says in words that an unknown campaign may have gone to a single number', async () => {
		const { items, error } = await run('getStatus', '99999999999999999999');
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			taskId: '99999999999999999999',
			status: 'na',
			meaning: expect.stringContaining('single number'),
		});
	});

	it.each(['running', 'done', 'cancel'] as const)(
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
		const parameters = { resource: 'campaign', operation: 'delete', taskId };
		const refused = await runNode({
			node: new ExtApiCampaign(),
			credential: service.credential('wrong'),
			parameters,
		});
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
		const { error } = await runNode({
			node: new ExtApiCampaign(),
			credential: service.credential(token),
			parameters: {
				resource: 'campaign',
				operation: 'wait',
				taskId: '7',
				options: { interval: 0.25 },
			},
		});
		expect(error?.message).toMatch(message);
		expect(service.control.requests()).toHaveLength(token ? 1 : 3);
	});

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'waits for the others when the code of one row fails, with %s',
		async (onError) => {
			const taskId = await startCampaign();
			service.control.setCampaign(taskId, 'done');
			const rows = [taskId, 'fails', '12a', taskId].map((code) => ({ taskId: code, name: 'Dana' }));
			const { run: done, error } = await run(
				'wait',
				'={{ $json.taskId === "fails" ? $("Nobody").first() : $json.taskId }}',
				rows as never,
				{ interval: 0.25 },
				{ onError },
			);
			expect(error).toBeUndefined();
			const outputs = done.data.resultData.runData['Node under test'][0].data!.main.flatMap(
				(items) => items ?? [],
			);
			const [errors, ended] = [true, false].map((isError) =>
				outputs.filter(({ json }) => (json.error !== undefined) === isError),
			);
			expect(ended.map(({ json, pairedItem }) => [json.status, pairedItem])).toEqual([
				['done', { item: 0 }],
				['done', { item: 3 }],
			]);
			expect(errors.map(({ json, pairedItem }) => [json.taskId, json.name, pairedItem])).toEqual([
				['fails', 'Dana', { item: 1 }],
				['12a', 'Dana', { item: 2 }],
			]);
		},
	);

	it("asks for each campaign with its row's own credential", async () => {
		const tokens = ['demo-token-full', 'demo-token-sms', 'demo-token-full'];
		const { items } = await runNode({
			node: new ExtApiCampaign(),
			credential: service.credential('={{ $json.token }}'),
			parameters: {
				...{ resource: 'campaign', operation: 'wait', taskId: '={{ $json.taskId }}' },
				options: { interval: 0.25, timeLimit: 0 },
			},
			items: tokens.map((token, row) => ({ token, taskId: row < 2 ? '5' : '6' })),
		});
		expect(items).toHaveLength(3);
		const asked = service.control
			.requests()
			.map(({ parameters }) => parameters as { tid: string; token: string })
			.map(({ tid, token }) => [tid, token].map(String).join(' by '));
		expect(asked.sort()).toEqual([
			'5 by demo-token-full',
			'5 by demo-token-sms',
			'6 by demo-token-full',
		]);
	});

	it.each<[string, unknown]>([
		...['', 0, -5, 'ten', '={{ undefined }}', '={{ [] }}', 3_601].map(
			(interval): [string, unknown] => [
				'Interval (Seconds) must be a number of seconds',
				{ interval },
			],
		),
		...['', -1, 'ten', '={{ null }}'].map((timeLimit): [string, unknown] => [
			'Time Limit (Minutes) must be a number of minutes',
			{ timeLimit },
		]),
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

import type { INodeParameters } from 'n8n-workflow';

import { ExtApiCampaign } from '../../nodes/ExtApiCampaign/ExtApiCampaign.node';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests({ campaignStepMs: 60_000 });

const run = async (
	operation: string,
	taskId = '={{ $json.taskId }}',
	items = [{ taskId: '1' }],
	options: INodeParameters = {},
) =>
	await runNode({
		node: new ExtApiCampaign(),
		credential: service.credential(),
		parameters: { resource: 'campaign', operation, taskId, options },
		items,
	});

async function startCampaign(): Promise<string> {
	const response = await fetch(`${service.url}/extApi/scheduleSms.php`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({
			token: 'demo-token-full',
			from: 'MyShop',
			msg: 'x',
			list: '0501112233,0501112234',
		}),
	});
	const { data } = (await response.json()) as { data: { taskId: string } };
	service.control.clearRequests();
	return data.taskId;
}

describe('ExtApi Campaign', () => {
	it('reads a status with its meaning', async () => {
		const taskId = await startCampaign();
		const { items, error } = await run('getStatus', taskId);
		expect(error).toBeUndefined();
		expect(service.bodies()).toEqual([{ tid: taskId, act: 'status' }]);
		expect(items).toEqual([
			{
				json: {
					taskId,
					status: 'pending',
					meaning: 'Waiting to run',
					finished: false,
					notSent: [],
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it.each(['cancel', 'error', 'noMsgLeft', 'abort', 'limit'] as const)(
		'lists the numbers a campaign in status %s did not reach',
		async (status) => {
			const taskId = await startCampaign();
			service.control.setCampaign(taskId, status);
			const { items } = await run('getStatus', taskId);
			expect(items[0].json).toMatchObject({
				status,
				finished: true,
				notSent: ['0501112233', '0501112234'],
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

	it('deletes a pending campaign', async () => {
		const taskId = await startCampaign();
		const { items } = await run('delete', taskId);
		expect(service.bodies()).toEqual([{ tid: taskId, act: 'del' }]);
		expect(items[0].json).toEqual({ taskId, deleted: true, status: null, reason: null });
		expect((await run('getStatus', taskId)).items[0].json.status).toBe('na');
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
		expect(items[0].json).toMatchObject({ deleted: false, status: null });
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

	it.each(['12a', '={{ "" }}', '-1', '1.5e3'])(
		'refuses the code "%s" before asking',
		async (taskId) => {
			const { error } = await run('getStatus', taskId);
			expect(error?.message).toMatch(/^Campaign Code/);
			expect(service.bodies()).toEqual([]);
		},
	);

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

	it('says when the time limit ended the wait', async () => {
		const taskId = await startCampaign();
		const { items } = await run('wait', taskId, undefined, { interval: 0.25, timeLimit: 0.01 });
		expect(items[0].json).toMatchObject({ status: 'pending', finished: false, timedOut: true });
	});
});

// If this fails, a workflow goes on before its campaigns have ended, or never does.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operationRuns } from './harness/operationRuns';
import { pendingCampaign } from './harness/pendingCampaign';
import { serviceForTests } from './harness/serviceForTests';

/** What takes its time; the rest of what campaigns say of themselves is in `stories/campaignStatus.json`. */
const service = serviceForTests({ campaignStepMs: 60_000 });
const startCampaign = async () => await pendingCampaign(service);
const runs = operationRuns(service, 'ExtApi Campaign: Campaign: Wait');
const wait = async (options: INodeParameters, items: IDataObject[]) =>
	await runs(items, { taskId: '={{ $json.taskId }}', options });

it('waits until every campaign has ended', async () => {
	const ids = [await startCampaign(), await startCampaign()];
	setTimeout(() => service.control.setCampaign(ids[0], 'done'), 300);
	setTimeout(() => service.control.setCampaign(ids[1], 'cancel'), 600);
	const rows = [...ids, ids[0], '5'].map((taskId) => ({ taskId }));
	const { items, error } = await wait({ interval: 0.25 }, rows);
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
	const { items } = await wait(options, [{ taskId }]);
	expect(items[0].json).toMatchObject({ status: 'done', finished: true, timedOut: false });
});

it('goes on waiting when a look brings no answer', async () => {
	const taskId = await startCampaign();
	service.control.addFaults([{ endpoint: 'taskStatus', kind: 'http500', nth: 2, times: 2 }]);
	setTimeout(() => service.control.setCampaign(taskId, 'done'), 700);
	const { items, error } = await wait({ interval: 0.25 }, [{ taskId }]);
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ status: 'done', timedOut: false });
});

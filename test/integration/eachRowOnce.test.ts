// If this fails, someone gets a message twice, or a wait of an earlier campaign takes too long.
import { setTimeout as sleep } from 'node:timers/promises';

import { operationNamed } from '../operations';
import { askingN8n } from './harness/asking';
import { turnOf } from './harness/callingAgent';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';
import { waitingCampaigns } from './harness/waitingCampaigns';

/** What needs an n8n that waits, beside `stories/eachRowOnce.json`. */
const service = serviceForTests({ duplicates: 'keep' });
const awaited = waitingCampaigns(service);
const asking = askingN8n();
const [P, Q, R] = ['0570002233', '0570002234', '0570002235'];

it('the unknown outcome of an awaited campaign to one number is said at once in a retry', async () => {
	service.control.addFaults([{ kind: 'plainError', nth: 2, times: 1 }]);
	service.control.changeSettings({ campaignStepMs: 200 });
	const rows = [
		{ phone: P, text: 'a' },
		{ phone: Q, text: 'b', from: '0570004567' },
	];
	const { end } = await awaited.run(
		rows,
		{},
		{
			parameters: { sender: "={{ $json.from || 'MyShop' }}" },
			// The first campaign has ended by then.
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1_500 },
			letsPass: () => true,
		},
	);
	const ended = await Promise.race([end, sleep(4_000)]);
	expect(ended?.[0].map(({ json: { endedBy, timedOut } }) => [endedBy, timedOut])).toEqual([
		['UNKNOWN', false],
		['END', false],
	]);
});

it('a row that breaks two rules is one error item', async () => {
	const clock = (minutes: number) =>
		new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
	const ends = { from: clock(2), until: clock(60) };
	const { items } = await operationRuns(service, 'ExtApi SMS: Message: Send Campaign')(
		[P, Q, R].map((phone) => ({ phone })),
		{
			message: 'Hello',
			timing: { timeZone: 'UTC', spreadOver: 0.1, quietHours: { hours: ends } },
			notifications: { notificationUrl: 'https://example.com', waitForCompletion: true },
		},
		{ settings: { onError: 'continueRegularOutput' } },
	);
	expect(items).toHaveLength(3);
});

it('a call of a model that was approved once sends nothing the second time', async () => {
	const { node, parameters } = operationNamed('ExtApi SMS: Message: Send');
	const message = "={{ /* $fromAI('text') */ $json.text }}";
	const tool = { node: node(), parameters: { ...parameters, phoneNumbers: Q, message } };
	const call = { toolParameters: { text: 'Hello' } };
	const turn = { ...turnOf(call), again: 1, toolType: 'smsTool', tool };
	const execution = await asking.ask({}, { settings: { type: 'underTestHitlTool' }, turn });
	await asking.answerNext({ decision: 'approve' });
	await asking.answerNext({ decision: 'approve' });
	await execution.end;
	expect(asking.service.bodies().filter(({ msg }) => msg === 'Hello')).toHaveLength(1);
});

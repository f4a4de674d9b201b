// If this fails, someone gets a message twice.

import { operationNamed } from '../operations';
import { askingN8n } from './harness/asking';
import { turnOf } from './harness/callingAgent';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';

/** What needs an n8n that waits, beside `stories/eachRowOnce.json`. */
const service = serviceForTests({ duplicates: 'keep' });
const asking = askingN8n();
const [P, Q, R] = ['0570002233', '0570002234', '0570002235'];

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

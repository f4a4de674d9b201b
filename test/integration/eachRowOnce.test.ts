// If this fails, someone gets a message twice.

import { operationNamed } from '../operations';
import { askingN8n } from './harness/asking';
import { turnOf } from './harness/callingAgent';

/** What needs an n8n that waits, beside `stories/eachRowOnce.json`. */
const asking = askingN8n();
const Q = '0570002234';

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

// If this fails, phones that the service does not know count as reached.
import type { INodeParameters } from 'n8n-workflow';

import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';

/** Phones the service does not recognize, where it is asked to count those it does. */
const service = serviceForTests({ campaignStepMs: 60_000 });

/** A number abroad by its form, which the other reading of the specification takes for a typing error. */
const strange = '+508412345';
beforeEach(() => service.control.changeSettings({ withoutZero: 'unidentified' }));

const sms = operationRuns(service, 'ExtApi SMS: Message: Send');
const run = async (parameters: INodeParameters) => {
	const result = await sms([{ phone: '0570002233', text: 'Hello' }], parameters);
	expect(result.error).toBeUndefined();
	return result.items.map(({ json }) => json);
};

const advanced = { validateRecipients: true };
const taskId = expect.any(String) as string;

describe('Validate Recipients', () => {
	it('says how many were not recognized', async () => {
		const phoneNumbers = `={{ $json.phone }}, 0570002299, ${strange}`;
		const output = { taskId, recipientCount: 3, messages: 3, count: 2, unrecognized: 1 };
		expect(await run({ phoneNumbers, advanced })).toEqual([{ outcome: 'accepted', ...output }]);
	});

	it('says nothing where all were, or no one counted', async () => {
		const all = { taskId, recipient: '0570002233', messages: 1, count: 1 };
		expect(await run({ advanced })).toEqual([{ outcome: 'accepted', ...all }]);
		const uncounted = { taskId, recipientCount: 2, messages: 2 };
		const phoneNumbers = `0570002233, ${strange}`;
		expect(await run({ phoneNumbers })).toEqual([{ outcome: 'accepted', ...uncounted }]);
	});
});

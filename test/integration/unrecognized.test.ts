// If this fails, phones that the service does not know count as reached.
import type { INodeParameters } from 'n8n-workflow';

import { operationRuns } from './harness/operationRuns';
import { hintsOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Phones the service does not recognize, where it is asked to count those it does. */
const service = serviceForTests({ campaignStepMs: 60_000 });

/** A number abroad by its form, which the other reading of the specification takes for a typing error. */
const strange = '+508412345';
beforeEach(() => service.control.changeSettings({ withoutZero: 'unidentified' }));

const run = async (operation: string, parameters: INodeParameters, phones = ['0570002233']) => {
	const items = phones.map((phone) => ({ phone, text: 'Hello' }));
	const result = await operationRuns(service, operation)(items, parameters);
	expect(result.error).toBeUndefined();
	return { output: result.items.map(({ json }) => json), hints: hintsOf(result) };
};

const sms = 'ExtApi SMS: Message: Send';
const chat = 'ExtApi Chat: Message: Send Template';
const advanced = { validateRecipients: true };
const taskId = expect.any(String) as string;

describe('Validate Recipients', () => {
	it('says how many phones of a request were not recognized, and gives the run one hint', async () => {
		const phoneNumbers = `={{ $json.phone }}, 0570002299, ${strange}`;
		const result = await run(sms, { phoneNumbers, advanced }, ['0570002233', '0570002234']);
		expect(result).toEqual({
			output: [
				{ taskId, recipientCount: 3, messages: 3, count: 2, unrecognized: 1 },
				{ taskId, recipientCount: 3, messages: 3, count: 2, unrecognized: 1 },
			],
			hints: ["The service did not recognize 2 phone numbers: see 'unrecognized' in the output."],
		});
	});

	it('compares also where each phone has its own text or parameters', async () => {
		const own = JSON.stringify({ '0570002233': 'a', [strange]: 'b' });
		const texts = { sendTo: 'ownMessages', messagesByNumber: own, advanced };
		expect(await run(sms, texts)).toMatchObject({
			output: [{ taskId, count: 1, unrecognized: 1 }],
			hints: ["The service did not recognize 1 phone number: see 'unrecognized' in the output."],
		});
		const body = { body: { 1: 'Dana', 2: 'X' } };
		const parametersByNumber = JSON.stringify({ '0570002233': body, [strange]: body });
		const templates = { sendTo: 'ownParameters', parametersByNumber, advanced };
		expect((await run(chat, templates)).output).toEqual([
			{ taskId, recipientCount: 2, count: 1, unrecognized: 1 },
		]);
	});

	it('says nothing where all were, or no one counted', async () => {
		const all = await run(sms, { advanced });
		expect(all).toEqual({
			output: [{ taskId, recipient: '0570002233', messages: 1, count: 1 }],
			hints: [],
		});
		const lists = await run(sms, { sendTo: 'lists', listCodes: '1001', advanced });
		expect(lists).toEqual({
			output: [{ taskId, lists: '1001', messagesPerRecipient: 1, valid: true }],
			hints: [],
		});
		const uncounted = await run(sms, { phoneNumbers: `0570002233, ${strange}` });
		expect(uncounted).toEqual({
			output: [{ taskId, recipientCount: 2, messages: 2 }],
			hints: [],
		});
	});
});

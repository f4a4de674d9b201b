import fc from 'fast-check';

import { digitsOf, textAround } from '../differential/values';
import { asCode } from '../differential/sent';
import { codes, lostDigits, nothing, scheduleCampaigns, scheduleTwo, twoItems } from './items';
import { type OperationRow, type RefusedCase, comparison, refusal } from './row';

/** The codes of the two campaigns made before. */
const taskId = '={{ "70000000000000000" + ($itemIndex + 1) }}';
const [first, second] = codes;
const refuses: RefusedCase[] = [
	refusal('taskId', '12a', /is ".*", which is not a [a-z -]+ code/),
	refusal('taskId', '-1', /is ".*", which is not a [a-z -]+ code/),
	refusal('taskId', nothing, 'is empty or missing'),
	refusal('taskId', lostDigits, 'came as a number too long to be kept exactly'),
];
const pending = (code: string) => ({
	...{ taskId: code, status: 'pending', meaning: 'Waiting to run', finished: false, notSent: [] },
});

const getStatus: OperationRow = {
	resource: 'campaign',
	operation: 'getStatus',
	prepare: scheduleTwo,
	parameters: { taskId },
	effect: 'asks',
	documented: { tid: ['taskId'] },
	sends: [
		{
			name: 'the status of each campaign',
			items: twoItems,
			bodies: [
				{ tid: first, act: 'status' },
				{ tid: second, act: 'status' },
			],
			outputs: [pending(first), pending(second)],
		},
	],
	refuses,
	compared: [
		comparison('taskId', 'tid', fc.oneof(digitsOf(0, 25), textAround(6)), {
			sent: asCode,
			isRequired: true,
		}),
	],
	toolCalls: [
		{
			byModel: { taskId: first },
			body: { act: 'status', tid: first },
			output: [{ taskId: first, status: 'pending', finished: false }],
		},
	],
};

const deleteCampaign: OperationRow = {
	resource: 'campaign',
	operation: 'delete',
	prepare: async (service) => await scheduleCampaigns(service, 3),
	parameters: { taskId },
	effect: 'once',
	once: { deeds: ({ tid }) => [String(tid)], parameters: { taskId: '={{ $json.taskId }}' } },
	documented: { tid: ['taskId'] },
	sends: [
		{
			name: 'each campaign',
			items: twoItems,
			bodies: [
				{ tid: first, act: 'del' },
				{ tid: second, act: 'del' },
			],
			outputs: [
				{ taskId: first, deleted: true },
				{ taskId: second, deleted: true },
			],
		},
	],
	refuses,
	toolCalls: [
		{
			byModel: { taskId: first },
			body: { act: 'del', tid: first },
			output: [{ taskId: first, deleted: true }],
		},
	],
};

const wait: OperationRow = {
	resource: 'campaign',
	operation: 'wait',
	prepare: scheduleTwo,
	parameters: { taskId, options: { interval: 1, timeLimit: 0 } },
	effect: 'asks',
	documented: { tid: ['taskId'], act: [] },
	sends: [
		{
			name: 'until the time limit',
			items: twoItems,
			bodies: [
				{ tid: first, act: 'status' },
				{ tid: second, act: 'status' },
			],
			outputs: [
				{ ...pending(first), timedOut: true },
				{ ...pending(second), timedOut: true },
			],
		},
	],
	refuses,
	takesAnything: {
		'options.interval': 'how often this node looks, not a value for the service',
		'options.timeLimit': 'how long this node looks, not a value for the service',
	},
};

export const campaignRows: OperationRow[] = [getStatus, deleteCampaign, wait];

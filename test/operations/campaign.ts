import fc from 'fast-check';

import { asCode, digitsOf, textAround } from '../differential/values';
import { codes, scheduleCampaigns, scheduleTwo, twoItems } from './items';
import { type OperationRow, comparison } from './row';

/** The codes of the two campaigns made before. */
const taskId = '={{ "70000000000000000" + ($itemIndex + 1) }}';
const [first, second] = codes;
const ofBoth = (act: string) => [first, second].map((tid) => ({ tid, act }));
const pending = (code: string) => ({
	...{ taskId: code, status: 'pending', meaning: 'Waiting to run', finished: false, notSent: [] },
});

const getStatus: OperationRow = {
	resource: 'campaign',
	operation: 'getStatus',
	prepare: scheduleTwo,
	parameters: { taskId },
	effect: 'asks',
	sends: [
		{
			name: 'the status of each campaign',
			items: twoItems,
			bodies: ofBoth('status'),
			outputs: [pending(first), pending(second)],
		},
	],
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
	sends: [
		{
			name: 'each campaign',
			items: twoItems,
			bodies: ofBoth('del'),
			outputs: [first, second].map((code) => ({ taskId: code, deleted: true })),
		},
	],
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
	built: { act: [] },
	sends: [
		{
			name: 'until the time limit',
			items: twoItems,
			bodies: ofBoth('status'),
			outputs: [first, second].map((code) => ({ ...pending(code), timedOut: true })),
		},
	],
};

export const campaignRows: OperationRow[] = [getStatus, deleteCampaign, wait];

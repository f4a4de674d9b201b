import fc from 'fast-check';

import { asCode, digitsOf, textAround } from '../differential/values';
import { scheduleCampaigns, scheduleTwo } from './items';
import { type OperationRow, comparison } from './row';

/** The codes of the two campaigns made before. */
const taskId = '={{ "70000000000000000" + ($itemIndex + 1) }}';

const getStatus: OperationRow = {
	resource: 'campaign',
	operation: 'getStatus',
	prepare: scheduleTwo,
	parameters: { taskId },
	effect: 'asks',
	compared: [
		comparison('taskId', 'tid', fc.oneof(digitsOf(0, 25), textAround(6)), {
			sent: asCode,
			isRequired: true,
		}),
	],
};

const deleteCampaign: OperationRow = {
	resource: 'campaign',
	operation: 'delete',
	prepare: async (service) => await scheduleCampaigns(service, 3),
	parameters: { taskId },
	effect: 'once',
	once: { deeds: ({ tid }) => [String(tid)], parameters: { taskId: '={{ $json.taskId }}' } },
};

const wait: OperationRow = {
	resource: 'campaign',
	operation: 'wait',
	prepare: scheduleTwo,
	parameters: { taskId, options: { interval: 1, timeLimit: 0 } },
	effect: 'asks',
	built: { act: [] },
};

export const campaignRows: OperationRow[] = [getStatus, deleteCampaign, wait];

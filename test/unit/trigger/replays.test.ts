// If this fails, an event that is played back starts a workflow again.
import type { IWebhookFunctions } from 'n8n-workflow';

import type * as Replays from '../../../nodes/ExtApiTrigger/replays';
import type { CampaignEvent } from '../../../nodes/shared/service/events';

/** The trigger in a process of its own, where n8n saves a workflow's data after each call (2.0). */
function processWith(staticData: object): (campaign: number) => boolean {
	let replays!: typeof Replays;
	jest.isolateModules(() => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		replays = require('../../../nodes/ExtApiTrigger/replays') as typeof Replays;
	});
	const context = {
		getWorkflow: () => ({ id: 'w' }),
		getNode: () => ({ id: 'n' }),
		getMode: () => 'webhook',
		getWorkflowStaticData: () => staticData,
	} as unknown as IWebhookFunctions;
	return (campaign) =>
		replays.isReplay(
			context,
			{
				...{ event: 'END', taskId: `${campaign}`, info: '1', failedNumbers: [] },
			} as unknown as CampaignEvent,
			Buffer.from('secret'),
		);
}

it('the events saved for other processes are the last ones, however many came', () => {
	const saved = {};
	const one = processWith(saved);
	for (let campaign = 1; campaign <= 700; campaign++) expect(one(campaign)).toBe(false);
	const other = processWith(structuredClone(saved));
	expect([700, 699, 500, 401, 400].map(other)).toEqual([true, true, true, true, false]);
});

it('what another process has saved stays known, until as many have come since', () => {
	const saved = {};
	const [one, other] = [processWith(saved), processWith(saved)];
	for (let campaign = 1; campaign <= 200; campaign++) one(campaign);
	for (let campaign = 201; campaign <= 400; campaign++) other(campaign);
	const third = processWith(structuredClone(saved));
	expect([101, 150, 201, 400].map(third)).toEqual([true, true, true, true]);
});

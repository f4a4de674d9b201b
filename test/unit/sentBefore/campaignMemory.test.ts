// If this fails, the rest of a spread campaign leaves at the times of parts that an earlier try did not send.
import { CampaignMemory } from '../../../nodes/shared/sentBefore/campaignMemory';
import type { RunState } from '../../../nodes/shared/sentBefore/runState';

it('a part of unknown outcome that was sent again keeps only the place of the later request', () => {
	const memory = new CampaignMemory({
		...{ runIndex: 0, operation: 'message:sendCampaign' },
		...{ parameters: {}, memory: {}, sharedMemory: {} },
	} as unknown as RunState);
	const place = (part: number) => ({ group: 'all', startsAt: 0, parts: 4, part });
	const recipients = [{ phone: '0570002233', items: [0, 1] }];
	const request = { items: [0, 1], recipients };
	memory.remember(
		{ ...request, spread: place(1) },
		{ unknown: { message: 'The outcome is unknown', description: '' } },
	);
	memory.remember({ ...request, spread: place(2) }, { accepted: { taskId: '1' } });
	expect(memory.spreadPlaces()).toEqual([place(2)]);
});

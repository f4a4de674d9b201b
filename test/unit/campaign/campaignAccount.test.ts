// If this fails, the error of a stopped campaign names the wrong items.
import { campaignAccount } from '../../../nodes/shared/campaign/campaignAccount';
import type { SentRequest } from '../../../nodes/shared/campaign/sentRequests';

const failed = (items: number[]): SentRequest => ({
	items,
	outcome: { failed: new Error('No credit') },
});
const leftOut = (item: number, isUnknown = false) => ({ item, recipient: '0570002233', isUnknown });
const linesOf = (...given: Parameters<typeof campaignAccount>) =>
	campaignAccount(...given).lines.map(({ standing, items, reason }) => [standing, items, reason]);

describe('what became of the items of a campaign', () => {
	it('names those an earlier execution sent to, or may have, apart from the others', () => {
		// Of the lists of item 3 one has it, and of another no one knows.
		const rows = [leftOut(0), leftOut(2, true), leftOut(3), leftOut(3, true)];
		expect(linesOf({ sent: [failed([1])], leftOut: rows }, 5)).toEqual([
			['refused', [1], 'No credit'],
			['unknown', [2, 3], 'An earlier execution may have sent to them'],
			['leftOut', [0], 'they were sent before'],
			['notTried', [4], 'not tried'],
		]);
	});
});

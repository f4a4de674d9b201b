// If this fails, the demo calls a lost row accounted for, or its sample rows reach a stranger.
import { accountFor } from '../../../demo/accounting';
import { makeContacts } from '../../../demo/contacts';
import type { CampaignRun } from '../../../demo/runCampaign';

const contacts = makeContacts().slice(0, 100);
/** Row 95 repeats the person of row 35. */
const repeated = 95;

function runWith(sent: number[], refused: number[]): CampaignRun {
	return {
		execution: {
			...{
				id: '1',
				workflowId: '1',
				status: 'success',
				mode: 'manual',
				startedAt: '',
				runData: {},
			},
		},
		rowCount: contacts.length,
		campaigns: [{ taskId: '1', recipients: sent.length, rows: sent }],
		refused: refused.map((row) => ({ row, reason: 'Phone is empty' })),
		statuses: {},
		events: [],
		ledger: { entries: [], duplicates: [], total: 0, maxConcurrent: 1 },
	};
}

const bad = contacts.flatMap(({ problem }, row) => (problem ? [row] : []));
const good = contacts.flatMap(({ problem }, row) => (problem ? [] : [row]));

describe('accountFor', () => {
	it('tells merged rows from those they were merged into', () => {
		const account = accountFor(runWith(good, bad), contacts);
		expect(account).toEqual({
			accepted: good.filter((row) => row !== repeated),
			duplicates: [repeated],
			refused: bad,
			unaccounted: [],
		});
	});

	it('notices a row that is lost and one that came out twice', () => {
		const account = accountFor(runWith(good.slice(1), [...bad, good[5]]), contacts);
		expect(account.unaccounted).toEqual([good[0], good[5]]);
	});
});

it('reaches no one: the numbers of the sample rows belong to no network, or are kept for fiction', () => {
	for (const { canonical, problem } of makeContacts()) {
		if (problem === undefined) expect(canonical).toMatch(/^(?:057|4477009001)/);
	}
});

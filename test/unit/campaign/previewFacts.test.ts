// If this fails, a page that asks for an approval cannot be opened, since an item says what no preview says.
import { readFacts, refusedLines } from '../../../nodes/shared/campaign/previewFacts';
import { previewSections } from '../../../nodes/shared/campaign/previewPage';
import { previewWords } from '../../../nodes/shared/pages/pageTexts';

const factsWith = (quiet: object) => ({
	...{ recipients: 1, messages: 1, costs: [1, 0, 0], sample: [], different: 1 },
	...{ timeZones: [], leftOut: [], refused: [], warnings: [] },
	campaign: {
		...{ names: [], senders: [], languages: [], begins: [], delays: [], spreadOver: null },
		quietHours: { hours: [], days: [], timeZone: null, ...quiet },
	},
});

describe('the facts of a preview', () => {
	it.each([{ days: [0, 6] }, { hours: [0, 1439] }])('with %j are shown', (quiet) => {
		const facts = readFacts(factsWith(quiet))!;
		expect(previewSections(facts, previewWords('en')).length).toBeGreaterThan(0);
	});

	it.each([
		...[{ days: [7] }, { days: [-1] }, { days: [9e15] }, { days: [0.5] }],
		...[{ hours: [0, 1440] }, { hours: [-1, 5] }, { hours: [9e15, 0] }],
	])('with %j are none', (quiet) => {
		expect(readFacts(factsWith(quiet))).toBeUndefined();
	});

	it('hold so many lines that a page can show them, the last one for all others', () => {
		const lines = Array.from({ length: 52 }, (_, item) => `reason ${item}`);
		const refused = refusedLines(lines.map((reason, item) => ({ item, reason, fix: '' })));
		expect(refused).toHaveLength(50);
		expect(refused.slice(-2)).toEqual([
			{ reason: 'reason 48 (item 48)', rows: 1 },
			{ reason: '3 other reasons', rows: 3 },
		]);
	});
});

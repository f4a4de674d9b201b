import type { CampaignRow, PlannedRequest } from '../run/planRequests';
import type { RequestSettings } from '../run/settingsReader';

/** Settings that are for the real recipients: when, how fast, how many, and who is told how sending goes. */
const NOT_FOR_TESTS = ['dh', 'di', 'dy', 'dm', 'dd', 'int', 'ms', 'ne', 'np', 'nu'];

/** A request for each row, to the numbers of the test and nobody else. */
export function planTest(rows: CampaignRow[], numbers: string[]): PlannedRequest[] {
	return rows.map(({ item, content, settingsKey }) => ({
		settingsKey,
		// The item stands once for all numbers that get its message.
		recipients: numbers.map((phone, index) => ({
			phone,
			content,
			items: index === 0 ? [item] : [],
		})),
	}));
}

/** The settings of a test: it goes at once, and is nobody's news. */
export function testSettings({
	startsAt: _startsAt,
	...settings
}: RequestSettings): RequestSettings {
	const body = { ...settings.body };
	for (const wire of NOT_FOR_TESTS) delete body[wire];
	return { ...settings, body };
}

// If this fails, people are not told what a run did.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';

/** What a run says at the node's output, beside its items. */
const service = serviceForTests();

const run = async (
	operation: string,
	items: IDataObject[],
	parameters: INodeParameters,
	onError: 'continueRegularOutput' | 'continueErrorOutput' = 'continueRegularOutput',
) => {
	const own = { settings: { onError }, timezone: 'Asia/Jerusalem' };
	const result = await operationRuns(service, operation)(items, parameters, own);
	expect(result.error).toBeUndefined();
	const [{ hints = [] }] = result.run.data.resultData.runData['Node under test'];
	return hints.map(({ message, type }) => `${type}: ${message}`);
};
const campaign = 'ExtApi SMS: Message: Send Campaign';
const rows = (...phones: string[]) => phones.map((phone) => ({ phone }));
const toPhone = { sendTo: 'numbers', phoneNumbers: '={{ $json.phone }}', message: 'Hello' };
const toColumn = { recipient: 'phone', message: 'Hello' };

describe('a hint after the run', () => {
	it.each([
		[campaign, toColumn],
		['ExtApi SMS: Message: Send', toPhone],
		['ExtApi Contacts: Contact: Add Many', { listCode: '1001', recipient: 'phone' }],
	])('tells how many items of %s failed, and where they are', async (operation, parameters) => {
		const items = rows('0570002233', 'nobody', '12');
		expect(await run(operation, items, parameters)).toEqual([
			"warning: 2 of 3 items failed. Each says why in 'error'.",
		]);
		expect(await run(operation, items, parameters, 'continueErrorOutput')).toEqual([
			"warning: 2 of 3 items failed. Each says why in 'error'.",
		]);
		expect(await run(operation, rows('0570002233'), parameters)).toEqual([]);
	});

	it('says in words when a campaign starts, in a preview, too', async () => {
		const items = rows('0570002233');
		const sendAt = '2035-01-05T10:00:00+02:00';
		const starts = [
			expect.stringMatching(
				/^info: Starts Fri 5 Jan 2035, 10:00 in Asia\/Jerusalem, in \d+ days\.$/,
			),
		];
		expect(await run(campaign, items, { ...toColumn, timing: { sendAt } })).toEqual(starts);
		const preview = { ...toColumn, mode: 'preview', timing: { sendAt: '2035-01-05T10:00:00' } };
		const nothing = expect.stringContaining('Nothing was sent: 1 recipient');
		expect(await run(campaign, items, preview)).toEqual([nothing, ...starts]);
	});
});

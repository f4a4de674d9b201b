// If this fails, people are not told what a run did.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import * as hintsOfRuns from '../../nodes/shared/n8n/hints';
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
			"warning: 2 of 3 items failed. They are in the error output, and each says why in 'error'.",
		]);
		expect(await run(operation, rows('0570002233'), parameters)).toEqual([]);
	});

	it('tells which columns an automation did not get', async () => {
		const items = [
			{ name: 'Dana', token: 'x', note: 'y'.repeat(501) },
			{ name: 'Avi', autoid: '7', token: 'x' },
		];
		const hints = await run('ExtApi Automation: Automation: Run', items, { fieldsFrom: 'item' });
		expect(hints).toEqual([
			expect.stringMatching(/^info: Columns that were not sent: token, note, autoid\. /),
		]);
	});

	it('tells how many items were the same recipient', async () => {
		const items = rows('0570002233', '+972570002233', '0570002234');
		const once =
			"info: 1 duplicate item was merged: same phone number, same message. To send duplicates too, set 'Duplicates' to Send Each.";
		expect(await run(campaign, items, toColumn)).toEqual([once]);
		const beforeSending = { duplicates: 'each' };
		const [hint, ...more] = await run(campaign, items, { ...toColumn, beforeSending });
		expect(hint).toContain('because phone number 0570002233 gets the same message 2 times');
		expect(more).toEqual([]);
	});

	it.each([
		[campaign, toColumn],
		['ExtApi SMS: Message: Send', toPhone],
	])('names the way for more items than one run should hold: %s', async (operation, parameters) => {
		const { manyItemsHint } = hintsOfRuns;
		// As if the table had so many rows more.
		const counted = jest.spyOn(hintsOfRuns, 'manyItemsHint');
		counted.mockImplementation((items) => manyItemsHint(49_998 + items));
		const items = rows('0570002233', '0570002234', '0570002235');
		expect(await run(operation, items.slice(1), parameters)).toEqual([]);
		expect(await run(operation, items, parameters)).toEqual([
			expect.stringContaining("the examples 'million-rows' do that"),
		]);
		counted.mockRestore();
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
		expect(await run(campaign, items, preview)).toEqual(expect.arrayContaining(starts));
	});

	it.each([
		['ExtApi Chat: Message: Send Template', 1],
		['ExtApi Chat: Message: Send Template Campaign', 3],
	])('tells how many rows a message limit may leave out: %s', async (name, count) => {
		const phones = ['0501112233', '0501112234', '0501112235'];
		const items = phones.map((phone) => ({ phone, text: 'Hi', name: 'Dana' }));
		const parameters = { phoneNumbers: phones.join(), advanced: { mostMessages: 2 } };
		const said = await run(name, items.slice(0, count), parameters);
		expect(said.join()).toContain(
			"'Message Limit' is lower than the recipients: 1 of them may get no message",
		);
	});
});

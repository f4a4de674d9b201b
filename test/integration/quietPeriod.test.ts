// If this fails, a person gets a second message a day after the first, or none for months.
import type { INodeParameters } from 'n8n-workflow';

import { MOST_QUIET_DAYS } from '../../nodes/shared/rules/beforeSending';
import { processedItemsForTests } from './harness/processedItems';
import { hintsOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns, textsIn } from './harness/smsCampaign';

// A record is full with hundreds of thousands of entries.
jest.setTimeout(300_000);

const service = serviceForTests({ duplicates: 'keep' });
const storage = processedItemsForTests();
const sms = smsCampaigns(service, 'Hi {name|you}');
const rows = [
	{ phone: '0570002233', name: 'Dana' },
	{ phone: '+972-57-000-2234', name: 'Yossi' },
];
const DAY = 24 * 60 * 60_000;
const START = Date.parse('2030-01-10T09:03:00Z');
const perRecipient = { options: { output: 'recipient' } };
const week = { period: 7, unit: 'days', sentBy: 'node' };
const quiet = (recently: object = week, more: INodeParameters = {}): INodeParameters => ({
	...perRecipient,
	...more,
	beforeSending: { leaveOut: { recently }, ...(more.beforeSending as object) } as INodeParameters,
});
type Run = Awaited<ReturnType<typeof sms>>;
const reached = () => textsIn(service).map(([phone]) => phone);
const fault = (kind: 'plainError' | 'resetAfter') =>
	service.control.addFaults([{ kind, nth: 1, endpoint: 'scheduleSms' }]);
const leftOut = ({ items }: Run) => items.map(({ json }) => json.leftOut);
const because = 'this node sent to this phone number within 7 days';

let now = START;
beforeEach(() => {
	now = START;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

describe('a recipient who was sent to lately', () => {
	it('gets nothing in the period, in any format and whatever the campaign, and may be sent to after it', async () => {
		expect(leftOut(await sms(rows, quiet()))).toEqual([false, false]);
		now += 6 * DAY;
		const other = [{ phone: '0570002234' }, { phone: '0570002235' }];
		const later = await sms(other, quiet(week, { message: 'Another' }));
		expect(later.items.map(({ json }) => json)).toEqual([
			{
				...{ phone: '0570002234', recipient: '0570002234', taskId: null, leftOut: true },
				leftOutBecause: `'Leave Out': ${because}`,
				nextPossibleAt: '2030-01-17T09:00:00.000Z',
			},
			expect.objectContaining({ leftOut: false, taskId: expect.any(String) }),
		]);
		expect(hintsOf(later)).toContain(`1 item gets no message: 'Leave Out': ${because}.`);
		now = Date.parse('2030-01-17T09:00:00Z');
		expect(leftOut(await sms(other, quiet()))).toEqual([false, true]);
		expect(reached()).toEqual(['0570002233', '972570002234', '0570002235', '0570002234']);
	});

	it('is not forgotten when the messages of the workflow count from now on', async () => {
		await sms(rows, quiet());
		now += DAY;
		const ofWorkflow = quiet({ ...week, sentBy: 'workflow' });
		const again = [...rows, { phone: '0570002235' }];
		expect(leftOut(await sms(again, { ...ofWorkflow, mode: 'preview' }))).toEqual([
			true,
			true,
			false,
		]);
		const run = await sms(again, ofWorkflow);
		expect(leftOut(run)).toEqual([true, true, false]);
		expect(run.items[0].json.nextPossibleAt).toBe('2030-01-17T09:00:00.000Z');
		now += 6 * DAY;
		expect(leftOut(await sms(again, ofWorkflow))).toEqual([false, false, true]);
	});

	it('is counted in the output of a campaign, for each reason, with when the last is possible again', async () => {
		await sms(rows, quiet());
		now += DAY;
		await sms(rows.slice(1), quiet({ ...week, period: 1 }));
		const leaveOut = { recently: week, phones: { list: '0570002236' } };
		const more = [...rows, { phone: '0570002236' }, { phone: '0570002237' }];
		const { items } = await sms(more, { beforeSending: { leaveOut } } as INodeParameters);
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ recipientCount: 1, leftOut: false }),
			expect.objectContaining({
				items: 1,
				leftOutBecause: "'Leave Out' contains this phone number",
			}),
			expect.objectContaining({
				...{ items: 2, recipientCount: 2, leftOutBecause: `'Leave Out': ${because}` },
				nextPossibleAt: '2030-01-18T09:00:00.000Z',
			}),
		]);
	});

	it('is left out of a preview, which counts as nothing, and neither does a test', async () => {
		const preview = { mode: 'preview' };
		const test = { mode: 'test', testNumbers: '0570990001', ...perRecipient };
		await sms(rows, quiet(week, preview));
		await sms(rows, quiet(week, test));
		expect(storage.kept).toEqual([]);
		await sms(rows.slice(0, 1), quiet());
		const kept = storage.kept;
		expect(leftOut(await sms(rows, quiet(week, preview)))).toEqual([true, false]);
		expect(storage.kept).toEqual(kept);
		expect((await sms(rows, quiet(week, test))).items.map(({ json }) => json.test)).toEqual([true]);
	});

	it('is another than one who was refused, certainly or by a rule', async () => {
		fault('plainError');
		expect((await sms(rows, quiet())).error).toBeDefined();
		expect((await sms([...rows, { phone: 'nobody' }], quiet())).error).toBeDefined();
		fault('resetAfter');
		expect((await sms(rows, quiet())).error?.message).toMatch(/unknown/);
		const more = [...rows, { phone: '0570002235' }];
		expect(leftOut(await sms(more, quiet()))).toEqual([true, true, false]);
	});

	it('gets one message of a run: a later row with another is left out', async () => {
		const twice = [rows[0], { ...rows[0], name: 'Noa' }, { ...rows[0], phone: '972570002233' }];
		const { items } = await sms(twice, quiet());
		expect(items.map(({ json }) => [json.leftOut, json.leftOutBecause ?? null])).toEqual([
			[false, null],
			[true, "'Leave Out': an earlier row has another message for this phone number"],
			[false, null],
		]);
		expect(reached()).toEqual(['0570002233']);
		now += 8 * DAY;
		const each = await sms(twice, quiet(week, { beforeSending: { duplicates: 'each' } }));
		expect(leftOut(each)).toEqual([false, true, true]);
	});

	it('is one of this node, or of all nodes of the workflow', async () => {
		const other = { settings: { id: 'another-node' } };
		const third = { settings: { id: 'third-node' } };
		const workflow = { ...week, sentBy: 'workflow' };
		await sms(rows.slice(0, 1), quiet());
		expect(leftOut(await sms(rows.slice(0, 1), quiet(), other))).toEqual([false]);
		await sms(rows.slice(1), quiet(workflow));
		const { items } = await sms(rows, quiet(workflow), third);
		expect(items.map(({ json }) => json.leftOutBecause ?? null)).toEqual([
			null,
			"'Leave Out': this workflow sent to this phone number within 7 days",
		]);
	});

	it('is not one whom a Campaign Key left out, and is noted in both records', async () => {
		const keyed = (campaignKey: string) => quiet(week, { beforeSending: { campaignKey } });
		await sms(rows, keyed('spring'));
		now += DAY;
		const again = await sms(rows, keyed('spring'));
		expect(again.items.map(({ json }) => json.alreadySent)).toEqual([true, true]);
		expect(leftOut(await sms(rows, keyed('summer')))).toEqual([true, true]);
		now += 8 * DAY;
		expect(leftOut(await sms(rows, keyed('summer')))).toEqual([false, false]);
	});
});

describe('a retry', () => {
	it('sends what was certainly refused, and leaves what is unknown unless told to send it again', async () => {
		const retry = { settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } } as const;
		fault('plainError');
		expect(leftOut(await sms(rows, quiet(), retry))).toEqual([false, false]);
		now += 8 * DAY;
		fault('resetAfter');
		const again = quiet(week, { advanced: { unknownOutcome: 'sendAgain' } });
		expect(leftOut(await sms(rows, again, retry))).toEqual([false, false]);
		expect(reached()).toHaveLength(8);
		expect(leftOut(await sms(rows, again))).toEqual([true, true]);
	});
});

describe('two executions at the same moment', () => {
	it('send to a recipient once: the other leaves it out', async () => {
		storage.latencyMs = 3;
		const runs = await Promise.all([sms(rows, quiet()), sms(rows, quiet())]);
		expect(reached()).toHaveLength(2);
		const said = runs.flatMap(({ items }) => items.map(({ json }) => json.leftOutBecause ?? null));
		expect(said.filter((each) => each === null)).toHaveLength(2);
		expect(said).toContain("'Leave Out': another execution may be sending to this phone number");
		expect(leftOut(await sms(rows, quiet()))).toEqual([true, true]);
	});

	it('of two processes: the second gets the error, and sends nothing', async () => {
		const entries: string[] = [];
		storage.beforeWrite = (_kind, some) => void entries.push(...some);
		await sms(rows.slice(0, 1), quiet());
		const taken = entries.filter((entry) => / at \d+$/.test(entry) && !entry.startsWith('recent'));
		storage.reset();
		// Another process notes the recipient between the look, which ends with the days, and the request.
		storage.afterWrite = () => {
			const { kind, entries: some } = storage.writes.at(-1)!;
			if (kind === 'remove' && some.some((entry) => entry.includes(' on '))) {
				storage.add(taken, 'workflow');
			}
		};
		const { error } = await sms(rows.slice(0, 1), quiet());
		expect(error?.message).toMatch(/Another execution is sending to 1 of these recipients/);
		expect(reached()).toHaveLength(1);
	});
});

describe('the record', () => {
	it('says from the middle on how full it is, and takes no more than it can hold', async () => {
		storage.fill(120_000, 'workflow');
		const { run } = await sms(rows, quiet());
		expect(hintsOf({ run } as Run).join()).toMatch(/'Recently Sent To' is 60% full: this workflow/);
		storage.fill(199_999, 'workflow');
		const { error } = await sms(rows, quiet());
		expect(error?.message).toMatch(/'Recently Sent To' has no room for these recipients/);
		expect(reached()).toHaveLength(2);
	});

	it('forgets what is older than the longest period, once for each such time', async () => {
		const sent = async (count: number) => await sms(phones(count), quiet());
		await sent(50);
		const first = storage.kept.length;
		now += MOST_QUIET_DAYS * DAY;
		await sent(50);
		expect(storage.kept.length).toBeGreaterThan(1.5 * first);
		for (let month = 0; month < 4; month++) {
			now += MOST_QUIET_DAYS * DAY;
			await sms(phones(60).slice(50), quiet());
		}
		expect(storage.kept.length).toBeLessThan(first);
		expect(leftOut(await sms(phones(60).slice(49), quiet())).filter(Boolean)).toHaveLength(10);
	});

	it('forgets nothing of another node, whose entries were there first', async () => {
		storage.fill(500, 'workflow');
		for (let month = 0; month < 4; month++) {
			await sms(phones(50), quiet());
			now += MOST_QUIET_DAYS * DAY;
		}
		expect(storage.kept.filter((entry) => entry.startsWith('foreign'))).toHaveLength(500);
	});

	it('is asked only about the times of days on which anything was sent', async () => {
		const month = quiet({ ...week, period: MOST_QUIET_DAYS });
		await sms(rows, month);
		now += 20 * DAY;
		await sms(rows, month);
		storage.writes.length = 0;
		expect(leftOut(await sms([{ phone: '0570002235' }], month))).toEqual([false]);
		expect(storage.writes.flatMap(({ entries }) => entries).length).toBeLessThan(1_000);
	});

	it('keeps no phone', async () => {
		await sms(rows, quiet());
		expect(storage.writes.flatMap(({ entries }) => entries).join()).not.toMatch(/57000223/);
	});

	it('that cannot be read keeps everything back', async () => {
		storage.beforeWrite = () => {
			throw new Error('disk full');
		};
		const { error } = await sms(rows, quiet());
		expect(error?.message).toContain("'Recently Sent To' cannot be used");
		expect(reached()).toEqual([]);
	});
});

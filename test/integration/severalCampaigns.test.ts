// If this fails, people are not told why a run makes several campaigns.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { hintsOf, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

/** Why items are several campaigns is said as it is, whatever makes them so. */
const service = serviceForTests();
const sms = smsCampaigns(service, '{text}', { timezone: 'Asia/Jerusalem' });

const run = async (items: IDataObject[], parameters: INodeParameters = {}) => {
	const result = await sms(items, parameters);
	// What the checks say of the messages is not about campaigns.
	const hints = hintsOf(result).filter((message) => !message.startsWith('Checks:'));
	return { ...result, hints };
};
const [A, B] = ['0570002233', '0570002234'];
const others = (count: number) =>
	phones(count).map((row, index) => ({ ...row, index, text: 'Hello' }));
const texts = (phone: string, count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, (_, index) => ({ phone, text: `Text ${index}`, ...more }));
const same = (phone: string, count: number) => texts(phone, count, { text: 'Hello' });

const each = { beforeSending: { duplicates: 'each' } };
const bySender = { sender: '={{ $json.sender }}' };
const grouped = (group: string): INodeParameters => ({
	options: { description: `=Group {{ ${group} }}` },
});
const toList = { sendTo: 'lists', listCodes: '1001' };
const severalPerList = { ...toList, advanced: { severalPerList: true } };

const MERGE = 'erge or remove the rows with the same phone number';
const ONCE = "et 'Duplicates' to Send Once";
const allowed = "add the option 'Allow Many Campaigns': without it one run makes at most 100.";

describe('a refusal of more than 100 campaigns', () => {
	it.each<[string, IDataObject[], INodeParameters, string, string]>([
		[
			'the phone that gets different messages',
			[...texts(A, 101), ...texts(B, 3), ...others(50)],
			{},
			`101 campaigns, because phone number ${A} gets 101 different messages.`,
			`M${MERGE}`,
		],
		[
			'a phone by its number, however it is written',
			texts('', 101).map((row, index) => ({ ...row, phone: index % 2 ? A : '+972 57-000-2233' })),
			{},
			'101 campaigns, because phone number 972570002233 gets 101 different messages.',
			`M${MERGE}`,
		],
		[
			'what differs and the phone, where both make campaigns',
			[...texts(A, 60, { sender: 'MyShop' }), ...texts(A, 110, { sender: 'ExtDemo' }).slice(60)],
			bySender,
			`110 campaigns, because Sender differs (2 values) and phone number ${A} gets 60 different messages with the same settings.`,
			`Make Sender the same for all items, or m${MERGE}`,
		],
		[
			'the option by which a list gets the same each time',
			same('', 101),
			{ ...severalPerList, ...each },
			'101 campaigns, because Duplicates is set to send each item.',
			`S${ONCE}`,
		],
		[
			'the phone that gets some of its messages twice',
			[...texts(A, 60), ...same(A, 50)],
			each,
			`110 campaigns, because phone number ${A} gets 110 messages (61 different ones).`,
			`M${MERGE}, or s${ONCE}`,
		],
	])('names %s', async (_what, items, parameters, because, fix) => {
		const { error } = await run(items, parameters);
		expect(service.bodies()).toEqual([]);
		const [refused] = error?.context.refused as Array<{ reason: string; fix: string }>;
		expect(`${refused.reason}.`).toBe(`The items would make ${because}`);
		expect(refused.fix).toBe(`${fix}, or ${allowed}`);
		expect(String(error?.description)).toContain(refused.fix);
	});

	it('has no phone in its first line, which n8n logs', async () => {
		const { error } = await run(texts(A, 101));
		expect(error?.message).toMatch(/because phone number … gets 101 different messages$/);
	});
});

describe('a hint of several campaigns', () => {
	const oneEach = 'A campaign can have only one message for each phone number.';
	const shared = 'Only items with the same settings share a campaign.';
	const zone = "={{ $json.index ? 'UTC' : 'Asia/Jerusalem' }}";
	const inZones = (sendAt: string) => ({ timing: { sendAt, timeZone: zone } });

	it.each<[string, IDataObject[], INodeParameters, string]>([
		[
			'the option by which a phone gets the same each time',
			[...same(A, 3), ...others(2)],
			each,
			`3 campaigns, not one, because phone number ${A} gets the same message 3 times. ${oneEach} 'Duplicates' is set to Send Each.`,
		],
		[
			'all reasons',
			[...texts(A, 3, { sender: 'MyShop' }), ...texts(B, 1, { sender: 'ExtDemo' })],
			bySender,
			`4 campaigns, not one, because Sender differs (2 values) and phone number ${A} gets 3 different messages with the same settings. ${shared} ${oneEach}`,
		],
		[
			'the size, where it makes more beside other reasons',
			others(10_002),
			grouped('$json.index === 0'),
			`3 campaigns, not one, because Description differs (2 values) and a campaign can have at most 10000 recipients. ${shared}`,
		],
		[
			'the time zone in which the service reads the time',
			others(2),
			inZones('2035-01-05T10:00:00+02:00'),
			`2 campaigns, not one, because Service Time Zone differs (2 values). ${shared}`,
		],
		[
			'the same, where it is what makes another moment of the time',
			others(2),
			inZones('2035-01-05T10:00:00'),
			`2 campaigns, not one, because Send At differs (2 values) and Service Time Zone differs (2 values). ${shared}`,
		],
	])('names %s', async (_what, items, parameters, says) => {
		const { hints } = await run(items, parameters);
		expect(hints[0]).toBe(`The items make ${says}`);
		expect(service.bodies()).toHaveLength(Number(/\d+/.exec(says)![0]));
	});

	it('is not given of a test, which sends each row by itself, nor of sizes alone', async () => {
		const test = { mode: 'test', testNumbers: '0570002299', testRows: 2 };
		expect((await run(texts(A, 2), test)).hints).toEqual([
			expect.stringMatching(/^Test: only 0570002299 received the messages of items 0 to 1\./),
		]);
		expect((await run(others(10_001))).hints).toEqual([]);
	});
});

it('refuses a row whose message an earlier one has for its phone at another time, unless each is to be sent', async () => {
	const rows = ['2027-03-01', '2027-03-02'].map((day, index) => ({
		...{ phone: index ? '+972 57-000-2233' : A, text: 'Hello', at: `${day}T12:00:00` },
	}));
	const by = { timing: { sendAt: '={{ $json.at }}' } };
	expect(sentencesOf((await run(rows, by)).error).all).toMatch(
		/Item 1 .*has the phone number and message of item 0, but other settings/,
	);
	expect(service.bodies()).toEqual([]);
	expect((await run(rows, { ...by, ...each })).error).toBeUndefined();
	expect(service.bodies()).toHaveLength(2);
});

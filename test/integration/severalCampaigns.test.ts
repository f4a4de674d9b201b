// If this fails, a table becomes hundreds of campaigns that no one meant.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { hintsOf, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

const service = serviceForTests();
const sms = smsCampaigns(service, '{text}', { timezone: 'Asia/Jerusalem' });

const run = async (items: IDataObject[], parameters: INodeParameters = {}) => {
	const result = await sms(items, parameters);
	// What the checks say of the messages is not about campaigns.
	const hints = hintsOf(result).filter((message) => !message.startsWith('Checks:'));
	return { ...result, hints };
};
const A = '0570002233';
const others = (count: number) =>
	phones(count).map((row, index) => ({ ...row, index, text: 'Hello' }));
const texts = (phone: string, count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, (_, index) => ({ phone, text: `Text ${index}`, ...more }));

const each = { beforeSending: { duplicates: 'each' } };
const grouped = (group: string): INodeParameters => ({
	options: { description: `=Group {{ ${group} }}` },
});

const refusal = 'The items would make 101 campaigns, and one run makes at most 100';

describe('a refusal of more than 100 campaigns', () => {
	it.each<[string, IDataObject[], INodeParameters]>([
		['a phone that gets different messages', [...texts(A, 101), ...others(50)], {}],
		['settings that differ', others(101), grouped('$json.index')],
	])('is for %s', async (_what, items, parameters) => {
		const { error } = await run(items, parameters);
		expect(service.bodies()).toEqual([]);
		const [{ reason, fix }] = error?.context.refused as Array<{ reason: string; fix: string }>;
		expect(reason).toBe(refusal);
		expect(fix).toMatch(/^Only items with the same settings share a campaign.*'Loop Over Items'/);
		expect(error?.message).toContain(refusal);
	});

	it('does not count those that are needed for the number of recipients', async () => {
		const hundred = grouped('$json.index < 99 ? $json.index : 99');
		const { error } = await run(others(10_100), hundred);
		expect(error).toBeUndefined();
		expect(service.bodies()).toHaveLength(101);
	});
});

it('a test sends each row by itself', async () => {
	const test = { mode: 'test', testNumbers: '0570002299', testRows: 2 };
	expect((await run(texts(A, 2), test)).hints).toEqual([
		expect.stringMatching(/^Test: only 0570002299 received the messages of items 0 to 1\./),
	]);
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

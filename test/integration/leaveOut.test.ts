// If this fails, people who said no get a message.
import type { INodeParameters } from 'n8n-workflow';

import { processedItemsForTests } from './harness/processedItems';
import { hintsOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns, textsIn } from './harness/smsCampaign';

const service = serviceForTests({ duplicates: 'keep' });
processedItemsForTests();
const sms = smsCampaigns(service, 'Hi {name}');
const rows = [
	{ phone: '0570002233', name: 'Dana' },
	{ phone: '+972-57-000-2234', name: 'Yossi' },
	{ phone: '0570002235', name: 'Noa' },
];
const because = { outcome: 'leftOut', leftOutBecause: "'Leave Out' contains this phone number" };
const perRecipient = { options: { output: 'recipient' } };
const leavingOut = (list: unknown, { beforeSending, ...more }: INodeParameters = {}) =>
	({
		...more,
		beforeSending: { leaveOut: list, ...(beforeSending as object) },
	}) as INodeParameters;
const reached = () => textsIn(service).map(([phone]) => phone);

describe('Leave Out', () => {
	it('sends to the others, and says of each row whether it was left out', async () => {
		const { items } = await sms(rows, leavingOut('0570002234', perRecipient));
		expect(reached()).toEqual(['0570002233', '0570002235']);
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ ...rows[0], outcome: 'accepted', taskId: expect.any(String) }),
			{ ...rows[1], ...because, recipient: '972570002234', taskId: null },
			expect.objectContaining({ ...rows[2], outcome: 'accepted', taskId: expect.any(String) }),
		]);
	});

	it('counts in the output of a campaign, and in its preview', async () => {
		const { items } = await sms(rows, leavingOut('0570002234,0570002235'));
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ recipientCount: 1, outcome: 'accepted' }),
			{ ...because, taskId: null, recipientCount: 2, items: 2 },
		]);
		const sent = reached().length;
		const preview = await sms(rows, leavingOut('0570002233', { mode: 'preview' }));
		expect(preview.items[0].json).toEqual({
			...{ ...rows[0], ...because, recipient: '0570002233' },
		});
		expect(hintsOf(preview).join()).toMatch(/2 recipients, 2 messages, 1 left out/);
		expect(reached()).toHaveLength(sent);
	});

	it('sends nothing where all are left out, and takes a list of no one', async () => {
		await sms(rows, leavingOut(rows.map(({ phone }) => phone)));
		expect(reached()).toEqual([]);
		await sms(rows, leavingOut('={{ [] }}'));
		expect(reached()).toHaveLength(3);
	});

	it.each(['={{ [null] }}', ' , '])('refuses %j by name', async (leaveOut) => {
		const { error } = await sms(rows, leavingOut(leaveOut));
		expect(error?.message).toMatch(/Leave Out (is|contains|must)/);
		expect(reached()).toEqual([]);
	});

	it.each([
		['maxRecipients', 'Max Recipients', '3 recipients', 3],
		['maxMessages', 'Max Messages', '4 messages', 4],
	])(
		'and %s keep everything back that is more than a person meant',
		async (name, label, count, most) => {
			const long = [...rows.slice(0, 2), { ...rows[2], name: 'a'.repeat(150) }];
			for (const more of [{}, { mode: 'preview' }]) {
				const limits = { [name]: { most: most - 1 } };
				const { error } = await sms(long, { ...more, beforeSending: { limits } });
				expect(error?.message).toContain(`This run has ${count}, but '${label}' is ${most - 1}`);
			}
			expect(reached()).toEqual([]);
			const { error } = await sms(long, { beforeSending: { limits: { [name]: { most } } } });
			expect(error).toBeUndefined();
			expect(reached()).toHaveLength(3);
		},
	);

	it('does not concern a test, which goes to phones of your own', async () => {
		const test = { mode: 'test', testNumbers: '0570990001' };
		await sms(rows, leavingOut('0570002233', test));
		expect(reached()).toEqual(['0570990001']);
	});
});

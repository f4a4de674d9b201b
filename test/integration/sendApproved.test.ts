// If this fails, a campaign is sent that no one approved, to someone twice, or one that was approved is held back.
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { MOST_ENTRIES } from '../../nodes/shared/ledger/recordRefusals';
import { approved } from './harness/approved';
import { operationRuns } from './harness/operationRuns';
import { processedItemsForTests } from './harness/processedItems';
import type { NodeRunOptions } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns, textsIn } from './harness/smsCampaign';

const service = serviceForTests();
const storage = processedItemsForTests();
const sms = smsCampaigns(service, 'Hi {name|there}');
type Run = Awaited<ReturnType<typeof sms>>;
type Items = INodeExecutionData[];
const continues = { settings: { onError: 'continueRegularOutput' } } as const;
const saidBy = ({ error }: Run) =>
	error === undefined ? undefined : `${error.message} ${String(error.description)}`;
const outcomes = ({ items }: Run) => items.map(({ json }) => json.outcome);

const rows = (count = 5): IDataObject[] =>
	phones(count).map((row, index) => ({ ...row, name: `name${index}` }));
const phoneOf = (index: number) => String(rows(index + 1)[index].phone);
const reached = () => textsIn(service).map(([phone]) => phone);

async function preview(items = rows(), parameters: INodeParameters = {}): Promise<Items> {
	return (await sms(items, { ...parameters, mode: 'preview' }, continues)).items;
}

/** A preview that a person approved. */
const approvedOf = async (items = rows(), parameters: INodeParameters = {}) =>
	await approved(await preview(items, parameters), service.credential());

/** Sends items as the workflow passes them on. */
async function send(
	items: Items,
	parameters: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
	runs = sms,
): Promise<Run> {
	const binaries = items.map(({ binary }) => binary);
	const json = items.map((item) => item.json);
	return await runs(json, { mode: 'sendApproved', ...parameters }, { binaries, ...more });
}

const template = { parametersFrom: 'json', parametersJson: '{"body":{"1":"{name}","2":"X"}}' };
const listed = (...list: string[]): INodeParameters => ({
	beforeSending: { leaveOut: list.join(',') },
});

it.each<[string, INodeParameters]>([
	['Notification Email', { notificationEmail: '={{ $json.name }}@example.com' }],
	['Notification URL', { notificationUrl: '=https://example.com/{{ $itemIndex }}' }],
])('rows with a %s of their own are refused: each would be a campaign', async (label, own) => {
	const [row] = rows(1);
	const items = await approvedOf([row, { ...row, name: 'name0', own: 1 }, rows(2)[1]]);
	const result = await send(items, { notifications: own });
	expect(saidBy(result)).toContain(`${label} must be the same for all items`);
	expect(reached()).toEqual([]);
});

it('the Campaign Key of the preview holds where the node has none', async () => {
	const key = { beforeSending: { campaignKey: 'spring' } };
	const [first, second] = [await approvedOf(rows(2), key), await approvedOf(rows(3), key)];
	await send(first);
	expect(outcomes(await send(second))).toEqual(['alreadySent', 'alreadySent', 'accepted']);
	expect(reached()).toHaveLength(3);
});

describe('a preview', () => {
	it('has what each recipient gets, the columns of the row, and what rows share once', async () => {
		const items = await preview([
			{ ...rows(1)[0], text: 'mine', campaign: 'spring', settings: 7 },
			{ ...rows(2)[1], outcome: 'accepted' },
		]);
		const [first, second] = items.map(({ json }) => json);
		expect(first).toMatchObject({
			...{ outcome: 'preview', recipient: phoneOf(0), text: 'Hi name0', name: 'name0' },
			inputColumns: { text: 'mine', campaign: 'spring', settings: 7 },
			campaign: {
				channel: 'sms',
				rules: { sendTo: 'items', duplicates: 'once' },
				settings: [{ body: { from: 'MyShop' }, timeZone: 'Asia/Jerusalem' }],
				shown: { recipients: 2, messages: 2, different: 2 },
			},
		});
		expect(second).toMatchObject({ text: 'Hi name1', inputColumns: { outcome: 'accepted' } });
		expect(second).not.toHaveProperty('campaign');
		expect(JSON.stringify(items)).not.toContain('demo-token');
	});

	it('names the settings of each row where there are several', async () => {
		const timing = { delay: '={{ $itemIndex === 1 ? 30 : 5 }}' };
		const items = await preview(rows(3), { timing });
		expect(items.map(({ json }) => json.settings)).toEqual([1, 2, 1]);
		const { settings } = items[0].json.campaign as { settings: Array<{ body: IDataObject }> };
		expect(settings.map(({ body }) => body.int)).toEqual([5, 30]);
	});
});

describe('what was approved is sent', () => {
	it('once, whatever is run, and with each row in the output', async () => {
		const items = await approvedOf();
		const run = await send(items);
		expect(run.items[1].json).toMatchObject({
			...{ outcome: 'accepted', recipient: phoneOf(1), text: 'Hi name1', name: 'name1' },
			taskId: expect.any(String) as string,
		});
		expect(run.items[0].json).not.toHaveProperty('inputColumns');
		const again = await send(items);
		expect(outcomes(again)).toEqual(Array(5).fill('alreadySent'));
		const other = await send(items, {}, { settings: { id: '77' } });
		expect(saidBy(other)).toMatch(/Another node of this workflow sends what was approved/);
		const looped = await send([...items, ...items]);
		expect(saidBy(looped)).toMatch(/This is not what was approved/);
		expect(textsIn(service)).toEqual(rows().map(({ phone, name }) => [phone, `Hi ${name}`]));
	});

	it('once where several people approve it, and again where it is previewed again', async () => {
		const items = await preview();
		for (const _person of [1, 2]) {
			await send(await approved(items, service.credential()));
		}
		expect(reached()).toHaveLength(5);
		const own = { beforeSending: { campaignKey: 'spring' } };
		for (const parameters of [{}, own, own]) await send(await approvedOf(), parameters);
		expect(reached()).toHaveLength(15);
	});

	it('once, whatever Campaign Keys the node has and whatever another node is', async () => {
		const items = await approvedOf();
		const of = (id: string, beforeSending: IDataObject = {}) =>
			send(items, { beforeSending } as INodeParameters, { settings: { id } });
		const first = await of('2', { campaignKey: 'A', leaveOut: phoneOf(0) });
		expect(outcomes(first)).toEqual(['leftOut', ...Array<string>(4).fill('accepted')]);
		expect(saidBy(await of('3', { campaignKey: 'B' }))).toMatch(/Another node of this workflow/);
		const second = await of('2', { campaignKey: 'B' });
		expect(outcomes(second)).toEqual(['accepted', ...Array<string>(4).fill('alreadySent')]);
		for (const key of ['A', 'B']) {
			const run = await of('2', { campaignKey: key });
			expect(outcomes(run)).toEqual(Array(5).fill('alreadySent'));
		}
		expect(reached()).toHaveLength(5);
	});

	it('by a copy of the node where its record is full', async () => {
		const items = await approvedOf();
		await send(await approvedOf());
		const place = [...storage.rows.keys()].find((key) => key.includes('n:'))!;
		const data = Array.from({ length: MOST_ENTRIES }, (_, index) => `${index}`);
		storage.rows.set(place, JSON.stringify({ mode: 'entries', data }));
		expect(saidBy(await send(items))).toMatch(/no room for these recipients/);
		const copy = await send(items, {}, { settings: { id: '77' } });
		expect(outcomes(copy)).toEqual(Array(5).fill('accepted'));
	});

	it("once, whatever a Remove Duplicates node with the workflow's history does", async () => {
		const items = await approvedOf();
		await send(items);
		const workflow = { workflow: { id: 'test', active: false } };
		await storage.clearAllProcessedItems('workflow', workflow);
		expect(outcomes(await send(items))).toEqual(Array(5).fill('alreadySent'));
		expect(reached()).toHaveLength(5);
	});

	it('and where some of it failed, the error does not advise another approval', async () => {
		const delay = { timing: { delay: '={{ $itemIndex === 1 ? 30 : 5 }}' } };
		const items = await approvedOf(rows(3), delay);
		service.control.addFaults([{ kind: 'plainError', nth: 2 }]);
		expect(saidBy(await send(items))).toMatch(
			/A new execution would send to the accepted items again\. Retry this one/,
		);
		expect(outcomes(await send(items))).toEqual(['alreadySent', 'accepted', 'alreadySent']);
	});

	it('with several messages to one phone, duplicates, and what the preview left out', async () => {
		const table = [...rows(2), { ...rows(1)[0], name: 'x' }, ...rows(1), { phone: 'nobody' }];
		const items = await approvedOf([...table, ...rows(4).slice(3)], listed(phoneOf(3)));
		const run = await send(items);
		expect(outcomes(run)).toEqual([
			...['accepted', 'accepted', 'accepted', 'accepted', 'leftOut', 'leftOut'],
		]);
		expect(run.items.slice(4).map(({ json }) => json.leftOutBecause)).toEqual([
			'Not part of what was approved',
			'Not part of what was approved',
		]);
		expect(textsIn(service)).toHaveLength(3);
		// Rows that get nothing may be missing.
		const others = await approvedOf(table);
		expect((await send(others.slice(0, -1))).error).toBeUndefined();
	});

	it('as it was rendered then, whatever the panel and the columns hold now', async () => {
		const items = await approvedOf();
		for (const { json } of items) Object.assign(json, { name: 'x', phone: '0570009999' });
		await send(items, { message: 'Other {nothing}', sender: 'Other', recipient: 'none' });
		expect(service.bodies()[0]).toMatchObject({ from: 'MyShop' });
		expect(textsIn(service)[0]).toEqual([phoneOf(0), 'Hi name0']);
	});

	it('by call, by template and to lists', async () => {
		const voice = operationRuns(service, 'ExtApi Voice: Message: Send Campaign');
		const chat = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
		for (const [runs, parameters] of [
			[voice, {}],
			[chat, template],
			[sms, { sendTo: 'lists', listCodes: '1001', message: 'Hello' }],
		] as const) {
			const { items } = await runs(rows(2), { ...parameters, mode: 'preview' });
			await runs(rows(2), { ...parameters, mode: 'send' });
			const run = await send(await approved(items, service.credential()), {}, {}, runs);
			expect(outcomes(run)).toEqual(['accepted', 'accepted']);
			const bodies = service.bodies().filter(({ list, listjson, pid }) => list ?? listjson ?? pid);
			const [plain, carried] = bodies.slice(-2);
			expect(carried).toEqual(plain);
		}
	});

	it('without those who are left out since, and with progress updates of this node', async () => {
		const items = await approvedOf();
		const run = await send(items, {
			...listed(phoneOf(1)),
			notifications: { notificationPhone: '0570002233' },
		});
		expect(outcomes(run)).toEqual([...['accepted', 'leftOut', 'accepted', 'accepted', 'accepted']]);
		expect(service.bodies()[0]).toMatchObject({ np: '0570002233' });
		expect(reached()).toEqual([0, 2, 3, 4].map(phoneOf));
	});

	it('with opt-out links of each phone', async () => {
		const trigger = 'http://127.0.0.1:1/webhook/opt-out/campaign-event';
		const options = { optOutUrl: trigger };
		const message = 'Hi. {optOut}';
		const items = await approvedOf(rows(2), { message, options });
		const sample = String(items[0].json.text);
		await send(items);
		const texts = textsIn(service).map(([, text]) => text);
		expect(new Set([sample, ...texts]).size).toBe(3);
	});

	it('and the rest of it in a retry, also where the outcome is unknown', async () => {
		const table = ['a', 'b', 'c'].map((text) => ({ phone: '0570002233', name: text }));
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const items = await approvedOf(table);
		service.control.addFaults([{ kind: 'errorWithoutAction', nth: 2 }]);
		expect((await send(items, {}, { settings })).error).toBeUndefined();
		const lost = await approvedOf(table);
		service.control.addFaults([{ kind: 'resetAfter', nth: 2 }]);
		expect((await send(lost)).error).toBeDefined();
		expect(outcomes(await send(lost))).toEqual(['alreadySent', 'unknown', 'accepted']);
		const { entries } = service.control.ledger();
		expect(entries.map(({ taskIds }) => taskIds.length)).toEqual([2, 2, 2]);
	});
});

describe('nothing is sent', () => {
	type Change = (items: Items) => Items | void;
	const change =
		(json: object): Change =>
		([first]) =>
			void Object.assign(first.json, json);
	const ofShared = (items: Items) => items[0].json.campaign as IDataObject;
	it.each<[string, Change]>([
		['a row less', ([first, , ...others]) => [first, ...others]],
		['a row more', (items) => [...items, items[4]]],
		['another order', (items) => [...items].reverse()],
		['another text', change({ text: 'x' })],
		['another recipient', change({ recipient: '0570009999' })],
		['a recipient that is a number', change({ recipient: 570009999 })],
		['a recipient that is no text', change({ recipient: { toString: 1 } })],
		['a row held back', change({ outcome: 'leftOut' })],
		['other settings', change({ settings: 2 })],
		['another sender', (items) => void (ofShared(items).settings = [{ body: { from: 'Bad' } }])],
		['another rule', (items) => void (ofShared(items).rules = { sendTo: 'lists' })],
		['another channel', (items) => void (ofShared(items).channel = 'chat')],
		['the seal of its preview', (items) => change({ seal: ofShared(items).seal })(items)],
		['no id', (items) => void delete ofShared(items).id],
		['another id', (items) => void (ofShared(items).id = 'x')],
		['no seal, and a decline', change({ seal: undefined, approved: false })],
		['no seal', change({ seal: undefined })],
		['nothing that rows share', change({ campaign: null })],
		['what rows share in pieces', (items) => void (items[0].json.campaign = { channel: 'sms' })],
	])('where the rows were changed: %s', async (_what, changed) => {
		const items = await approvedOf();
		const run = await send(changed(items) ?? items);
		expect(saidBy(run)).toMatch(/nothing was sent/i);
		expect(service.bodies()).toEqual([]);
	});

	it('where another account, workflow or n8n approved it, or no one did', async () => {
		const items = await preview();
		const forged = [
			await approved(items, service.credential('demo-token-sms')),
			await approved(items, service.credential(), { workflow: 'other' }),
			await approved(items, service.credential(), { instance: 'other' }),
		];
		for (const each of forged) {
			expect(saidBy(await send(each))).toMatch(/This is not what was approved/);
		}
		expect(saidBy(await send(items))).toMatch(/No one approved this campaign/);
		const other = { credential: service.credential('demo-token-sms') };
		const own = await approved(items, service.credential());
		expect(saidBy(await send(own, {}, other))).toMatch(/This is not what was approved/);
		const voice = operationRuns(service, 'ExtApi Voice: Message: Send Campaign');
		expect(saidBy(await send(own, {}, {}, voice))).toMatch(/This is not what was approved/);
		expect(service.bodies()).toEqual([]);
	});

	it('at an approved time that has passed, or by a template that was changed', async () => {
		const items = await approvedOf(rows(), { timing: { sendAt: '2099-01-01T10:00' } });
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2099-01-01T09:00Z'));
		const late = await send(items);
		clock.mockRestore();
		expect(saidBy(late)).toMatch(
			/Send At: the approved time, 2099-01-01 10:00 \(Asia\/Jerusalem\), has passed/,
		);
		const chat = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
		const shown = await chat(rows(2), { ...template, mode: 'preview' });
		for (const template of service.templates) template.body += '!';
		const run = await send(await approved(shown.items, service.credential()), {}, {}, chat);
		expect(saidBy(run)).toMatch(/Template \d+ was changed after the approval/);
		expect(service.control.ledger().total).toBe(0);
	});
});

it('a start within quiet hours is approved as the page shows it: after them', async () => {
	const quietHours = { hours: { from: '21:00', until: '08:00' } };
	const timing = { quietHours, sendAt: '2098-06-01T22:00' };
	const items = await approvedOf(rows(), { timing, ...listed(phoneOf(0)) });
	expect(items.map(({ json }) => 'campaign' in json).indexOf(true)).toBe(1);
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2098-06-02T07:00+03:00'));
	const run = await send(items.slice(1));
	clock.mockRestore();
	expect(saidBy(run)).toBeUndefined();
	expect(service.bodies()[0]).toMatchObject({ dy: '2098', dm: '06', dd: '02', dh: '08' });
});

it('quiet hours hold at the moment of sending', async () => {
	const quietHours = { hours: { from: '21:00', until: '08:00' } };
	const items = await approvedOf(rows(), { timing: { quietHours } });
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2098-06-01T22:00+03:00'));
	const run = await send(items);
	clock.mockRestore();
	expect(run.items[0].json.scheduledFor).toMatch(/^2098-06-02T08:00/);
	expect(service.bodies()[0]).toMatchObject({ dy: '2098', dm: '06', dd: '02', dh: '08' });
});

describe('Require Approval Above', () => {
	const above = (requireApprovalAbove: number | string): INodeParameters => ({
		beforeSending: { requireApprovalAbove },
	});

	it('sends nothing to more recipients without an approval, and counts distribution lists as more', async () => {
		expect((await sms(rows(5), above(5))).error).toBeUndefined();
		expect(saidBy(await sms(rows(6), above(5)))).toMatch(
			/campaign to 6 recipients needs an approval: 'Require Approval Above' is 5/,
		);
		const lists = { sendTo: 'lists', listCodes: '1001', message: 'Hello' };
		expect(saidBy(await sms([{}], { ...lists, ...above(1000000) }))).toMatch(
			/to distribution lists needs/,
		);
		for (const mode of ['preview', 'test']) {
			const other = { mode, testNumbers: '0570990001' };
			expect((await sms(rows(6), { ...above(5), ...other })).error).toBeUndefined();
		}
		expect((await send(await approvedOf(rows(6), above(5)))).error).toBeUndefined();
		expect(service.bodies()).toHaveLength(3);
	});

	it.each([-1, 'many'])('of %j sends nothing', async (recipients) => {
		expect(saidBy(await sms(rows(1), above(recipients)))).toMatch(/Require Approval Above must be/);
		expect(service.bodies()).toEqual([]);
	});
});

// If this fails, a campaign is sent that no one approved, or one that was approved is held back.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { sealedPlan } from '../../nodes/shared/campaign/approvedPlan';
import { processedItemsForTests } from './harness/processedItems';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns, textsIn } from './harness/smsCampaign';

const service = serviceForTests();
processedItemsForTests();
const sms = smsCampaigns(service, 'Hi {name|there}');
type Run = Awaited<ReturnType<typeof sms>>;
const continues = { settings: { onError: 'continueRegularOutput' } } as const;
const saidBy = ({ error }: Run) =>
	error === undefined ? undefined : `${error.message} ${String(error.description)}`;

const rows = (count = 5): IDataObject[] =>
	phones(count).map((row, index) => ({ ...row, name: `name${index}` }));

const TOKEN = 'demo-token-full';

async function previewedPlan(items: IDataObject[], parameters: INodeParameters = {}, more = {}) {
	const { items: out } = await sms(items, { ...parameters, mode: 'preview' }, more);
	return out.find(({ json }) => json.plan !== undefined)?.json.plan as string;
}

/** The plan of a preview, as the approval of a person gives it. */
const planOf = async (...preview: Parameters<typeof previewedPlan>) =>
	sealedPlan(TOKEN, await previewedPlan(...preview));

/** Sends what is expected to be a plan. */
async function send(
	items: IDataObject[],
	plan: unknown,
	parameters: INodeParameters = {},
	more = {},
) {
	const { beforeSending, ...others } = parameters;
	const approval = { expectedPlan: { plan } };
	const collection = { ...(beforeSending as IDataObject), approval } as INodeParameters;
	return await sms(items, { ...others, beforeSending: collection }, more);
}

/** What becomes of the rows after their approval. */
type Change = (all: IDataObject[]) => IDataObject[];
const asBefore: Change = (all) => all;
/** Rows with another text. */
const renamed: Change = (all) => all.map((row) => ({ ...row, name: 'x' }));
const phone = '0570002299';
/** Leaves these phones out. */
const listed = (...list: string[]): INodeParameters => ({
	beforeSending: { leaveOut: list.join(',') },
});
const quietHours = { hours: { from: '21:00', until: '08:00' } };

it('a preview gives the plan in its last item, behind the columns of the row, the same at each run', async () => {
	const { items } = await sms(rows(), { mode: 'preview' });
	const plans = items.map(({ json }) => json.plan);
	expect(plans.slice(0, 4)).toEqual(Array(4).fill(undefined));
	expect(plans[4]).toMatch(/^p2\.5\.[\w-]+\.[\w-]+\.[\w-]+\.5$/);
	expect(Object.keys(items[4].json).slice(-2)).toEqual(['plan', 'preview']);
	expect(Object.keys(items[0].json)).not.toContain('preview');
	expect(await previewedPlan(rows())).toBe(plans[4]);
});

describe('Expected Plan', () => {
	it('lets what was approved leave, whatever its output is', async () => {
		const plan = await planOf(rows());
		const { items } = await send(rows(), plan);
		expect(items[0].json.recipientCount).toBe(5);
		const each = { options: { output: 'recipient' } };
		expect((await send(rows(), `={{ "${plan}" }}`, each)).items).toHaveLength(5);
		const marked = rows().map((row, at) => ({ ...row, plan: at === 0 ? plan : null }));
		expect((await send(marked, '={{ $json.plan }}')).error).toBeUndefined();
		expect(service.bodies()).toHaveLength(3);
	});

	it('is not the plan of a preview, which no one approved', async () => {
		const run = await send(rows(), await previewedPlan(rows()));
		expect(saidBy(run)).toMatch(
			/is a preview's plan, which no one has approved .*Campaign Approval/,
		);
		expect(service.bodies()).toEqual([]);
	});

	it('is not a plan with a seal of another account, or of another plan', async () => {
		const run = await send(rows(), sealedPlan('demo-token-sms', await previewedPlan(rows())));
		expect(saidBy(run)).toMatch(/No one approved this plan with the account of this node/);
		const [seal] = (await planOf(rows(4))).split('.').slice(-1);
		const other = `${await previewedPlan(rows())}.${seal}`;
		expect(saidBy(await send(rows(), other))).toMatch(/No one approved this plan/);
		expect(service.bodies()).toEqual([]);
	});

	it.each(['', 'p2'])('is not approved for rows that come before its own: %j', async (plan) => {
		const [first, ...others] = rows(6);
		const marked = others.map((row) => ({ ...row }));
		marked[0].plan = await planOf(others);
		expect(saidBy(await send([{ ...first, plan }, ...marked], '={{ $json.plan }}'))).toMatch(
			/has 'Expected Plan', which (is empty or missing|isn't a plan)/,
		);
		expect(service.bodies()).toEqual([]);
	});

	it.each<[string, Change, INodeParameters?]>([
		['a row less', ([, ...all]) => all],
		['a row more', (all) => [...all, ...rows(6).slice(5)]],
		['another text', ([first, ...all]) => [...renamed([first]), ...all]],
		['who is left out', (all) => [...all, { phone }], listed(phone)],
		['the order', (all) => all.reverse()],
		['a row twice', (all) => [...all, all[0]], { beforeSending: { duplicates: 'each' } }],
	])(
		'sends nothing when something else would leave: %s',
		async (_what, change, parameters = {}) => {
			const said = saidBy(await send(change(rows()), await planOf(rows()), parameters));
			expect(said).toContain('This is not what was approved');
			expect(service.bodies()).toEqual([]);
		},
	);

	it('lets phones leave that are spelled in another way', async () => {
		const plan = await planOf(rows());
		const spelled = (given: unknown) => String(given).replace(/^0/, '+972');
		const abroad = rows().map((row) => ({ ...row, phone: spelled(row.phone) }));
		expect((await send(abroad, plan)).error).toBeUndefined();
	});

	it('is not asked for by a preview, nor by a test to phones of your own', async () => {
		expect((await send(rows(), '={{ $json.plan }}', { mode: 'preview' })).items).toHaveLength(5);
		const test = { mode: 'test', testNumbers: '0570990001' };
		expect((await send(rows(), 'x', test)).error).toBeUndefined();
		expect(service.bodies()).toHaveLength(1);
	});
});

describe('what a plan has of times, files, accounts and links', () => {
	const plannedAt = async (now: string, parameters: INodeParameters, items = rows(3)) => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
		try {
			return await planOf(items, parameters);
		} finally {
			clock.mockRestore();
		}
	};

	it('is the rule of times, not what the clock makes of it', async () => {
		const timing = { quietHours, spreadOver: 0.01 };
		const plan = await plannedAt('2026-11-25T10:00:00Z', { timing });
		expect(await plannedAt('2026-11-25T23:00:00Z', { timing })).toBe(plan);
		expect(await planOf(rows(3), { timing: { quietHours } })).not.toBe(plan);
	});

	it.each([
		['={{ $now.plus(2, "hours") }}', true],
		['={{ $json.at }}', false],
	])('has the rule of Send At where it reads the clock alone: %s', async (sendAt, isRule) => {
		const items = (at: string) => rows(3).map((row) => ({ ...row, at }));
		const plan = await planOf(items('2099-01-01T10:00'), { timing: { sendAt } });
		await new Promise((passed) => setTimeout(passed, 5));
		expect((await planOf(items('2099-01-01T11:00'), { timing: { sendAt } })) === plan).toBe(isRule);
	});

	it('holds no token, and is that of all accounts', async () => {
		const several = {
			credential: service.credential(
				"={{ $json.name === 'name1' ? 'demo-token-sms' : 'demo-token-full' }}",
			),
		};
		const ofSeveral = await planOf(rows(3), {}, several);
		expect(ofSeveral).not.toContain('demo-token');
		expect((await send(rows(3), ofSeveral, {}, several)).error).toBeUndefined();
		expect(service.bodies()).toHaveLength(2);
	});
});

describe('a later try', () => {
	const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const items = ['a', 'b', 'c'].map((text) => ({ phone: '0570002233', text }));
	const own = { message: '{text}' };

	it('sends the rest of what was approved, and again what is unknown where the options say so', async () => {
		const advanced = { unknownOutcome: 'sendAgain' };
		const plan = await planOf(items, own);
		service.control.addFaults([{ kind: 'resetAfter', nth: 2 }]);
		const run = await send(items, plan, { ...own, advanced }, { settings: retry });
		expect(run.error).toBeUndefined();
		expect(service.bodies().map(({ msg }) => msg)).toEqual(['a', 'b', 'b', 'c']);
	});

	it('sends a row that was approved, and that only an earlier try left out', async () => {
		const table: IDataObject[] = [
			{ ...items[0], left: '0570002299' },
			...[items[1], { phone: '0570002299', text: 'd' }],
		];
		const beforeSending = { leaveOut: '={{ $input.first().json.left }}' };
		const plan = await planOf(table, own);
		service.control.addFaults([{ kind: 'errorWithoutAction', nth: 2 }]);
		const settings = { ...retry, waitBetweenTries: 500 };
		const sending = send(table, plan, { ...own, beforeSending }, { settings });
		while (service.bodies().length < 2) await new Promise((passed) => setTimeout(passed, 5));
		table[0].left = '0570002298';
		const run = await sending;
		expect(run.error).toBeUndefined();
		const texts = service.control.ledger().entries.map(({ text }) => text);
		expect(texts).toEqual(['a', 'b', 'd']);
	});

	it('goes with a Campaign Key, whose earlier recipients are left out', async () => {
		const beforeSending = { campaignKey: 'spring' };
		const own2 = { beforeSending };
		const plan = await planOf(rows(3), own2);
		expect((await send(rows(3), plan, own2)).error).toBeUndefined();
		expect(saidBy(await send(rows(4), plan, own2))).toMatch(/This is not what was approved/);
		expect(service.bodies()).toHaveLength(1);
	});
});

describe('rows that are left out since the approval', () => {
	const phoneOf = (index: number) => String(rows(index + 1)[index].phone);
	const reached = () => textsIn(service).map(([to]) => to);
	const ofFirst =
		(row: IDataObject): Change =>
		([first, ...all]) => [{ ...first, ...row }, ...all];
	const perRecipient = { options: { output: 'recipient' } };

	it('come out as left out, and the others get the campaign', async () => {
		const plan = await planOf(rows(), listed(phoneOf(4)));
		const now = listed(phoneOf(4), phoneOf(1), phoneOf(2));
		const run = await send(rows(), plan, { ...now, ...perRecipient });
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json.outcome)).toEqual([
			...['accepted', 'leftOut', 'leftOut', 'accepted', 'leftOut'],
		]);
		expect(run.items[1].json.leftOutBecause).toBe("'Leave Out' contains this phone number");
		expect(reached()).toEqual([phoneOf(0), phoneOf(3)]);
	});

	it('may be so by the Campaign Key', async () => {
		const own = { beforeSending: { campaignKey: 'spring' } };
		const plan = await planOf(rows(), own);
		const [row] = rows(2).slice(1);
		await sms([row], own);
		const run = await send(rows(), plan, own);
		expect(run.error).toBeUndefined();
		expect(reached()).toEqual([1, 0, 2, 3, 4].map(phoneOf));
	});

	it.each<[string, Change, left: number, INodeParameters]>([
		['a row vanished', ([, ...all]) => all, 2, {}],
		['one text changed', ofFirst({ name: 'x' }), 2, {}],
		['the sender changed', asBefore, 0, { sender: 'Other' }],
	])('do not hide another change: %s', async (_what, change, left, parameters) => {
		const plan = await planOf(rows());
		const run = await send(change(rows()), plan, { ...listed(phoneOf(left)), ...parameters });
		expect(saidBy(run)).toMatch(/This is not what was approved/);
		expect(service.bodies()).toEqual([]);
	});

	it('get nothing when they were left out then and are not now', async () => {
		const plan = await planOf(rows(), listed(phoneOf(0)));
		for (const now of [listed(phoneOf(1)), {}]) {
			expect(saidBy(await send(rows(), plan, now))).toMatch(/This is not what was approved/);
		}
		expect(service.bodies()).toEqual([]);
	});

	it('do not make a page true that showed other messages', async () => {
		const plan = await previewedPlan(rows());
		const other = plan.split('.');
		other[3] = other[3].replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
		const run = await send(rows(), sealedPlan(TOKEN, other.join('.')), listed(phoneOf(1)));
		expect(saidBy(run)).toMatch(/This is not what was approved/);
		expect(service.bodies()).toEqual([]);
	});

	it('may be so where the rows that were refused are in another output of the preview', async () => {
		const table = rows();
		table[1].phone = 'none';
		const plan = await planOf(table, {}, continues);
		const others = table.filter((_row, at) => at !== 1);
		expect((await send(others, plan)).error).toBeUndefined();
		expect((await send(others, plan, listed(phoneOf(3)))).error).toBeUndefined();
		const bad = { ...rows(1)[0], phone: 'none' };
		const before = [bad, bad, ...others];
		expect((await send(before, plan, listed(phoneOf(3)), continues)).error).toBeUndefined();
		expect(reached()).toEqual([0, 2, 3, 4, 0, 2, 4, 0, 2, 4].map(phoneOf));
	});

	it('may be all of them', async () => {
		const plan = await planOf(rows(2));
		const run = await send(rows(2), plan, listed(phoneOf(0), phoneOf(1)));
		expect(run.error).toBeUndefined();
		expect(service.bodies()).toEqual([]);
	});
});

describe('Require Approval Above', () => {
	const above = (recipients: unknown): INodeParameters => ({
		beforeSending: { approval: { requiredAbove: { recipients } } } as INodeParameters,
	});

	it('sends nothing to more recipients without an approval', async () => {
		expect((await sms(rows(5), above(5))).error).toBeUndefined();
		const run = await sms(rows(6), above(5));
		expect(saidBy(run)).toMatch(
			/campaign to 6 recipients needs an approval: 'Require Approval Above' is 5/,
		);
		expect(service.bodies()).toHaveLength(1);
		for (const mode of ['preview', 'test']) {
			const other = { mode, testNumbers: '0570990001' };
			expect((await sms(rows(6), { ...above(5), ...other })).error).toBeUndefined();
		}
	});

	it('counts distribution lists as more, and takes their plan', async () => {
		const lists = { sendTo: 'lists', listCodes: '1001', message: 'Hello' };
		expect(saidBy(await sms([{}], { ...lists, ...above(1000000) }))).toMatch(
			/to distribution lists needs/,
		);
		const plan = await planOf([{}], lists);
		const beforeSending = {
			approval: { requiredAbove: { recipients: 0 }, expectedPlan: { plan } },
		};
		expect((await sms([{}], { ...lists, beforeSending })).error).toBeUndefined();
		expect(saidBy(await sms([{}], { ...lists, listCodes: '1002', beforeSending }))).toMatch(
			/This is not what was approved/,
		);
		expect(service.bodies()).toHaveLength(1);
	});

	it.each([-1, 'many'])('of %j sends nothing', async (recipients) => {
		expect(saidBy(await sms(rows(1), above(recipients)))).toMatch(
			/Approval has 'Require Approval Above', which/,
		);
		expect(service.bodies()).toEqual([]);
	});
});

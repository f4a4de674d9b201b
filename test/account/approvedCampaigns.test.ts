// If this fails, a campaign that a person approved reaches someone else, with other words, or twice.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { budgetOf } from '../budget';
import { approved } from '../integration/harness/approved';
import { processedItemsForTests } from '../integration/harness/processedItems';
import { serviceForTests } from '../integration/harness/serviceForTests';
import { smsCampaigns } from '../integration/harness/smsCampaign';

const seed = Number(process.env.APPROVED_SEED ?? 20_261_128);
const { runs, ms } = budgetOf(process.env.APPROVED_RUNS, 1500, 40);
jest.setTimeout(1_800_000);

const service = serviceForTests();
processedItemsForTests();
const sms = smsCampaigns(service, 'Hi {name}');
type Items = INodeExecutionData[];

const PHONES = ['0570002233', '0570002234', '+972-57-000-2235'];
const row = fc.record({
	phone: fc.constantFrom(...PHONES, ...PHONES, 'nobody'),
	name: fc.constantFrom('Dana', 'דנה', 'x', ''),
	slow: fc.boolean(),
});

/** What may become of the items between the approval and the campaign; none of the first may send anything. */
const changes: Record<string, (items: Items, other: Items) => Items | void> = {
	dropped: (items) => items.filter((item) => item !== sent(items).at(-1)),
	added: (items) => [...items, structuredClone(sent(items).at(-1)!)],
	ofAnother: (items, other) => [...items, ...sent(other).map(withoutShared)],
	text: (items) => void (sent(items)[0].json.text = 'Bad'),
	phone: (items) => void (sent(items)[0].json.recipient = '0570009999'),
	heldBack: (items) => void (sent(items)[0].json.outcome = 'leftOut'),
	setFree: (items) =>
		void items.push({ json: { outcome: 'preview', recipient: PHONES[0], text: 'Bad' } }),
	sender: (items) => {
		const { campaign } = items.find(({ json }) => json.campaign)!.json as {
			campaign: { settings: Array<{ body: IDataObject }> };
		};
		campaign.settings[0].body.from = 'Bad';
	},
	otherId: (items) =>
		void items.forEach(({ json }) => Object.assign(json.campaign ?? {}, { id: 'x' })),
	unsealed: (items) => void items.forEach(({ json }) => delete json.seal),
	// As the question puts them out.
	declined: (items) => unanswered(items, { declinedBecause: 'No' }),
	timedOut: (items) => unanswered(items, { timedOut: true }),
	failed: (items) => unanswered(items, { error: 'Sender is not allowed' }),
	reordered: (items) => void items.reverse(),
};
const unanswered = (items: Items, said: IDataObject) => {
	for (const { json } of items) {
		delete json.seal;
		Object.assign(json, said, { approved: false });
	}
};
/** These change nothing that was approved. */
const harmless: typeof changes = {
	none: () => undefined,
	columns: (items) =>
		void items.forEach(({ json }) => Object.assign(json, { phone: '1', name: 'y' })),
	unsentDropped: (items) =>
		items.filter(({ json }) => json.outcome === 'preview' || json.campaign !== undefined),
};
const sent = (items: Items) => items.filter(({ json }) => json.outcome === 'preview');
const withoutShared = ({ json: { campaign: _campaign, ...json } }: INodeExecutionData) => ({
	json,
});

/** Rows in the order in which they are sent. */
const orderOf = (items: Items) =>
	JSON.stringify(sent(items).map(({ json }) => [json.recipient, json.text, json.settings]));

const QUIET = { quietHours: { hours: { from: '21:00', until: '08:00' } } };
const NIGHT = Date.parse('2098-06-01T22:00+03:00');

const FAULTS = ['resetAfter', 'resetBefore', 'errorWithoutAction', 'http429', 'http500'] as const;
const sending = fc.record({
	leaveOut: fc.option(fc.constantFrom(...PHONES), { nil: undefined }),
	anotherNode: fc.boolean(),
	campaignKey: fc.option(fc.constantFrom('spring', 'summer'), { nil: undefined }),
	fault: fc.option(fc.constantFrom(...FAULTS), { nil: undefined }),
	nth: fc.integer({ min: 1, max: 2 }),
	retryOnFail: fc.boolean(),
	atNight: fc.boolean(),
	onError: fc.constantFrom<INode['onError']>('stopWorkflow', 'continueRegularOutput'),
});
const scenario = fc.record({
	rows: fc.array(row, { minLength: 1, maxLength: 5 }),
	leaveOut: fc.option(fc.constantFrom(...PHONES), { nil: undefined }),
	duplicates: fc.constantFrom('once', 'each'),
	differs: fc.boolean(),
	quiet: fc.boolean(),
	change: fc.constantFrom(
		...Array.from({ length: 6 }, () => Object.keys(harmless)).flat(),
		...Object.keys(changes),
	),
	account: fc.constantFrom(
		'demo-token-full',
		'demo-token-full',
		'demo-token-full',
		'demo-token-sms',
	),
	sends: fc.array(sending, { minLength: 1, maxLength: 3 }),
});
type Sending = Scenario['sends'][number];
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

const beforeSending = (options: IDataObject): INodeParameters => {
	const added = Object.entries(options).filter(([, value]) => value !== undefined);
	return { beforeSending: Object.fromEntries(added) as INodeParameters };
};

/** A phone in whatever form it is written. */
const ending = (phone: string) => phone.replace(/\D/g, '').slice(-9);

/** Who got what, how often. */
const reached = () =>
	new Map(
		service.control
			.ledger()
			.entries.map(({ phone, text, taskIds }) => [
				...([`${ending(phone)} ${text}`, taskIds.length] as const),
			]),
	);

/** What does not hold. */
async function play(now: Scenario): Promise<string[]> {
	service.control.reset();
	const settings = { onError: 'continueRegularOutput' } as const;
	const options = beforeSending({ leaveOut: now.leaveOut, duplicates: now.duplicates });
	const timing = {
		timing: { ...(now.differs && { delay: '={{ $json.slow ? 3 : 2 }}' }), ...(now.quiet && QUIET) },
	};
	const preview = async (rows: IDataObject[]) =>
		(await sms(rows, { ...options, ...timing, mode: 'preview' }, { settings })).items;
	const items = await preview(now.rows);
	if (sent(items).length === 0) return [];
	const shown = new Map<string, number>();
	for (const { json } of sent(items)) {
		if (json.duplicateOf !== undefined) continue;
		const message = `${ending(String(json.recipient))} ${String(json.text)}`;
		shown.set(message, (shown.get(message) ?? 0) + 1);
	}
	const given = await approved(items, service.credential(now.account));
	const other = await preview([{ phone: PHONES[1], name: 'other' }]);
	const change = { ...changes, ...harmless }[now.change];
	const order = orderOf(given);
	const passedOn = change(given, other) ?? given;
	// One row cannot change places, and a preview that leaves everyone out has no row to add.
	const mayBeHarmless = ['reordered', 'ofAnother'].includes(now.change);
	const isHarmless = now.change in harmless || (mayBeHarmless && orderOf(passedOn) === order);
	const isBroken = !isHarmless || now.account !== 'demo-token-full';
	// No key is that of an earlier scenario.
	const ofScenario = randomUUID();
	const faults: string[] = [];
	const leftOut: string[] = [];
	for (const { leaveOut, anotherNode, fault, nth, retryOnFail, onError, ...own } of now.sends) {
		const clock = own.atNight ? jest.spyOn(Date, 'now').mockReturnValue(NIGHT) : undefined;
		service.control.clearRequests();
		const campaignKey = own.campaignKey && `${own.campaignKey} ${ofScenario}`;
		if (fault) service.control.addFaults([{ kind: fault, nth } as never]);
		const before = reached();
		await sms(
			passedOn.map(({ json }) => json),
			{ ...beforeSending({ leaveOut, campaignKey }), mode: 'sendApproved' },
			{
				settings: {
					...{ id: anotherNode ? '9' : '2', onError, retryOnFail },
					...{ maxTries: 2, waitBetweenTries: 1 },
				},
			},
		);
		clock?.mockRestore();
		service.control.clearFaults();
		const isDisturbing = service.bodies().some(({ dh }) => dh !== '08');
		if (now.quiet && own.atNight && isDisturbing) faults.push('sent in quiet hours');
		for (const [message, count] of reached()) {
			const isNew = count > (before.get(message) ?? 0);
			if (isNew && leaveOut && message.startsWith(ending(leaveOut))) leftOut.push(message);
		}
	}
	if (leftOut.length > 0) faults.push(`${leftOut.join()} was left out`);
	for (const [message, count] of reached()) {
		if (isBroken) faults.push(`${message} was sent, although it was not approved`);
		if (count > (shown.get(message) ?? 0)) faults.push(`${message} was sent ${count} times`);
	}
	const isPlain = ({ fault, leaveOut, campaignKey }: Sending) =>
		!fault && !leaveOut && !campaignKey;
	if (!isBroken && now.sends.every(isPlain) && reached().size !== shown.size)
		faults.push('not all was sent');
	return faults;
}

it(`only what was approved is sent, to nobody twice (seed ${seed})`, async () => {
	const endsAt = Date.now() + ms;
	const tally = { played: 0, reached: 0 };
	const property = fc.asyncProperty(scenario, async (now) => {
		if (Date.now() > endsAt) return;
		const faults = await play(now);
		tally.played++;
		if (reached().size > 0) tally.reached++;
		expect(faults).toEqual([]);
	});
	await fc.assert(property, { numRuns: runs, seed });
	process.stdout.write(`Approved campaigns: ${JSON.stringify(tally)} (APPROVED_SEED=${seed})\n`);
	expect(tally.reached).toBeGreaterThan(tally.played / 10);
});

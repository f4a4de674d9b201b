// If this fails, a message that is half filled is sent to everyone, and no one was warned.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { template } from '../operations/items';
import { operationRuns } from './harness/operationRuns';
import { processedItemsForTests } from './harness/processedItems';
import { hintsOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns, textsIn } from './harness/smsCampaign';

const service = serviceForTests();
processedItemsForTests();
const sms = smsCampaigns(service, 'Hello {name|}, see you');
const rows = [
	{ phone: '0570002233', name: 'Dana' },
	{ phone: '0570002234', name: 'undefined' },
	{ phone: '0570002235' },
	{ phone: '0570002236', name: '' },
];
type Run = Awaited<ReturnType<typeof sms>>;
const reached = () => textsIn(service).map(([phone]) => phone);
const continues = { settings: { onError: 'continueRegularOutput' } } as const;
const refusing = (checks: unknown, more: INodeParameters = {}) =>
	({ ...more, beforeSending: { checks: { refuse: { checks } } } }) as INodeParameters;
/** A headline keeps values out; the description names them. */
const saidBy = ({ error }: Run) =>
	error === undefined ? undefined : `${error.message} ${String(error.description)}`;
const GREETING =
	'A value is missing in a greeting or a sentence: "Hello , see you". Write a fallback, such as {first_name|there}.';
const BROKEN =
	'A value is broken: "undefined". Correct the data, or write a fallback, such as {first_name|there}.';

it('a preview has what the checks found in a column, beside the cost', async () => {
	const { items } = await sms(rows, { mode: 'preview' });
	expect(items.map(({ json }) => json.warnings)).toEqual([[], [BROKEN], [GREETING], [GREETING]]);
	expect(service.bodies()).toEqual([]);
});

it('a run tells in one hint what was found, in which rows, and what to do', async () => {
	const run = await sms(rows);
	expect(reached()).toHaveLength(4);
	expect(hintsOf(run).filter((hint) => hint.startsWith('Checks'))).toEqual([
		expect.stringMatching(
			/^Checks: Item 1: a value is broken: "undefined"\. .* Items 2 to 3: a value is missing .*: "Hello , see you"\. Write/,
		),
	]);
	expect(hintsOf(await sms(rows.slice(0, 1)))).toEqual([]);
});

it('the same text for everyone is reported where it has merge fields that make no difference', async () => {
	const same = rows.map(({ phone }) => ({ phone, name: 'Dana' }));
	const said = async (items: IDataObject[], parameters: INodeParameters = {}) =>
		hintsOf(await sms(items, { mode: 'preview', ...parameters })).join();
	expect(await said(same)).toMatch(/Items 0 to 3: everyone gets the same text although/);
	expect(await said(same.slice(0, 2))).not.toMatch(/everyone/);
	expect(await said(same, { message: 'Hello all' })).not.toMatch(/everyone/);
	expect(await said([...same, { phone: '0570002237', name: 'Noa' }])).not.toMatch(/everyone/);
});

it('a link to opt out by is no merge field that makes a difference', async () => {
	const options = { optOutUrl: 'http://127.0.0.1:1/webhook/my-id/campaign-event' };
	const said = async (message: string) =>
		hintsOf(await sms(rows, { mode: 'preview', message, options })).join();
	expect(await said('MyShop: spring sale. Stop: {optOut}')).not.toMatch(/everyone/);
	expect(await said('MyShop: {sale|spring sale}. Stop: {optOut}')).toMatch(/everyone/);
});

describe('Blocking Checks', () => {
	it('keeps the campaign back, and names the row, the reason and what to do', async () => {
		const said = saidBy(await sms(rows, refusing(['brokenValues'])));
		expect(reached()).toEqual([]);
		expect(said).toMatch(/Item 1: .*a value is broken: "undefined"/);
		expect(said).toContain('Correct the data');
	});

	it.each(['send', 'preview'])('lets the others go when errors continue (%s)', async (mode) => {
		const own = refusing(['emptyPlaces'], { mode, options: { output: 'recipient' } });
		const { items } = await sms(rows, own, continues);
		expect(reached()).toEqual(mode === 'send' ? ['0570002233', '0570002234'] : []);
		const errors = items.filter(({ json }) => json.error !== undefined);
		expect(errors.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }, { item: 3 }]);
		expect(errors[0].json.error).toMatch(
			/Message: a value is missing .*: "Hello , see you".*Blocking Checks/,
		);
	});

	it('keeps no test back, which goes to phones of your own', async () => {
		const test = { mode: 'test', testNumbers: '0570990001', testRows: 3 };
		const { items } = await sms(rows, refusing(['emptyPlaces', 'brokenValues'], test));
		expect(reached()).toHaveLength(3);
		expect(items.map(({ json }) => json.warnings)).toEqual([[], [BROKEN], [GREETING]]);
	});

	it('comes after Leave Out and before the limits, and keeps no record of a Campaign Key', async () => {
		const beforeSending = {
			...{ limits: { maxRecipients: { most: 1 } }, campaignKey: 'spring' },
			leaveOut: '0570002234',
			checks: { refuse: { checks: ['brokenValues', 'emptyPlaces'] } },
		};
		const options = { output: 'recipient' };
		const { items } = await sms(rows, { beforeSending, options }, continues);
		expect(reached()).toEqual(['0570002233']);
		expect(items.map(({ json }) => json.outcome)).toEqual([
			...['accepted', 'leftOut', 'refused', 'refused'],
		]);
		const isRefused = items.map(({ json }) => json.error !== undefined);
		expect(isRefused).toEqual([false, false, true, true]);
		await sms(rows, { beforeSending: { campaignKey: 'spring' } });
		expect(reached().sort()).toEqual(rows.map(({ phone }) => phone));
	});
});

it('looks at the values of a template, and at the text that a call reads out', async () => {
	const two = rows.slice(0, 2);
	const chat = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
	const ofTemplate = await chat(two, {
		...{ mode: 'preview', template: template('2003'), parametersFrom: 'json' },
		parametersJson:
			'{ "header": { "1": "A-7" }, "body": { "1": "{name}", "2": "Sunday" }, "button": { "0": "A-7" } }',
	});
	expect(ofTemplate.items.map(({ json }) => json.warnings)).toEqual([[], [BROKEN]]);
	const voice = operationRuns(service, 'ExtApi Voice: Message: Send Campaign');
	const { items } = await voice(two, { mode: 'preview', text: 'Hi {name}' });
	expect(items.map(({ json }) => json.warnings)).toEqual([[], [BROKEN]]);
});

it('looks for Required Wording in all that a recipient reads, and blocks rows without it', async () => {
	const words = { senderName: 'My Shop', optOutWords: 'STOP, unsubscribe' };
	const checks = { words, refuse: { checks: ['requiredWording'] } };
	const message = 'Sale at {name}. Reply stop';
	const items = [
		{ phone: '0570002233', name: 'My Shop' },
		{ phone: '0570002234', name: 'Dana' },
	];
	const run = await sms(items, { message, beforeSending: { checks } }, continues);
	expect(reached()).toEqual(['0570002233']);
	expect(run.items[1].json.error).toMatch(
		/the text lacks required wording: "My Shop" \('Blocking Checks'\)/,
	);
	const optOutUrl = 'http://127.0.0.1:1/webhook/my-id/campaign-event';
	const linked = { message: 'My Shop: sale. {optOut}', options: { optOutUrl } };
	const { items: linkedItems } = await sms(items, {
		mode: 'preview',
		...linked,
		beforeSending: { checks },
	});
	expect(JSON.stringify(linkedItems.map(({ json }) => json.warnings))).not.toContain('wording');
});

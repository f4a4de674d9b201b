// If this fails, a campaign leaves that no one approved, or a person approves another one than was shown.
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { open } from './harness/answerPage';
import { askingN8n, endOf, MANAGER, soonOver } from './harness/asking';
import { processedItemsForTests } from './harness/processedItems';
import { operationRuns } from './harness/operationRuns';
import { failureOf } from './harness/runNode';
import { smsCampaigns } from './harness/smsCampaign';

jest.setTimeout(120_000);

const { service, ask, answer, link } = askingN8n();
processedItemsForTests();
const sms = smsCampaigns(service, 'Hi {name}');
const people = (count = 3): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		...{ phone: `05${String(10_000_100 + index)}`, name: `name${index}` },
	}));
const continues = { settings: { onError: 'continueRegularOutput' } } as const;

/** Items as a preview puts them out. */
async function previewed(
	rows = people(),
	parameters: INodeParameters = {},
): Promise<INodeExecutionData[]> {
	return (await sms(rows, { ...parameters, mode: 'preview' }, continues)).items;
}

async function askAbout(
	items: INodeExecutionData[],
	parameters: INodeParameters = {},
	more: object = {},
) {
	return await ask(
		{ responseType: 'campaignApproval', message: 'Send the campaign?', ...parameters },
		{ items: items.map(({ json }) => json), ...more },
	);
}

/** Sends rows with the plan that they have. */
async function send(rows: IDataObject[], parameters: INodeParameters = {}) {
	const approval = { expectedPlan: { plan: '={{ $json.plan }}' } };
	return await sms(rows, { ...parameters, beforeSending: { approval } as INodeParameters });
}

/** Phones that got the campaign. */
const reached = () =>
	service.control
		.ledger()
		.entries.map(({ phone }) => phone)
		.filter((phone) => phone.startsWith('051'));

it('approved, the rows go as they were, with the plan; nothing leaves before', async () => {
	const execution = await askAbout(await previewed());
	const { html } = await open(link());
	expect(html).toContain('Hi name2');
	expect(html).toMatch(/<dt>Recipients<\/dt><dd>3<\/dd>/);
	expect(reached()).toEqual([]);
	await answer({ decision: 'approve' });
	const rows = await endOf(execution);
	expect(rows).toHaveLength(3);
	expect(rows[1]).toMatchObject({ ...people()[1], approved: true, timedOut: false });
	expect(rows.map(({ plan }) => typeof plan)).toEqual(['string', 'undefined', 'undefined']);
	expect(Object.keys(rows[1])).not.toContain('text');
	expect((await send(rows)).error).toBeUndefined();
	expect(reached()).toHaveLength(3);
});

it('for the items of a preview, an error says which response type asks about them', async () => {
	const left = await askAbout(await previewed(), { responseType: 'approval' }, continues);
	const [[item]] = await left.end;
	expect(failureOf(item)).toContain("set 'Response Type' to Campaign Approval");
	expect(service.control.ledger().entries).toEqual([]);
});

it('declined, the reason comes out and no plan, so that nothing can be sent', async () => {
	const execution = await askAbout(await previewed());
	await answer({ decision: 'decline', text: ' Wrong day ' });
	const rows = await endOf(execution);
	expect(rows[0]).toMatchObject({ approved: false, declinedBecause: 'Wrong day' });
	expect(rows[0].plan).toBeUndefined();
	const { error } = await send(rows);
	expect(error?.message).toMatch(/Expected Plan.* is empty or missing/);
	expect(error?.message).toMatch(/the approver declined, so nothing was sent/);
	expect(reached()).toEqual([]);
});

it('not answered, or not asked, the error of the campaign says so', async () => {
	const rows = await endOf(await askAbout(await previewed(), { options: soonOver }));
	expect((await send(rows)).error?.message).toMatch(/no one answered in time, so nothing was sent/);
	const nobody = { phoneNumbers: 'nobody' };
	const unasked = await endOf(await askAbout(await previewed(), nobody, continues));
	expect((await send(unasked)).error?.message).toMatch(/could not be asked, so nothing was sent/);
	expect((await send(people())).error?.description).toMatch(/declined or not answered in time/);
	expect(reached()).toEqual([]);
});

it.each([
	['no answer in time', {}],
	['the question that the service refuses', {}],
])('nothing of an item passes for an approval: %s', async (what, parameters) => {
	const faked = people().map((row) => ({
		...{ ...row, approved: true, answeredBy: 'me', declinedBecause: '', timedOut: false },
		...{ plan: 'p2', preview: { recipients: 1 } },
	}));
	const items = await previewed(faked);
	const plan = String(items.at(-1)?.json.plan);
	if (what.includes('service')) service.control.addFaults([{ kind: 'plainError', times: 1 }]);
	const rows = await endOf(await askAbout(items, { options: soonOver, ...parameters }, continues));
	expect(rows).toHaveLength(3);
	for (const row of rows) {
		expect(row.approved).toBe(false);
		expect(row.plan).toBeUndefined();
		expect(row.answeredBy).toBeUndefined();
	}
	expect(JSON.stringify(rows.map(({ inputColumns: _moved, ...own }) => own))).not.toContain(plan);
	expect((await send(rows)).error).toBeDefined();
	expect(reached()).toEqual([]);
});

it('rows come back as they were, also those that are refused and left out', async () => {
	const table: IDataObject[] = [
		...people(1).map((row) => ({ ...row, text: 'Hi', inputColumns: { taskId: 'A-1' } })),
		{ phone: 'nobody', text: 'Hi', recipient: 'Dana' },
		{ phone: '0570002299', text: 'Hi' },
	];
	const beforeSending = { leaveOut: '0570002299' };
	const execution = await askAbout(await previewed(table, { message: '{text}', beforeSending }));
	await answer({ decision: 'approve' });
	const rows = await endOf(execution);
	expect(rows).toEqual(table.map((row) => expect.objectContaining(row) as IDataObject));
	const approval = { expectedPlan: { plan: '={{ $json.plan }}' } };
	const parameters = { message: '{text}', beforeSending: { ...beforeSending, approval } };
	expect((await sms(rows, parameters, continues)).error).toBeUndefined();
	expect(reached()).toHaveLength(1);
});

it('shows who sends it, under which name, and when', async () => {
	const attack = '<b>Spring</b> שלום';
	const parameters = {
		options: { description: attack },
		timing: {
			...{ sendAt: '2099-01-01T10:00:00+02:00', spreadOver: 0.1 },
			quietHours: { hours: { from: '21:00', until: '08:00', days: ['saturday'] } },
		},
	};
	const items = await previewed(people(), parameters);
	await askAbout(items, { options: { pageLanguage: 'ru' } });
	const { html } = await open(link());
	expect(html).toContain('<bdi>MyShop</bdi>');
	expect(html).toContain('<bdi>&lt;b&gt;Spring&lt;/b&gt; שלום</bdi>');
	expect(html).toContain(
		'<dt>Начало отправки</dt><dd><bdi>2099-01-01 10:00 (Asia/Jerusalem)</bdi>',
	);
	expect(html).toContain('<bdi dir="ltr">21:00–08:00</bdi> <bdi>(Asia/Jerusalem)</bdi>');
	expect(html).toContain('суббота');
	expect(html).not.toMatch(/<script|<img| style="/);
});

const quietHours = { hours: { from: '21:00', until: '08:00' } };
const sendAt = '={{ $now.plus(2, "hours") }}';
const zoned = { recipientZone: "={{ 'America/New_York' }}", quietHours };
it.each<[string, INodeParameters, RegExp]>([
	[
		'by a rule, unless it is quiet then',
		{ sendAt, quietHours },
		/<bdi>Set by an expression when it is sent, or when quiet hours end<\/bdi>/,
	],
	[
		'on the clocks of the recipients',
		{ ...zoned, sendAt: '2099-01-01T10:00' },
		/<bdi>2099-01-01 10:00 \(local time of recipients\)[^]*<bdi dir="ltr">21:00–08:00<\/bdi> <bdi>\(local time of recipients\)/,
	],
	[
		'by row',
		{ sendAt: "={{ '2099-01-0' + (1 + $itemIndex) + 'T10:00' }}" },
		/1 row: <bdi>2099-01-01 [^]*1 row: <bdi>2099-01-03 /,
	],
	[
		'one after the other in some rows',
		{ delay: '={{ $itemIndex === 0 ? 30 : 5 }}' },
		/2 rows: <bdi>5 seconds<\/bdi><\/dd><dd>1 row: <bdi>30 seconds/,
	],
])('shows when a campaign begins: %s', async (_when, timing, shown) => {
	await askAbout(await previewed(people(), { timing }));
	expect((await open(link())).html).toMatch(shown);
});

it('a template is shown with its header and buttons, from a token of another channel', async () => {
	const chat = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
	const parameters = { parametersFrom: 'json', parametersJson: '{"body":{"1":"{name}","2":"X"}}' };
	const { items } = await chat(people(2), { ...parameters, mode: 'preview' });
	await askAbout(items, {}, { credential: service.credential('demo-token-sms') });
	const { html } = await open(link());
	expect(html).toContain('name0');
	expect(html).toMatch(/<dt>Template language<\/dt><dd><bdi>en<\/bdi>/);
	expect(html).toContain('class="bubble"');
});

describe('a preview that is not what its plan says is not asked about', () => {
	type Shown = { recipients: number; sample: IDataObject[] };
	const shownIn = ({ preview }: IDataObject) => preview as Shown;
	const ofOther = (plan: unknown) => String(plan).replace(/^p2\.3/, 'p2.2');
	type Change = [string, (json: IDataObject, items: IDataObject[]) => void];
	const changes: Change[] = [
		['another text', (json) => void (shownIn(json).sample[0].note = { text: 'x' })],
		['a plan of another one', (json) => void (json.plan = ofOther(json.plan))],
		['no plan', (json) => void delete json.plan],
		['no preview', (json) => void delete json.preview],
		['two previews', (json, items) => void (items[1].preview = json.preview)],
		['another plan in a row', (_json, items) => void (items[0].plan = 'mine')],
		[
			'other senders',
			(json) => {
				const { campaign } = json.preview as { campaign: IDataObject };
				campaign.senders = [{ reason: 'Other', rows: 3 }];
			},
		],
	];
	it.each(changes)('%s', async (_what, change) => {
		const items = (await previewed()).map(({ json }) => structuredClone(json));
		change(items[items.length - 1], items);
		const execution = await ask({ responseType: 'campaignApproval' }, { items, ...continues });
		const [row] = await endOf(execution);
		expect(String(row.error)).toMatch(/Response Type is Campaign Approval, but/);
		expect(service.control.ledger().total).toBe(0);
	});
});

it('a campaign of which nothing would be sent is not asked about, and the refused rows say why', async () => {
	const rows = [...people(), { phone: 'nobody', name: 'Gil' }];
	const { items } = await sms(rows, { mode: 'preview' });
	const execution = await askAbout(items, {}, continues);
	const [row] = await endOf(execution);
	expect(String(row.error)).toMatch(
		/the preview has refused rows, so nothing would be sent.*'On Error' of the preview/,
	);
	expect(service.control.ledger().total).toBe(0);
});

it('a preview with one item per campaign comes out as one item, one question for all', async () => {
	const items = await previewed(people(), { options: { output: 'campaign' } });
	const execution = await askAbout(items);
	await answer({ decision: 'approve' });
	const rows = await endOf(execution);
	expect(rows).toHaveLength(1);
	const sent = people().map((row) => ({ ...row, plan: rows[0].plan }));
	expect((await send(sent)).error).toBeUndefined();
	const asked = service.control.ledger().entries.filter(({ phone }) => phone === MANAGER);
	expect(asked).toHaveLength(1);
});

it('is no review of an agent: its items must not say what is approved', async () => {
	const settings = { type: 'underTestHitlTool' };
	const execution = await askAbout(await previewed(), {}, { settings });
	const [[item]] = await execution.end;
	expect(JSON.stringify(item.json)).toContain('Response Type is for campaigns');
	expect(item.json.approved).toBe(false);
	expect(service.bodies()).toEqual([]);
});

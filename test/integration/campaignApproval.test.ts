// If this fails, a campaign leaves that no one approved, or a person approves another one than was shown.
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { open } from './harness/answerPage';
import { askingN8n, endOf, soonOver } from './harness/asking';
import { processedItemsForTests } from './harness/processedItems';
import { operationRuns } from './harness/operationRuns';
import { failureOf, type NodeRunResult } from './harness/runNode';
import { smsCampaigns } from './harness/smsCampaign';

jest.setTimeout(120_000);

const { service, ask, answer, link } = askingN8n();
processedItemsForTests();
const sms = smsCampaigns(service, 'Hi {name}');
const people = (count = 3): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		...{ phone: `05${String(10_000_100 + index)}`, name: `name${index}` },
	}));
const saidBy = ({ error }: NodeRunResult) => `${error?.message} ${String(error?.description)}`;
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

/** Sends rows as they were approved. */
const send = async (rows: IDataObject[]) => await sms(rows, { mode: 'sendApproved' });

/** Phones that got the campaign. */
const reached = () =>
	service.control
		.ledger()
		.entries.map(({ phone }) => phone)
		.filter((phone) => phone.startsWith('051'));

it('approved, the rows of the preview come out with a seal, and are sent; nothing leaves before', async () => {
	const items = await previewed();
	const execution = await askAbout(items);
	const { html } = await open(link());
	expect(html).toContain('Hi name2');
	expect(html).toMatch(/<dt>Recipients<\/dt><dd>3<\/dd>/);
	expect(reached()).toEqual([]);
	await answer({ decision: 'approve' });
	const rows = await endOf(execution);
	expect(rows).toEqual(
		items.map(({ json }) => expect.objectContaining({ ...json, approved: true }) as IDataObject),
	);
	expect(rows.map(({ seal }) => typeof seal)).toEqual(['string', 'undefined', 'undefined']);
	expect((await send(rows)).error).toBeUndefined();
	expect(reached()).toHaveLength(3);
});

it('for the items of a preview, an error says which response type asks about them', async () => {
	const left = await askAbout(await previewed(), { responseType: 'approval' }, continues);
	const [[item]] = await left.end;
	expect(failureOf(item)).toContain("set 'Response Type' to Campaign Approval");
	expect(service.control.ledger().entries).toEqual([]);
});

it('declined, the reason comes out and no seal, so that nothing can be sent', async () => {
	const execution = await askAbout(await previewed());
	await answer({ decision: 'decline', field0: ' Wrong day ' });
	const rows = await endOf(execution);
	expect(rows[0]).toMatchObject({ approved: false, declinedBecause: 'Wrong day' });
	expect(rows[0].seal).toBeUndefined();
	expect(saidBy(await send(rows))).toMatch(/No one approved this campaign/);
	expect(reached()).toEqual([]);
	// No other person can be asked, who would see nothing of this answer.
	const items = rows.map((json) => ({ json }));
	const [[again]] = await (await askAbout(items, {}, continues)).end;
	expect(failureOf(again)).toContain('or was declined');
});

it('not answered, or not asked, the error of the campaign says so', async () => {
	const rows = await endOf(await askAbout(await previewed(), { options: soonOver }));
	expect(saidBy(await send(rows))).toMatch(/No one approved this campaign/);
	const nobody = { phoneNumbers: 'nobody' };
	const unasked = await endOf(await askAbout(await previewed(), nobody, continues));
	expect(saidBy(await send(unasked))).toMatch(/No one approved this campaign/);
	expect(saidBy(await send(people()))).toMatch(/the items contain no campaign preview/);
	expect(reached()).toEqual([]);
});

it.each([
	['no answer in time', {}],
	['the question that the service refuses', {}],
])('nothing of an item passes for an approval: %s', async (what, parameters) => {
	const faked = people().map((row) => ({
		...{ ...row, approved: true, answeredBy: 'me', declinedBecause: '', timedOut: false },
		...{ seal: 'x', campaign: { seal: 'z' } },
	}));
	const items = await previewed(faked);
	if (what.includes('service')) service.control.addFaults([{ kind: 'plainError', times: 1 }]);
	const rows = await endOf(await askAbout(items, { options: soonOver, ...parameters }, continues));
	expect(rows).toHaveLength(3);
	for (const row of rows) {
		expect(row.approved).toBe(false);
		for (const name of ['seal', 'answeredBy']) expect(row[name]).toBeUndefined();
	}
	expect((await send(rows)).error).toBeDefined();
	expect(reached()).toEqual([]);
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
const zoned = { recipientZone: "={{ 'America/New_York' }}", quietHours };
it.each<[string, INodeParameters, RegExp]>([
	['unless it is quiet', { quietHours }, /<bdi>At once, or when quiet hours end<\/bdi>/],
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

it('a template is shown with its header and buttons', async () => {
	const chat = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
	const parameters = { parametersFrom: 'json', parametersJson: '{"body":{"1":"{name}","2":"X"}}' };
	const { items } = await chat(people(2), { ...parameters, mode: 'preview' });
	await askAbout(items);
	const { html } = await open(link());
	expect(html).toContain('name0');
	expect(html).toMatch(/<dt>Template language<\/dt><dd><bdi>en<\/bdi>/);
	expect(html).toContain('class="bubble"');
});

describe('a preview that was changed is not asked about', () => {
	type Change = [string, (items: IDataObject[]) => void];
	const sharedIn = ([{ campaign }]: IDataObject[]) =>
		campaign as { settings: IDataObject[]; shown: { sample: IDataObject[] }; seal?: string };
	const changes: Change[] = [
		['another text', (items) => void (items[1].text = 'x')],
		['a row less', (items) => void items.pop()],
		['another text on the page', (items) => void (sharedIn(items).shown.sample[0].note = {})],
		['another sender', (items) => void (sharedIn(items).settings[0].body = { from: 'Bad' })],
		['another seal', (items) => void (sharedIn(items).seal = 'x')],
		['no seal', (items) => void delete sharedIn(items).seal],
		['nothing that rows share', (items) => void delete items[0].campaign],
		['two previews', (items) => void items.push(...structuredClone(items))],
	];
	const refused = async (items: IDataObject[], more: object = {}) => {
		const parameters = { responseType: 'campaignApproval' };
		const [row] = await endOf(await ask(parameters, { items, ...continues, ...more }));
		expect(String(row.error)).toMatch(/Response Type is Campaign Approval, but/);
		expect(service.control.ledger().total).toBe(0);
	};
	it.each(changes)('%s', async (_what, change) => {
		const items = (await previewed()).map(({ json }) => structuredClone(json));
		change(items);
		await refused(items);
	});

	it('or by another account', async () => {
		const items = (await previewed()).map(({ json }) => json);
		await refused(items, { credential: service.credential('demo-token-sms') });
	});
});

it('a campaign of which nothing would be sent is not asked about, and the refused rows say why', async () => {
	const rows = [...people(), { phone: 'nobody', name: 'Gil' }];
	const { items } = await sms(rows, { mode: 'preview' });
	const execution = await askAbout(items, {}, continues);
	const [row] = await endOf(execution);
	expect(String(row.error)).toMatch(/the preview has refused rows.*'On Error' of the preview/);
	expect(service.control.ledger().total).toBe(0);
});

it('is no review of an agent: its items must not say what is approved', async () => {
	const settings = { type: 'underTestHitlTool' };
	const execution = await askAbout(await previewed(), {}, { settings });
	const [[item]] = await execution.end;
	expect(JSON.stringify(item.json)).toContain('Response Type is Campaign Approval, but');
	expect(item.json.approved).toBe(false);
	expect(service.bodies()).toEqual([]);
});

// If this fails, a campaign leaves that no one approved, or a person approves another one than was shown.
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { open } from './harness/answerPage';
import { askingN8n, endOf } from './harness/asking';
import { processedItemsForTests } from './harness/processedItems';
import { failureOf, type NodeRunResult } from './harness/runNode';
import { smsCampaigns } from './harness/smsCampaign';

/**
 * What a person sees and answers. What is not asked about is in `stories/campaignApproval.json`, and what the page shows,
 * which is that of a preview, in `stories/previewPage.json`.
 */
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

it('counts a decline where a node wrote nothing into the column of the preview', async () => {
	const items = await previewed();
	for (const { json } of items.slice(1)) json.campaign = null;
	const execution = await askAbout(items);
	expect((await answer({ decision: 'decline', field0: 'Wrong day' })).status).toBe(200);
	expect((await endOf(execution))[0]).toMatchObject({ approved: false });
});

it('is asked about as the preview made it, whatever a refused row holds under the name of that', async () => {
	const [{ json }] = await previewed();
	const forged = structuredClone(json.campaign) as { settings: Array<{ body: IDataObject }> };
	forged.settings[0].body.from = 'Bad';
	const beside = async (campaign: IDataObject) =>
		await previewed([{ phone: '12', campaign }, ...people()]);
	// The seal of a preview may be seen by whoever writes the rows of the next one.
	const [, { json: first }] = await beside({ ...forged });
	const { seal } = first.campaign as IDataObject;
	const execution = await askAbout(await beside({ ...forged, seal }));
	expect((await open(link())).html).not.toContain('Bad');
	await answer({ decision: 'approve' });
	await send(await endOf(execution));
	expect(service.bodies().at(-1)).toMatchObject({ from: 'MyShop' });
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

it('is no review of an agent: its items must not say what is approved', async () => {
	const settings = { type: 'underTestHitlTool' };
	const execution = await askAbout(await previewed(), {}, { settings });
	const [[item]] = await execution.end;
	expect(JSON.stringify(item.json)).toContain('Response Type is Campaign Approval, but');
	expect(item.json.approved).toBe(false);
	expect(service.bodies()).toEqual([]);
});

// If this fails, a campaign is sent that no one approved, to someone twice, or one that was approved is held back.
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { MOST_ENTRIES } from '../../nodes/shared/ledger/recordRefusals';
import { form } from '../operations/items';
import { approved } from './harness/approved';
import { operationRuns } from './harness/operationRuns';
import { processedItemsForTests } from './harness/processedItems';
import { sentencesOf, type NodeRunOptions } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

/** What needs more than a service, beside `stories/sendApproved.json`. */
const service = serviceForTests();
const storage = processedItemsForTests();
const sms = smsCampaigns(service);
type Run = Awaited<ReturnType<typeof sms>>;
const saidBy = ({ error }: Run) => sentencesOf(error).all;
const outcomes = ({ items }: Run) => items.map(({ json }) => json.outcome);

/** A preview that a person approved. */
async function approvedBy(runs = sms, parameters: INodeParameters = {}) {
	const { items } = await runs(phones(5), { ...parameters, mode: 'preview' });
	return await approved(items, service.credential());
}

/** Sends items as the workflow passes them on. */
const send = async (items: INodeExecutionData[], more: Partial<NodeRunOptions> = {}, runs = sms) =>
	await runs(
		items.map(({ json }) => json),
		{ mode: 'sendApproved' },
		more,
	);

it('what was approved is sent by a copy of the node where its record is full', async () => {
	const items = await approvedBy();
	await send(await approvedBy());
	const place = [...storage.rows.keys()].find((key) => key.includes('n:'))!;
	const data = Array.from({ length: MOST_ENTRIES }, (_, index) => `${index}`);
	storage.rows.set(place, JSON.stringify({ mode: 'entries', data }));
	expect(saidBy(await send(items))).toMatch(/no room for these recipients/);
	const copy = await send(items, { settings: { id: '77' } });
	expect(outcomes(copy)).toEqual(Array(5).fill('accepted'));
});

it("it is sent once, whatever a Remove Duplicates node with the workflow's history does", async () => {
	const items = await approvedBy();
	await send(items);
	const workflow = { workflow: { id: 'test', active: false } };
	await storage.clearAllProcessedItems('workflow', workflow);
	expect(outcomes(await send(items))).toEqual(Array(5).fill('alreadySent'));
	expect(service.control.ledger()).toMatchObject({ total: 5, duplicates: [] });
});

it('nothing is sent with the seal of the preview in place of that of the approval', async () => {
	const items = await approvedBy();
	items[0].json.seal = (items[0].json.campaign as IDataObject).seal;
	expect(saidBy(await send(items))).toMatch(/nothing was sent/i);
	expect(service.bodies()).toEqual([]);
});

it('nothing is sent by a template that was changed', async () => {
	const chat = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
	const json = { parameters: form({ 'body.1': '{phone}', 'body.2': 'X' }) };
	const items = await approvedBy(chat, json);
	for (const template of service.templates) template.body += '!';
	expect(saidBy(await send(items, {}, chat))).toMatch(
		/Template \d+ was changed after the approval/,
	);
	expect(service.control.ledger().total).toBe(0);
});

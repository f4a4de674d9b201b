// If this fails, an example with the node of a CRM, a shop, a sheet or a calendar does not import, or writes to the wrong people.
import { nodeOf, readExample } from '../../demo/exampleWorkflows';
import { chain } from '../../n8n/chain';
import { itemsOf } from '../../n8n/executions';
import { parseFlatted } from '../../n8n/flatted';
import type { Execution, WorkflowJson } from '../../n8n/types';
import { byHand, nextStep } from './support/campaignsByHand';
import { otherRows } from './support/otherRows';
import { linkTo } from './support/phone';
import { stackForTests } from './support/stack';
import { atMoment, pinRows, says, type SystemRow } from './support/systemRow';
import { makeTable, tablesByHand } from './support/tables';

/**
 * The examples with nodes of other systems. What these read is pinned in the file, as those systems send it; ours are
 * real. What they would write back is seen in n8n: an Edit Fields node in their place evaluates the same expressions.
 */

const stack = stackForTests();
const APPROVER = '0570004567';
const [DANA, YOSSI] = ['0570001001', '0570001002'];
const taskId = expect.stringMatching(/^\d+$/) as string;
const HOUR_MS = 3_600_000;
/** The day it is so many hours from now, in UTC. */
const dayIn = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 10);

const examples: SystemRow[] = [
	{
		file: 'hubspot-new-lead.json',
		start: 'New deal',
		sent: [
			`chat ${DANA} Hello Dana, your coupon is WELCOME10.`,
			`sms ${YOSSI} Hello Yossi, thank you for your interest in MyShop. We will call you soon.`,
		],
		writes: {
			'Write it to the deal': ['9000000101', '9000000102'].map((dealId) => ({
				...{ dealId, last_message_outcome: 'accepted', last_message_details: taskId },
			})),
		},
		again: { 'Write it to the deal': [] },
	},
	{
		file: 'salesforce-campaign-approval.json',
		start: 'Start',
		meanwhile: async () => {
			const page = await (await stack.phone()).open(linkTo(stack, APPROVER));
			await page.getByText('Hello Yossi, your coupon is SPRING15').waitFor();
			expect(left()).toEqual([]);
			await page.getByRole('button', { name: 'Approve' }).click();
			await page.getByText('Your answer was received').waitFor();
		},
		sent: [
			`sms ${DANA} Hello Dana, your coupon is SPRING10. Reply STOP to opt out`,
			`sms ${YOSSI} Hello Yossi, your coupon is SPRING15. Reply STOP to opt out`,
		],
		writes: {
			'Write it to the contact': [
				{ contactId: '0035f00000AbC01AAF', Last_SMS_Outcome__c: 'accepted' },
				{ contactId: '0035f00000AbC02AAF', Last_SMS_Outcome__c: 'accepted' },
				{ contactId: '0035f00000AbC03AAF', Last_SMS_Details__c: says('a valid') },
				{ contactId: '0035f00000AbC04AAF', Last_SMS_Details__c: says('Leave Out') },
			],
		},
	},
	{
		file: 'salesforce-campaign-approval.json',
		start: 'Start',
		when: 'someone opts out after the approver has read it, and a reason is long',
		pin: (rows) => Object.assign(rows('Contacts')[2], { Coupon__c: '{x}'.repeat(200) }),
		meanwhile: async () => {
			const page = await (await stack.phone()).open(linkTo(stack, APPROVER));
			await page.getByText('Hello Yossi, your coupon is SPRING15').waitFor();
			await tables.get('Opted out meanwhile')!.insert([{ phone: YOSSI, event: 'OPTED_OUT' }]);
			await page.getByRole('button', { name: 'Approve' }).click();
			await page.getByText('Your answer was received').waitFor();
		},
		sent: [`sms ${DANA} Hello Dana, your coupon is SPRING10. Reply STOP to opt out`],
		writes: {
			'Write it to the contact': [
				{ Last_SMS_Outcome__c: 'accepted' },
				{ Last_SMS_Outcome__c: 'leftOut', Last_SMS_Details__c: says('Leave Out') },
				{ Last_SMS_Details__c: expect.stringMatching(/^.{1,255}$/s) as string },
				{ Last_SMS_Outcome__c: 'leftOut' },
			],
		},
	},
	{
		file: 'google-sheets-campaign.json',
		start: 'Start',
		sent: [
			`sms ${DANA} Hello Dana, spring is here: everything at half the price.`,
			`sms ${YOSSI} Hello Yossi, spring is here: everything at half the price.`,
			`sms 0570001004 Hello there, spring is here: everything at half the price.`,
		],
		writes: {
			'Write it to the row': [
				{ row_number: '2', Outcome: 'accepted', taskId, Reason: '' },
				{ row_number: '3', Outcome: 'accepted', taskId, Reason: '' },
				{ row_number: '4', Outcome: 'refused', taskId: '', Reason: says('lost its leading 0') },
				{ row_number: '5', Outcome: 'accepted', taskId, Reason: '' },
				{ row_number: '6', Outcome: 'leftOut', taskId: '', Reason: says('Leave Out') },
			],
		},
		again: {
			'Write it to the row': [
				{ row_number: '4', Outcome: 'refused' },
				{ row_number: '6', Outcome: 'leftOut' },
			],
		},
	},
	{
		file: 'shopify-order-paid.json',
		start: 'Order paid',
		sent: [`chat ${DANA} Hello Dana, your order arrives on Sunday.`],
		writes: { 'Note it in the order': [{ note: 'Please ring twice. Chat message: accepted' }] },
		again: { 'Note it in the order': [] },
	},
	{
		file: 'shopify-abandoned-cart.json',
		start: 'Checkout begun',
		sent: [
			`sms ${YOSSI} Hello Yossi, your cart at MyShop is still here: https://shop.example.com/cart/1a2b3c`,
		],
		again: {},
	},
	{
		file: 'calendar-reminder.json',
		start: 'Every hour',
		pin: (rows) => {
			// A zone in which it is past 14:00.
			const offset = 14 - new Date().getUTCHours();
			const zone = `UTC${offset < 0 ? '' : '+'}${offset}`;
			rows('Appointments').forEach((each, index) => {
				const at = dayIn(offset + 24 * (index === 2 ? 2 : 1));
				each.start = { dateTime: new Date(Date.parse(`${at}T15:30Z`) - offset * HOUR_MS) };
			});
			for (const each of rows('Customers')) each['Time zone'] = zone;
		},
		sent: [`sms ${DANA} Hello Dana, we expect you tomorrow at 15:30. To cancel, please call us.`],
		again: {},
	},
	{
		file: 'airtable-birthday.json',
		start: 'Every morning',
		pin: (rows, example) => {
			for (const index of [0, 2]) rows('Customers')[index].Birthday = `1990${dayIn(0).slice(4)}`;
			example.settings!.timezone = 'Etc/UTC';
		},
		sent: [`sms ${DANA} Happy birthday, Dana! Your gift at MyShop: 20% off today.`],
		again: {},
	},
	{
		file: 'pipedrive-opt-outs.json',
		start: 'Opted out or in',
		sent: [],
		writes: {
			'Note it': [{ phone: YOSSI, event: 'OPTED_OUT' }],
			'Write it to the person': [
				{ personId: '102', '9dc80c50d78a15643bfc4ca79d76156a73a1ca0e': 'OPTED_OUT' },
			],
		},
	},
	{
		file: 'pipedrive-opt-outs.json',
		start: 'Start',
		sent: [`sms ${DANA} Hello Dana, spring is here: everything at half the price.`],
		again: {},
	},
	{
		file: 'woocommerce-chat-then-sms.json',
		start: 'Start',
		// The quota ends the campaign after the first message.
		pin: () => stack.control.changeAccount({ dailyChatQuota: 1 }),
		meanwhile: async () => await Promise.resolve([nextStep(stack), nextStep(stack)]),
		sent: [
			`chat ${DANA} Hello Dana, your coupon is SPRING10.`,
			'chat 0570021003 Hello Noa, your coupon is SPRING10.',
			'chat 0570001004 Hello dear customer, your coupon is SPRING10.',
			'sms 0570021003 Hello Noa, your coupon is SPRING10.',
			'sms 0570001004 Hello there, your coupon is SPRING10.',
		],
	},
	{
		file: 'woocommerce-chat-then-sms.json',
		start: 'Start',
		when: 'customers have no phone',
		pin: (rows) => {
			Object.assign(rows('Customers')[1], { billing: null });
			Object.assign(rows('Customers')[2], { billing: { phone: '' } });
		},
		meanwhile: async () => await Promise.resolve([nextStep(stack), nextStep(stack)]),
		sent: [`chat ${DANA} Hello Dana, your coupon is SPRING10.`],
		outputs: {
			'Not known': [
				{ id: 26, outcome: 'refused' },
				{ id: 27, outcome: 'refused' },
			],
		},
	},
	{
		file: 'slack-alert.json',
		start: 'Campaign stopped',
		sent: [],
		writes: {
			'Tell the channel': [
				{ text: says('Campaign 70012 stopped (NO_MSG_LEFT) after 340 messages. No SMS are left.') },
				{ text: says('Campaign 70013 stopped (ERROR) after an unknown number of messages.') },
			],
		},
	},
	{
		file: 'weekly-overview.json',
		start: 'Every Monday',
		sent: [],
		writes: {
			'Write the overview': [
				{ Week: '2026-W48', Campaign: '70010', 'Ended by': 'END', Sent: '967', Cost: '48.35' },
				{ Week: '2026-W48', Campaign: '70012', 'Ended by': 'NO_MSG_LEFT', Cost: '17.00' },
				{ Week: '2026-W48', Campaign: '70013', 'Ended by': 'still running', Cost: '0.00' },
			],
		},
	},
];

/** The tables of a test's nodes, by their names. */
const tables = new Map<string, Awaited<ReturnType<typeof makeTable>>>();

/** Puts a node in the place of one that writes, which outputs what that would write. */
function showWhat(example: WorkflowJson, name: string): void {
	const node = nodeOf(example, name);
	const values: object[] = [];
	/** Custom fields have their name beside the value. */
	const collect = (value: unknown, key: string, named?: string): void => {
		if (typeof value === 'string' && value.startsWith('=')) {
			values.push({ name: (key === 'value' && named) || key, value, type: 'string' });
		}
		if (typeof value !== 'object' || value === null) return;
		const { fieldId, property, name: own } = value as Record<string, string>;
		const next = '__rl' in value ? key : (fieldId ?? property ?? own);
		for (const [each, inner] of Object.entries(value)) collect(inner, each, next);
	};
	collect(node.parameters, '');
	delete example.pinData![name];
	Object.assign(node, { type: 'n8n-nodes-base.set', typeVersion: 3.4, credentials: {} });
	node.parameters = { assignments: { assignments: values }, options: { dotNotation: false } };
}

const written = (execution: Execution, expected: object) =>
	Object.fromEntries(
		Object.keys(expected).map((name) => [name, itemsOf(execution, name).map(({ json }) => json)]),
	);
const left = () =>
	stack.control
		.ledger()
		.entries.filter(({ phone }) => phone !== APPROVER)
		.flatMap(({ channel, phone, text, count }) =>
			Array<string>(count).fill(`${channel} ${phone} ${text.split('\n')[0]}`),
		);

/** Gives each node that reads the suppression list a table with its pinned rows, so that it reads for real. */
async function makeTables(example: WorkflowJson): Promise<void> {
	tables.clear();
	for (const { name, type, parameters } of example.nodes) {
		if (type !== 'n8n-nodes-base.dataTable' || parameters.operation !== 'get') continue;
		if ((parameters.dataTableId as { value: string }).value !== 'ExtApi opt-outs') continue;
		const rows = example.pinData![name].map(({ json: { phone, event } }) => ({ phone, event }));
		const tableName = `${example.name}: ${name} ${Date.now()}`;
		const table = await makeTable(stack, tableName, ['phone', 'event']);
		if (rows.length > 0) await table.insert(rows);
		delete example.pinData![name];
		parameters.dataTableId = tablesByHand
			? { __rl: true, mode: 'list', value: table.id }
			: { __rl: true, mode: 'name', value: tableName };
		tables.set(name, table);
	}
}

it.each([...examples, ...otherRows].map((row) => ({ when: 'as it is', ...row })))(
	'$file: $when',
	async ({ file, start, pin, meanwhile, sent, writes = {}, outputs = {}, again }) => {
		const example = readExample(file);
		pin?.((node) => example.pinData![node].map(({ json }) => json), example);
		await makeTables(example);
		for (const name of Object.keys(writes)) {
			// One result that cannot be written must not stop the others; an opt-out must not be lost.
			const { onError } = nodeOf(example, name) as { onError?: string };
			expect(onError).toBe(name === 'Note it' ? undefined : 'continueRegularOutput');
			showWhat(example, name);
		}
		const workflow = await stack.store(example);
		stack.control.changeSettings(byHand);
		const asked = meanwhile && (await stack.ask(workflow, start));
		await meanwhile?.();
		const execution = await (asked ? stack.success(asked) : stack.succeed(workflow, start));
		stack.control.advance({ minutes: 12 * 60 });
		expect(left().sort()).toEqual([...sent].sort());
		expect(written(execution, writes)).toMatchObject(writes);
		expect(written(execution, outputs)).toMatchObject(outputs);
		if (again === undefined) return;
		const second = await stack.succeed(workflow, start);
		expect(written(second, again)).toMatchObject(again);
		expect(left().sort()).toEqual([...sent].sort());
	},
);

it('abandoned cart: waits three hours, and at night until 8:00', async () => {
	const { parameters } = nodeOf(readExample('shopify-abandoned-cart.json'), 'Three hours');
	const waits = [
		['2026-11-28T10:00', '2026-11-28T13:00'],
		['2026-11-28T17:59', '2026-11-28T20:59'],
		['2026-11-28T18:00', '2026-11-29T08:00'],
		['2026-11-28T21:00', '2026-11-29T08:00'],
		['2026-11-28T23:30', '2026-11-29T08:00'],
		['2026-11-29T04:59', '2026-11-29T08:00'],
		['2026-11-29T05:00', '2026-11-29T08:00'],
		['2026-11-29T05:01', '2026-11-29T08:01'],
	];
	const assignments = waits.map(([from], index) => ({
		...{ name: `wait${index}`, type: 'string' },
		value: (parameters.dateTime as string).replaceAll('$now', `DateTime.fromISO('${from}')`),
	}));
	const show = {
		...{ name: 'Show', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
		parameters: { assignments: { assignments } },
	};
	const [{ json }] = itemsOf(await stack.succeed(chain('Waits', [show])), 'Show');
	const until = Object.values(json as Record<string, string>).map((text) => text.slice(0, 16));
	expect(until).toEqual(waits.map(([, expected]) => expected));
});

it('calendar: reminds from 10:00 to 21:00, by the clock of each customer', async () => {
	const example = atMoment(readExample('calendar-reminder.json'), '2026-11-26T08:00:00Z');
	const clocks = { '9:59': 'UTC+1:59', '10:00': 'UTC+2', '20:59': 'UTC+12:59', '21:00': 'UTC+13' };
	const guests = Object.entries(clocks).map(([clock, zone], index) => ({
		...{ Email: `${clock}@example.com`, 'First name': clock, Phone: `057000100${index}` },
		'Time zone': zone,
	}));
	// Afternoon of the next day in all of these zones.
	const start = { dateTime: '2026-11-27T10:30:00Z' };
	pinRows(
		example,
		'Appointments',
		guests.map(({ Email }) => ({ id: Email, status: 'confirmed', start })),
	);
	pinRows(example, 'Customers', guests);
	await stack.succeed(example, 'Every hour');
	expect(left().map((line) => line.split(',')[0])).toEqual([
		'sms 0570001001 Hello 10:00',
		'sms 0570001002 Hello 20:59',
	]);
});

it.each([
	['google-sheets-campaign.json', 'Start', ['Send SMS campaign'], 'spring-sale'],
	[
		'hubspot-new-lead.json',
		'New deal',
		['Send chat template', 'Send SMS'],
		'9000000101,9000000102',
	],
])('%s: its execution is found by campaign codes and keys', async (file, start, senders, keys) => {
	const execution = await stack.succeed(readExample(file), start);
	const said = senders.flatMap((sender) => itemsOf(execution, sender));
	const codes = said.flatMap(({ json: { taskId } }) => (taskId as string) ?? []);
	const stored = await stack.client.request<{ data: string }>('GET', `/executions/${execution.id}`);
	const { resultData } = parseFlatted(stored.data) as { resultData: { metadata: object } };
	expect(resultData.metadata).toEqual({
		...{ extapi_campaign: [...new Set(codes)].join(','), extapi_campaign_key: keys },
	});
});

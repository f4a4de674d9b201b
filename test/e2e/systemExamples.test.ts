// If this fails, an example with the node of a CRM, a shop, a sheet or a calendar does not import, or writes to the wrong people.
import { nodeOf, readExample } from '../../demo/exampleWorkflows';
import { chain } from '../../n8n/chain';
import { itemsOf } from '../../n8n/executions';
import type { Execution, WorkflowJson } from '../../n8n/types';
import { meant } from '../operations/meant';
import { byHand, nextStep } from './support/campaignsByHand';
import { linkTo } from './support/phone';
import { stackForTests } from './support/stack';
import { makeTable, tablesByHand } from './support/tables';
import systemExamples from './systemExamples.json';

/**
 * The examples with nodes of other systems. What these read is pinned in the file, as those systems send it; ours are
 * real. What they would write back is seen in n8n: an Edit Fields node in their place evaluates the same expressions.
 */

const stack = stackForTests();
const APPROVER = '0570004567';
const YOSSI = '0570001002';
const HOUR_MS = 3_600_000;
/** The day it is so many hours from now, in UTC. */
const dayIn = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 10);
const birthday = () => `1990${dayIn(0).slice(4)}`;
/** A zone in which it is past 14:00, by its hours ahead of UTC. */
const afternoon = () => 14 - new Date().getUTCHours();
const zoneOf = (offset: number) => `UTC${offset < 0 ? '' : '+'}${offset}`;

/** An example of the file beside this one. */
interface SystemRow {
	file: string;
	/** What differs from the row with the same file, such as what other systems may return. */
	when: string;
	start: string;
	/** Rows of pinned nodes in place of those of the example, by the nodes' names. */
	pinned?: Record<string, object[]>;
	/** What is otherwise in single rows of them. */
	changes?: Record<string, Record<number, object>>;
	/** Channel, phone and text of what leaves. */
	sent: string[];
	/** What nodes write back, by their names. */
	writes?: Record<string, object[]>;
	/** What our own nodes and filters output, by their names. */
	outputs?: Record<string, object[]>;
	/** What is written by a second run, which sends nothing more. */
	again?: Record<string, object[]>;
}

/** What an example needs beyond data. */
interface More {
	/** What its pinned data must say on the day of the test. */
	pin?: (rows: (node: string) => Array<Record<string, unknown>>, example: WorkflowJson) => void;
	/** What a person does meanwhile. */
	meanwhile?: () => Promise<unknown>;
}

/** The approver reads the campaign and approves it, after what happens in between. */
async function approve(between: () => Promise<unknown>): Promise<void> {
	const page = await (await stack.phone()).open(linkTo(stack, APPROVER));
	await page.getByText('Hello Yossi, your coupon is SPRING15').waitFor();
	await between();
	await page.getByRole('button', { name: 'Approve' }).click();
	await page.getByText('Your answer was received').waitFor();
}
const bothSteps = async () => await Promise.all([nextStep(stack), nextStep(stack)]);

const more: Record<string, More> = {
	'salesforce-campaign-approval.json: as it is': {
		meanwhile: async () => await approve(async () => await expect(left()).toEqual([])),
	},
	'salesforce-campaign-approval.json: someone opts out after the approver has read it, and a reason is long':
		{
			pin: (rows) => Object.assign(rows('Contacts')[2], { Coupon__c: '{x}'.repeat(200) }),
			meanwhile: async () =>
				await approve(
					async () =>
						await tables.get('Opted out meanwhile')!.insert([{ phone: YOSSI, event: 'OPTED_OUT' }]),
				),
		},
	'shopify-abandoned-cart.json: customers ordered otherwise, did not agree, or have no phone': {
		pin: (_rows, example) => {
			// As the node outputs what it waits for, but at once.
			delete example.pinData!['Three hours'];
			const { parameters } = nodeOf(example, 'Three hours');
			parameters.dateTime = '={{ $now.plus({ seconds: 1 }).toISO() }}';
		},
	},
	'calendar-reminder.json: as it is': {
		pin: (rows) => {
			const offset = afternoon();
			rows('Appointments').forEach((each, index) => {
				const at = dayIn(offset + 24 * (index === 2 ? 2 : 1));
				each.start = { dateTime: new Date(Date.parse(`${at}T15:30Z`) - offset * HOUR_MS) };
			});
			for (const each of rows('Customers')) each['Time zone'] = zoneOf(offset);
		},
	},
	'calendar-reminder.json: other systems return something else': {
		pin: (rows) => {
			const timeZone = zoneOf(afternoon());
			const dateTime = new Date(Date.now() + 24 * HOUR_MS).toISOString();
			const [ofADay, ...others] = rows('Appointments');
			ofADay.start = { date: dateTime.slice(0, 10) };
			for (const each of others) each.start = { dateTime, timeZone };
			for (const each of rows('Customers')) each['Time zone'] ??= timeZone;
		},
	},
	'airtable-birthday.json: as it is': {
		pin: (rows, example) => {
			for (const index of [0, 2]) rows('Customers')[index].Birthday = birthday();
			example.settings!.timezone = 'Etc/UTC';
		},
	},
	'airtable-birthday.json: other systems return something else': {
		pin: (rows, example) => {
			for (const each of rows('Customers')) {
				if (each.Birthday === 'today') each.Birthday = birthday();
				if (each.Birthday === 'today at night') each.Birthday = `${birthday()}T23:30:00.000Z`;
			}
			example.settings!.timezone = 'Etc/UTC';
		},
	},
	'woocommerce-chat-then-sms.json: as it is': {
		// The quota ends the campaign after the first message.
		pin: () => stack.control.changeAccount({ dailyChatQuota: 1 }),
		meanwhile: bothSteps,
	},
	'woocommerce-chat-then-sms.json: customers have no phone': { meanwhile: bothSteps },
};

/** The tables of a test's nodes, by their names. */
const tables = new Map<string, Awaited<ReturnType<typeof makeTable>>>();

/** Replaces the rows of a pinned node. */
function pinRows({ pinData }: WorkflowJson, node: string, rows: object[]): void {
	pinData![node] = rows.map((json, item) => ({ json, pairedItem: { item } })) as never;
}

/** An example on whose clocks it is this moment. */
function atMoment(example: WorkflowJson, moment: string): WorkflowJson {
	const text = JSON.stringify(example).replaceAll('$now', `DateTime.fromISO('${moment}')`);
	return JSON.parse(text) as WorkflowJson;
}

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

it.each(meant(systemExamples) as SystemRow[])(
	'$file: $when',
	async ({
		file,
		when,
		start,
		pinned = {},
		changes = {},
		sent,
		writes = {},
		outputs = {},
		again,
	}) => {
		const { pin, meanwhile } = more[`${file}: ${when}`] ?? {};
		const example = readExample(file);
		for (const [node, rows] of Object.entries(pinned)) pinRows(example, node, rows);
		const rowsOf = (node: string) => example.pinData![node].map(({ json }) => json);
		for (const [node, rows] of Object.entries(changes)) {
			for (const [row, change] of Object.entries(rows))
				Object.assign(rowsOf(node)[Number(row)], change);
		}
		pin?.(rowsOf, example);
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
		for (const { Last_SMS_Details__c: details } of Object.values(
			written(execution, writes),
		).flat()) {
			// Salesforce takes no more.
			expect(String(details).length).toBeLessThanOrEqual(255);
		}
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

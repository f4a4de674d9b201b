// If this fails, an example that people import does not do what its notes say.
import { randomUUID } from 'node:crypto';

import type { Page } from 'playwright-core';

import { nodeNames, nodeOf, readExample } from '../../demo/exampleWorkflows';
import { itemsOf } from '../../n8n/executions';
import type { Execution, StoredWorkflow, WorkflowJson } from '../../n8n/types';
import { TRIGGER_PATH } from '../../nodes/shared/rules/addresses';
import { meant } from '../operations/meant';
import expectations from './campaignExamples.json';
import { runUntilCampaignsEnd } from './support/campaignsByHand';
import { openForm } from './support/form';
import { stackForTests } from './support/stack';
import { importWithTable } from './support/tables';
import { standingFor } from './support/version';

/** The examples of campaigns that are looked at, tested, repeated and filtered, imported from their files and run. */

const stack = stackForTests();

const OPT_OUTS = 'Opted out or in';

const dataOf = (execution: Execution, node: string) =>
	itemsOf(execution, node).map(({ json }) => json);
const sentTo = () =>
	stack.control.ledger().entries.map(({ phone, text, count }) => [phone, text, count]);

const phonesSent = () =>
	stack.control.ledger().entries.flatMap(({ phone, count }) => Array<string>(count).fill(phone));

const OWN_PHONE = '0570990001';
const [DANA, LEFT_OUT, WRONG, NOA] = ['0570001001', '0570001002', '12', '0570021003'];
const BOTH = [DANA, NOA];
const modes = {
	preview: { mode: 'preview' },
	test: { mode: 'test', testNumbers: OWN_PHONE },
	send: { mode: 'send' },
};
/** The service takes the next campaign, and its answer is lost. */
const losesAnswer = () =>
	stack.control.addFaults([{ kind: 'resetAfter', endpoint: 'scheduleSms', nth: 1 }]);
const BECAUSE = "'Leave Out' contains this phone number";

/** The example with a table of its own, if it keeps one. */
function nameTable({ nodes }: WorkflowJson, name: string): void {
	for (const { parameters } of nodes) {
		if (parameters.dataTableId) parameters.dataTableId = { __rl: true, mode: 'name', value: name };
		if (parameters.tableName) parameters.tableName = name;
	}
}

/** Puts rows in the place of a step. */
function giveRows(example: WorkflowJson, name: string, rows: object[]): void {
	Object.assign(nodeOf(example, name), {
		...{ type: 'n8n-nodes-base.code', typeVersion: 2 },
		parameters: { jsCode: `return ${JSON.stringify(rows)}.map((json) => ({ json }));` },
	});
}

describe('Preview, test, then send', () => {
	beforeAll(async () => {
		await stack.publish(readExample('preview-test-send.json'), []);
	});

	/** Opens the form, leaves the own phone and waits for what it says. */
	async function readTexts(says = '3 customers, 3 messages', form = 'spring-campaign') {
		const page = await openForm(stack, form);
		await page.getByLabel('Your phone').fill(OWN_PHONE);
		await page.getByRole('button', { name: 'Show me' }).click();
		await page.getByText(says).waitFor();
		return page;
	}

	/** Publishes it with a form of its own. */
	async function publishAs(form: string, change: (example: WorkflowJson) => void) {
		const example = readExample('preview-test-send.json');
		change(example);
		const start = nodeOf(example, 'Start');
		start.webhookId = form;
		Object.assign(start.parameters.options as object, { path: form });
		await stack.publish(example, []);
	}

	async function goOn(page: Page, answer: string): Promise<void> {
		await page.getByLabel('Continue?').selectOption(answer);
		await page.getByRole('button', { name: 'Continue' }).click();
	}

	it('shows the texts, tests on the own phone, then sends to everyone', async () => {
		const page = await readTexts();
		const texts = await page.locator('body').innerText();
		expect(texts).toContain('0570001001: Hello Dana, your coupon is SPRING10');
		expect(texts).toContain('972570021003: Hello there, your coupon is SPRING20');
		// Dana, who is in the table twice.
		expect(texts.match(/Hello Dana/g)).toHaveLength(1);
		expect(sentTo()).toEqual([]);

		await goOn(page, 'Send it to my phone');
		await page.getByText(`It is on its way to ${OWN_PHONE}`).waitFor();
		const test = [OWN_PHONE, 'Hello Dana, your coupon is SPRING10', 1];
		expect(sentTo()).toEqual([test]);

		await goOn(page, 'Send it to everybody');
		await page.getByText('Sent to 3 customers').waitFor();
		expect(sentTo()).toEqual([
			test,
			['0570001001', 'Hello Dana, your coupon is SPRING10', 1],
			['0570001002', 'Hello יוסי, your coupon is SPRING15', 1],
			['0570021003', 'Hello there, your coupon is SPRING20', 1],
		]);
		await page.close();
	});

	it.each(['texts', 'test'])(
		'sends nothing to the customers when it is stopped at the %s',
		async (at) => {
			const page = await readTexts();
			if (at === 'test') {
				await goOn(page, 'Send it to my phone');
				await page.getByText('It is on its way').waitFor();
			}
			await goOn(page, 'Stop here');
			await page.getByText('No customer got anything.').waitFor();
			await page.close();
			const test = [OWN_PHONE, 'Hello Dana, your coupon is SPRING10', 1];
			expect(sentTo()).toEqual(at === 'test' ? [test] : []);
		},
	);

	it('names a row that cannot be sent, and sends nothing', async () => {
		await publishAs('spring-refused', (example) =>
			giveRows(example, nodeNames.customers, [{ phone: DANA, coupon: 'A' }, { phone: WRONG }]),
		);
		const page = await readTexts('Nothing was sent', 'spring-refused');
		expect(await page.locator('body').innerText()).toContain(
			'12: Phone number "12" isn\'t a valid',
		);
		expect(sentTo()).toEqual([]);
		await page.close();
	});

	it('counts only those who get it when a customer is left out', async () => {
		await publishAs('spring-left-out', (example) => {
			nodeOf(example, 'Campaign').parameters.beforeSending = { leaveOut: LEFT_OUT };
		});
		const page = await readTexts('2 customers, 2 messages', 'spring-left-out');
		const because = `One row gets nothing: ${BECAUSE}`;
		expect(await page.locator('body').innerText()).toContain(because);
		await goOn(page, 'Send it to my phone');
		await page.getByText(`It is on its way to ${OWN_PHONE}`).waitFor();
		await goOn(page, 'Send it to everybody');
		await page.getByText('Sent to 2 customers').waitFor();
		expect(await page.locator('body').innerText()).toContain(because);
		expect(phonesSent()).toEqual([OWN_PHONE, DANA, NOA]);
		await page.close();
	});
});

describe('A campaign from a data table', () => {
	it('writes back what became of each row, and sends to no one twice when that was lost', async () => {
		const users = ['Rows to send', 'Write back'];
		const table = await importWithTable(stack, 'campaign-from-data-table.json', users);
		await table.insert([
			{ phone: '0570001001', first_name: 'Dana' },
			{ phone: '12', first_name: 'Rami' },
			{ phone: '0570001002', first_name: 'Yossi' },
			{ phone: '0570001003', first_name: 'Noa' },
		]);
		await stack.succeed(table.workflow, nodeNames.start);
		const accepted = { state: 'accepted', taskId: expect.stringMatching(/^\d+$/) as string };
		const sent = [
			{ phone: '0570001001', ...accepted, reason: '' },
			{ phone: '12', state: 'refused', reason: expect.stringContaining('a valid') as string },
			{ phone: '0570001002', ...accepted },
			{ phone: '0570001003', ...accepted },
		];
		expect(await table.rows()).toMatchObject(sent);

		// n8n stopped before it wrote anything back, and a person corrected a phone.
		await table.update('state', 'accepted', { state: null, taskId: null });
		await table.update('phone', '12', { phone: '0570001004' });
		await stack.succeed(table.workflow, nodeNames.start);
		const earlier = { state: 'alreadySent', taskId: '', reason: 'Sent by an earlier run' };
		expect(await table.rows()).toMatchObject([
			...[earlier, { phone: '0570001004', ...accepted, reason: '' }, earlier, earlier],
		]);
		expect(sentTo().map(([phone, , count]) => [phone, count])).toEqual(
			['0570001001', '0570001002', '0570001003', '0570001004'].map((phone) => [phone, 1]),
		);

		// Nothing is left.
		await stack.succeed(table.workflow, nodeNames.start);
		expect(sentTo()).toHaveLength(4);
	});
});

type Customer = { phone: string; first_name?: string; sender?: string };

/** An example that keeps the table of who got what, as a person changes it for a campaign. Each test has a table of its own. */
async function importWithMessages(
	file: string,
	tableName: string,
	settings: Record<string, unknown>,
	customers: Customer[],
	parameters: Record<string, unknown> = {},
) {
	return await importWithTable(stack, file, ['Sent before', 'Note who has it'], (example) => {
		nameTable(example, tableName);
		const { assignments } = nodeOf(example, 'Settings').parameters.assignments as {
			assignments: Array<{ name: string; value: unknown }>;
		};
		for (const each of assignments) each.value = settings[each.name] ?? each.value;
		giveRows(example, nodeNames.customers, customers);
		Object.assign(nodeOf(example, nodeNames.send).parameters, parameters);
	});
}

const outcomes = (execution: Execution) =>
	dataOf(execution, nodeNames.send).map(({ outcome }) => outcome);
const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

type Step = keyof typeof modes | 'refused' | 'again' | 'lost' | 'lostAgain' | 'failed';
/** What a person does with one workflow, one step after the other. */
const sequences: Step[][] = [
	['preview', 'test', 'refused', 'send', 'again'],
	['lost', 'lostAgain'],
	['failed', 'send'],
];

/** What its last nodes give, by their names, or the error that ends it; and the rows of its table. */
type Result = { words: Record<string, object[]> | string; table?: object[] };

/** An example in `campaignExamples.json`. */
interface Tried {
	file: string;
	/** Its nodes, where they have other names. */
	sender?: string;
	customers?: string;
	/** What reads or changes its table, and what the table holds. */
	table?: { users: string[]; rows: object[] };
	/** Its table holds the customers. */
	sendsTable?: true;
	/** A row that is refused keeps all others back. */
	stops?: true;
	/** Its campaigns are waited for. */
	waits?: true;
	/** Sends to no one twice. */
	once?: true;
	results: Partial<Record<Step, Result>>;
}

const examples = meant(expectations) as Tried[];

describe.each(standingFor(examples, ({ table }) => table !== undefined))('$file', (tried) => {
	const { file, sender = nodeNames.send, customers = nodeNames.customers, stops } = tried;
	const rowsOf = (...phones: string[]) =>
		phones.map((phone) => ({
			...{ phone, first_name: 'Dana', last_name: 'Levi' },
			...{ coupon: 'A', city: 'Haifa', customer_since: 2020 },
		}));
	/** The steps of a sequence that this example has. */
	const steps = sequences
		.map((all) => all.filter((step) => tried.results[step]))
		.filter(({ length }) => length > 0);

	/** A new workflow, as a person sets it up. */
	async function setUp(tableName: string) {
		const listener = randomUUID();
		const change = (example: WorkflowJson) => {
			nameTable(example, tableName);
			if (customers === nodeNames.contacts) giveRows(example, nodeNames.file, [{}]);
			if (!tried.sendsTable) giveRows(example, customers, rowsOf(DANA, LEFT_OUT, WRONG, NOA));
			const { parameters } = nodeOf(example, sender);
			const { beforeSending, options } = parameters as Record<string, { optOutUrl?: string }>;
			const leaveOut = { leaveOut: LEFT_OUT, ...beforeSending };
			parameters.beforeSending = leaveOut;
			if (options?.optOutUrl) {
				nodeOf(example, OPT_OUTS).webhookId = listener;
				options.optOutUrl = `${stack.n8n.url}/webhook/${listener}/${TRIGGER_PATH}`;
			}
		};
		if (tried.table) {
			const made = await importWithTable(stack, file, tried.table.users, change);
			await made.insert(tried.table.rows);
			if (made.workflow.nodes.some(({ webhookId }) => webhookId === listener)) {
				await stack.client.activate(made.workflow);
				await stack.client.waitForWebhook(`${listener}/${TRIGGER_PATH}`, 'GET');
			}
			return made;
		}
		const example = readExample(file);
		change(example);
		return { workflow: await stack.store(example), rows: async () => [] };
	}

	/** Runs it as it is set for a step. */
	async function run(workflow: StoredWorkflow, step: Step): Promise<Result['words']> {
		const own = step === 'preview' || step === 'test' ? modes[step] : modes.send;
		Object.assign(nodeOf(workflow, sender).parameters, own);
		if (stops) {
			const wrongToo = step === 'refused' ? [WRONG] : [];
			giveRows(workflow, customers, rowsOf(DANA, LEFT_OUT, ...wrongToo, NOA));
		}
		await stack.client.request('PATCH', `/workflows/${workflow.id}`, { nodes: workflow.nodes });
		stack.control.reset();
		if (step === 'lost') losesAnswer();
		if (step === 'failed') stack.control.addFaults([{ kind: 'plainError', description: 'No IP' }]);
		const isWaiting = tried.waits && own === modes.send;
		const execution = isWaiting
			? await runUntilCampaignsEnd(stack, workflow, nodeNames.start)
			: await stack.run(workflow, nodeNames.start);
		if (execution.error) return execution.error.message;
		const ends = workflow.nodes.map(({ name }) =>
			workflow.connections[name] ? [name, []] : [name, dataOf(execution, name)],
		);
		return Object.fromEntries(ends.filter(([, items]) => items.length > 0)) as Result['words'];
	}

	it.each(steps.map((each) => [each.join(', '), each] as const))('%s', async (_name, sequence) => {
		const { workflow, rows } = await setUp(`${file} ${sequence[0]}`);
		for (const step of sequence) {
			const { words, table } = tried.results[step]!;
			const got = await run(workflow, step);
			if (typeof words === 'string')
				expect({ step, got }).toEqual({ step, got: expect.stringContaining(words) });
			else {
				const ends = typeof got === 'string' ? got : Object.keys(got);
				expect({ step, ends }).toEqual({ step, ends: Object.keys(words) });
				expect({ step, got }).toMatchObject({ step, got: words });
			}
			if (table) expect({ step, rows: await rows() }).toMatchObject({ step, rows: table });
			const nobody =
				['preview', 'refused', 'lostAgain', 'failed'].includes(step) ||
				(tried.once && step === 'again');
			const reached = step === 'test' ? [OWN_PHONE] : nobody ? [] : BOTH;
			expect({ step, phones: phonesSent() }).toEqual({ step, phones: reached });
		}
	});
});

describe('Not again within a week', () => {
	const customers: Customer[] = [
		{ phone: '057-000-1001', first_name: 'Dana' },
		{ phone: '12', first_name: 'Rami' },
		{ phone: '+972-57-002-1003', first_name: 'Noa' },
		{ phone: '972570001001', first_name: 'Dana' },
		{ phone: '0570001002' },
	];
	const noted = (phone: string, campaign: string, outcome = 'accepted') => ({
		...{ phone, campaign, outcome },
		sentAt: expect.stringMatching(/^20/) as string,
	});
	const week = async (
		table: string,
		campaign: string,
		rows: Customer[],
		parameters?: Record<string, unknown>,
	) =>
		await importWithMessages('not-again-within-a-week.json', table, { campaign }, rows, parameters);

	it('leaves out who got any campaign, in whatever format, and notes who has it', async () => {
		const spring = await week('week', 'spring', customers);
		const first = await stack.run(spring.workflow, nodeNames.start);
		expect(first.error?.message).toMatch(/^1 of 5 rows were not sent\. .*"12"/);
		const everyone = ['0570001001', '0570001002', '0570021003'];
		expect(phonesSent().sort()).toEqual(everyone);
		const all = ['0570001001', '972570021003', '0570001002'].map((phone) => noted(phone, 'spring'));
		expect(await spring.rows()).toMatchObject(all);
		expect(await spring.rows()).toHaveLength(3);

		// Again: the same campaign, and another one in other formats.
		const again = await stack.run(spring.workflow, nodeNames.start);
		expect(outcomes(again).sort()).toEqual(['leftOut', 'leftOut', 'leftOut', 'leftOut', 'refused']);
		const others = [
			{ phone: '057-000-4567' },
			{ phone: '0570001001' },
			{ phone: '972-57-000-1002' },
		];
		const summer = await week('week', 'summer', others);
		const other = await stack.succeed(summer.workflow, nodeNames.start);
		expect(outcomes(other)).toEqual(['accepted', 'leftOut', 'leftOut']);
		expect(phonesSent().sort()).toEqual(['0570004567', ...everyone].sort());
		expect(await spring.rows()).toMatchObject([...all, noted('0570004567', 'summer')]);
	});

	it('notes who has it when that was lost, and does not count anew who had it long ago', async () => {
		const spring = await week('lost', 'spring', [{ phone: '0570001001' }, { phone: '0570001002' }]);
		await stack.succeed(spring.workflow, nodeNames.start);
		// n8n stopped before Dana was noted; Yossi got it some time ago.
		const [dana, yossi] = ['0570001001', '0570001002'];
		await spring.update('phone', dana, { campaign: 'none', sentAt: daysAgo(400) });
		await spring.update('phone', yossi, { sentAt: daysAgo(8) });
		const again = await stack.succeed(spring.workflow, nodeNames.start);
		expect(outcomes(again)).toEqual(['alreadySent', 'leftOut']);
		expect(phonesSent()).toHaveLength(2);
		expect(await spring.rows()).toMatchObject([
			...[noted(dana, 'none'), noted(yossi, 'spring')],
			noted(dana, 'spring', 'alreadySent'),
		]);
		const rows = [{ phone: '0570001001' }, { phone: '0570001002' }];
		const summer = await week('lost', 'summer', rows);
		const other = await stack.succeed(summer.workflow, nodeNames.start);
		expect(outcomes(other)).toEqual(['leftOut', 'accepted']);
	});

	it('lets a campaign at the same time each week reach everyone', async () => {
		const rows = [{ phone: '0570001001' }];
		const monday = await week('weekly', 'monday', rows);
		await stack.succeed(monday.workflow, nodeNames.start);
		await monday.update('campaign', 'monday', {
			sentAt: new Date(Date.now() - 7 * DAY_MS + 60_000),
		});
		const next = await week('weekly', 'next monday', rows);
		expect(outcomes(await stack.succeed(next.workflow, nodeNames.start))).toEqual(['accepted']);
		await monday.update('phone', '0570001001', { sentAt: daysAgo(6) });
		const sunday = await week('weekly', 'sunday', rows);
		expect(outcomes(await stack.succeed(sunday.workflow, nodeNames.start))).toEqual(['leftOut']);
	});

	it('notes nothing of a preview and a test', async () => {
		const rows = customers.slice(0, 1);
		const spring = await week('modes', 'spring', rows);
		await stack.succeed(spring.workflow, nodeNames.start);
		const before = await spring.rows();
		const set = [
			[modes.preview, ['leftOut', 'preview'], []],
			[{ ...modes.test, testRows: 2 }, ['test', 'test'], [OWN_PHONE, OWN_PHONE]],
		] as const;
		for (const [parameters, expected, reached] of set) {
			const tried = await week('modes', 'summer', [...rows, { phone: '0570001002' }], parameters);
			const execution = await stack.succeed(tried.workflow, nodeNames.start);
			expect(outcomes(execution)).toEqual(expected);
			expect(phonesSent().filter((phone) => phone === OWN_PHONE)).toEqual(reached);
			expect(await spring.rows()).toEqual(before);
		}
	});

	it('notes what may have been sent, and of a campaign that failed in its middle only what was', async () => {
		const rows = ['0570001001', '0570001002', '0570001004'].map((phone) => ({ phone }));
		// A campaign for each sender.
		const senders = rows.map(({ phone }, index) => ({
			phone,
			sender: ['MyShop', 'ExtDemo', '0570004567'][index],
		}));
		const spring = await week('middle', 'spring', senders, { sender: '={{ $json.sender }}' });
		stack.control.addFaults([
			{ kind: 'resetAfter', nth: 2, endpoint: 'scheduleSms' },
			{ kind: 'plainError', description: 'No IP', nth: 3, endpoint: 'scheduleSms' },
		]);
		const broken = await stack.run(spring.workflow, nodeNames.start);
		expect(outcomes(broken).sort()).toEqual(['accepted', 'refused', 'unknown']);
		expect(broken.error?.message).toMatch(/^1 of 3 rows were not sent/);
		const then = [noted('0570001001', 'spring'), noted('0570001002', 'spring', 'unknown')];
		expect(await spring.rows()).toMatchObject(then);
		expect(await spring.rows()).toHaveLength(2);
		await stack.succeed(spring.workflow, nodeNames.start);
		expect(phonesSent().sort()).toEqual(rows.map(({ phone }) => phone));
		expect(await spring.rows()).toMatchObject([...then, noted('0570001004', 'spring')]);
	});
});

describe('A limit of messages per day', () => {
	const file = 'messages-per-day.json';
	const customers = ['0570001001', '0570001002', '0570001004'].map((phone) => ({ phone }));
	const day = async (campaign: string, rows: Customer[], parameters = {}) =>
		await importWithMessages(file, 'counted', { campaign, perDay: 4 }, rows, parameters);
	const reached = () => phonesSent().filter((phone) => phone !== OWN_PHONE);

	it('counts the day over all campaigns, and stops when the limit is reached', async () => {
		const spring = await day('spring', [...customers, { phone: '12' }]);
		expect((await stack.run(spring.workflow, nodeNames.start)).error?.message).toMatch(
			/^1 of 4 rows were not sent/,
		);
		expect(reached()).toHaveLength(3);
		// Those who have it need no room.
		const again = await stack.run(spring.workflow, nodeNames.start);
		expect(outcomes(again).sort()).toEqual(['leftOut', 'leftOut', 'leftOut', 'refused']);
		expect(await spring.rows()).toHaveLength(3);

		for (const own of [modes.preview, modes.test]) {
			const tried = await day('summer', customers.slice(0, 1), own);
			expect(outcomes(await stack.succeed(tried.workflow, nodeNames.start))).toEqual([own.mode]);
			expect(await spring.rows()).toHaveLength(3);
		}
		expect(reached()).toHaveLength(3);
		const tooMany = await day('summer', customers.slice(0, 2));
		expect((await stack.run(tooMany.workflow, nodeNames.start)).error?.message).toBe(
			"2 of 2 rows were not sent. This run has 2 recipients, but 'Max Recipients' is 1. If that number is right, raise 'Max Recipients'; otherwise correct the items. Nothing was sent.",
		);
		const one = await day('summer', customers.slice(0, 1));
		losesAnswer();
		expect(outcomes(await stack.succeed(one.workflow, nodeNames.start))).toEqual(['unknown']);
		expect(reached()).toHaveLength(4);
		const autumn = await day('autumn', customers.slice(0, 1));
		const stopped = await stack.run(autumn.workflow, nodeNames.start);
		expect(stopped.error?.message).toBe(
			'Nothing was sent: the limit of 4 messages per day is reached',
		);
		expect(reached()).toHaveLength(4);

		// The next day.
		await spring.update('campaign', 'spring', { sentAt: daysAgo(1) });
		await stack.succeed(autumn.workflow, nodeNames.start);
		expect(reached()).toHaveLength(5);
		expect(await spring.rows()).toHaveLength(5);
	});
});

// If this fails, an example that people import does not do what its notes say.
import axios from 'axios';
import type { Page } from 'playwright-core';

import { nodeNames, nodeOf, readExample } from '../../demo/exampleWorkflows';
import { itemsOf } from '../../n8n/executions';
import type { Execution } from '../../n8n/types';
import { TRIGGER_PATH } from '../../nodes/shared/rules/addresses';
import { openForm } from './support/form';
import { linkTo, takePicture } from './support/phone';
import { stackForTests } from './support/stack';
import { importWithTable } from './support/tables';
import { until } from './support/until';

/** The examples of campaigns that are looked at, tested, repeated and filtered, imported from their files and run. */

const stack = stackForTests({ restarts: true });

/** Where the trigger of a workflow listens. */
const webhookIdOf = (workflow: ReturnType<typeof readExample>) =>
	nodeOf(workflow, 'Opted out or in').webhookId;

const dataOf = (execution: Execution, node: string) =>
	itemsOf(execution, node).map(({ json }) => json);
const sentTo = () =>
	stack.control.ledger().entries.map(({ phone, text, count }) => [phone, text, count]);

describe('Preview, test, then send', () => {
	const ownPhone = '0570990001';

	beforeAll(async () => {
		await stack.publish(readExample('preview-test-send.json'), []);
	});

	/** Opens the form, leaves the own phone and waits for the texts. */
	async function readTexts(): Promise<Page> {
		const page = await openForm(stack, 'spring-campaign');
		await page.getByLabel('Your phone').fill(ownPhone);
		await page.getByRole('button', { name: 'Show me' }).click();
		await page.getByText('3 customers, 3 messages').waitFor();
		return page;
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
		await page.getByText(`It is on its way to ${ownPhone}`).waitFor();
		const test = [ownPhone, 'Hello Dana, your coupon is SPRING10', 1];
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
			const test = [ownPhone, 'Hello Dana, your coupon is SPRING10', 1];
			expect(sentTo()).toEqual(at === 'test' ? [test] : []);
		},
	);
});

describe('Run it again until everyone has it', () => {
	const everybody = ['0570001001', '0570001002', '0570021003'];

	it('sends to no one twice, and at last to everyone', async () => {
		const workflow = await stack.store(readExample('run-again-until-everybody-has-it.json'));
		const run = async () => await stack.succeed(workflow, nodeNames.start);
		stack.control.addFaults([{ kind: 'plainError', description: 'No IP', times: 1 }]);
		const broken = await run();
		expect(dataOf(broken, 'Still to send')).toHaveLength(4);
		expect(sentTo()).toEqual([]);

		const first = await run();
		expect(dataOf(first, 'Sent now')).toHaveLength(3);
		expect(dataOf(first, 'Still to send')).toEqual([
			{ phone: '12', outcome: 'refused', reason: expect.stringContaining('a valid') as string },
		]);

		const again = await run();
		expect(dataOf(again, 'Sent now')).toEqual([]);
		expect(dataOf(again, 'Had it before')).toHaveLength(3);
		expect(dataOf(again, 'Still to send')).toHaveLength(1);
		expect(sentTo().map(([phone, , count]) => [phone, count])).toEqual(
			everybody.map((phone) => [phone, 1]),
		);
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
		for (const { parameters: own } of example.nodes) {
			if (own.dataTableId) own.dataTableId = { __rl: true, mode: 'name', value: tableName };
			if (own.tableName) own.tableName = tableName;
		}
		const { assignments } = nodeOf(example, 'Settings').parameters.assignments as {
			assignments: Array<{ name: string; value: unknown }>;
		};
		for (const each of assignments) each.value = settings[each.name] ?? each.value;
		nodeOf(example, 'Customers').parameters.jsCode =
			`return ${JSON.stringify(customers)}.map((json) => ({ json }));`;
		Object.assign(nodeOf(example, nodeNames.send).parameters, parameters);
	});
}

const outcomes = (execution: Execution) =>
	dataOf(execution, nodeNames.send).map(({ outcome }) => outcome);
const phonesSent = () =>
	stack.control.ledger().entries.flatMap(({ phone, count }) => Array<string>(count).fill(phone));
const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

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
		const modes = [
			[{ mode: 'preview' }, ['leftOut', 'preview'], []],
			[
				{ mode: 'test', testNumbers: '0570990001', testRows: 2 },
				['test', 'test'],
				['0570990001', '0570990001'],
			],
		] as const;
		for (const [parameters, expected, reached] of modes) {
			const tried = await week('modes', 'summer', [...rows, { phone: '0570001002' }], parameters);
			const execution = await stack.succeed(tried.workflow, nodeNames.start);
			expect(outcomes(execution)).toEqual(expected);
			expect(phonesSent().filter((phone) => phone === '0570990001')).toEqual(reached);
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
		await importWithMessages(file, 'day', { campaign, perDay: 4 }, rows, parameters);

	it('counts the day over all campaigns, and stops when the limit is reached', async () => {
		const spring = await day('spring', [...customers, { phone: '12' }]);
		expect((await stack.run(spring.workflow, nodeNames.start)).error?.message).toMatch(
			/^1 of 4 rows were not sent/,
		);
		expect(phonesSent()).toHaveLength(3);
		// Those who have it need no room.
		const again = await stack.run(spring.workflow, nodeNames.start);
		expect(outcomes(again).sort()).toEqual(['leftOut', 'leftOut', 'leftOut', 'refused']);
		expect(await spring.rows()).toHaveLength(3);

		const preview = await day('summer', customers.slice(0, 1), { mode: 'preview' });
		await stack.succeed(preview.workflow, nodeNames.start);
		const tooMany = await day('summer', customers.slice(0, 2));
		expect((await stack.run(tooMany.workflow, nodeNames.start)).error?.message).toBe(
			"2 of 2 rows were not sent. This run has 2 recipients, but 'Max Recipients' is 1. If that number is right, raise 'Max Recipients'; otherwise correct the items. Nothing was sent.",
		);
		const one = await day('summer', customers.slice(0, 1));
		await stack.succeed(one.workflow, nodeNames.start);
		expect(phonesSent()).toHaveLength(4);
		const autumn = await day('autumn', customers.slice(0, 1));
		const stopped = await stack.run(autumn.workflow, nodeNames.start);
		expect(stopped.error?.message).toBe(
			'Nothing was sent: the limit of 4 messages per day is reached',
		);
		expect(phonesSent()).toHaveLength(4);

		// The next day.
		await spring.update('campaign', 'spring', { sentAt: daysAgo(1) });
		await stack.succeed(autumn.workflow, nodeNames.start);
		expect(phonesSent()).toHaveLength(5);
		expect(await spring.rows()).toHaveLength(5);
	});
});

describe('Opt-outs stay out', () => {
	it('leaves out who tapped the link on the phone, also after a restart of n8n, until they take it back', async () => {
		const optOutUrl = `${stack.n8n.url}/webhook/${webhookIdOf(readExample('opt-outs-stay-out.json'))}/${TRIGGER_PATH}`;
		const { workflow, insert, rows } = await importWithTable(
			stack,
			'opt-outs-stay-out.json',
			['Note it', 'Opted out'],
			(example) => {
				const { options } = nodeOf(example, 'Send SMS campaign').parameters;
				(options as { optOutUrl: string }).optOutUrl = `${optOutUrl}?campaign=spring`;
			},
		);
		const listens = async () =>
			await stack.client.waitForWebhook(`${webhookIdOf(workflow)}/${TRIGGER_PATH}`, 'GET');
		await stack.client.activate(workflow);
		await listens();
		await insert([{ phone: '0570034444', event: 'OPTED_OUT' }]);
		const reached = async () => {
			stack.control.reset();
			await stack.succeed(workflow, nodeNames.start);
			return sentTo().map(([to]) => to);
		};
		const before = await reached();
		expect(before).toContain('0570001001');
		expect(before).not.toContain('0570034444');

		const link = linkTo(stack, '0570001001');
		expect(link.slice(`${optOutUrl}?campaign=spring`.length)).toHaveLength(24);
		// Previews open links, too.
		expect((await axios.get(link)).status).toBe(200);
		const phone = await stack.phone();
		const page = await phone.open(link);
		await page.getByText('MyShop').waitFor();
		await takePicture(page, 'opt-out');
		await stack.restart();
		await listens();
		await page.getByRole('button', { name: 'Stop messages' }).click();
		await page.getByText('Messages stopped').waitFor();
		const noted = async (event: string) =>
			await until(async () => {
				const found = (await rows()) as Array<Record<string, unknown>>;
				return found.find((row) => row.phone === '0570001001' && row.event === event);
			});
		expect(await noted('OPTED_OUT')).toMatchObject({ campaign: 'spring' });
		expect(await reached()).toEqual(before.filter((to) => to !== '0570001001'));

		await page.getByRole('button', { name: 'Get messages again' }).click();
		await page.getByText('Messages will come again').waitFor();
		await noted('OPTED_IN');
		expect(await reached()).toEqual(before);
		expect(await rows()).toHaveLength(2);
		// A link that is opened anew, as years later, asks again.
		expect((await axios.get<string>(link)).data).toContain('Stop messages');
		await phone.close();
	});
});

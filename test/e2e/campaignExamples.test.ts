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
import { giveRows, nameTable } from './support/examples';
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
/** Of a campaign that the service takes, the answer is lost; or it is refused. */
const faults = {
	lost: { kind: 'resetAfter', endpoint: 'scheduleSms', nth: 1 },
	failed: { kind: 'plainError', description: 'No IP' },
} as const;
const BECAUSE = "'Leave Out' contains this phone number";

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
		if (step === 'lost' || step === 'failed') stack.control.addFaults([faults[step]]);
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

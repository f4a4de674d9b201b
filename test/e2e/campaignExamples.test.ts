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
			{ phone: '12', reason: expect.stringContaining('a valid') as string },
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
		const earlier = { state: 'accepted', taskId: '', reason: 'Sent by an earlier run' };
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

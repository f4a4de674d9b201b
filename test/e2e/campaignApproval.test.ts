// If this fails, a campaign leaves before it was approved, or other than it was.
import type { Browser } from 'playwright-core';

import { nodeOf, readExample } from '../../demo/exampleWorkflows';
import { startStack, type Stack } from '../../demo/startStack';
import { START } from '../../n8n/chain';
import { startBrowser } from '../../n8n/editor/browser';
import { Phone } from '../../n8n/editor/phone';
import { itemsOf, readExecution, runWorkflow, waitForExecution } from '../../n8n/executions';
import { linkTo, takePicture } from './support/phone';
import { until } from './support/until';

/** The example of an approval, in a real n8n, with a person who decides on a phone. */

const APPROVER = '0570004567';

let stack: Stack;
let browser: Browser;
let phone: Phone;
beforeAll(async () => {
	stack = await startStack({ emulator: { campaignStepMs: 60_000 } });
	browser = await startBrowser();
	phone = await Phone.of(browser);
});
afterAll(async () => {
	await browser?.close();
	await stack?.stop();
});
beforeEach(() => stack.emulator.control.reset());

type Example = ReturnType<typeof readExample>;

/** Starts the example, and gives its execution once it waits for the approver. */
async function ask(change: (example: Example) => void = () => undefined): Promise<string> {
	const example = readExample('campaign-after-approval.json');
	change(example);
	const workflow = await stack.client.createWorkflow(example, [stack.credential]);
	const id = await runWorkflow(stack.client, workflow, START);
	await until(async () => {
		const { status } = await readExecution(stack.client, id);
		return status === 'new' || status === 'running' ? undefined : status;
	});
	const { status, error } = await readExecution(stack.client, id);
	expect({ status, error }).toEqual({ status: 'waiting', error: undefined });
	return id;
}

const customers = () =>
	stack.emulator.control.ledger().entries.filter((entry) => entry.phone !== APPROVER);

it('nothing leaves before the approver has seen it and said yes; then it leaves', async () => {
	const id = await ask();
	const page = await phone.open(linkTo(stack, APPROVER));
	await page.getByText('Hello יוסי, your coupon is SPRING15').waitFor();
	await page.getByText('Hello there, your coupon is SPRING20').waitFor();
	await takePicture(page, 'campaign-approval');
	expect(customers()).toEqual([]);
	await page.getByRole('button', { name: 'Approve' }).click();
	await page.getByText('Your answer was received').waitFor();
	const execution = await waitForExecution(stack.client, id);
	expect([execution.status, execution.error]).toEqual(['success', undefined]);
	expect(customers()).toHaveLength(3);
	expect(itemsOf(execution, 'Campaign')[0].json).toMatchObject({ recipientCount: 3, refused: 0 });
});

it('a no with its reason sends nothing', async () => {
	const id = await ask();
	const page = await phone.open(linkTo(stack, APPROVER));
	await page.getByLabel('Reason for declining').fill('Wrong day');
	await page.getByRole('button', { name: 'Decline' }).click();
	const execution = await waitForExecution(stack.client, id);
	expect(itemsOf(execution, 'Not approved').map(({ json }) => json.declinedBecause)).toEqual(
		Array(3).fill('Wrong day'),
	);
	expect(customers()).toEqual([]);
});

it('rows that changed in between are refused with words', async () => {
	const id = await ask((example) => {
		// What a table would do that is read again after the approval.
		const campaign = nodeOf(example, 'Campaign');
		Object.assign(campaign.parameters, { message: '={{ "Hello " + $json.first_name }}' });
	});
	const page = await phone.open(linkTo(stack, APPROVER));
	await page.getByRole('button', { name: 'Approve' }).click();
	const execution = await waitForExecution(stack.client, id);
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution.error)).toMatch(
		/not what was approved: different text in 3 rows/,
	);
	expect(customers()).toEqual([]);
});

it('ten thousand rows are one question, and n8n answers meanwhile', async () => {
	const id = await ask((example) => {
		const code = `return Array.from({ length: 10000 }, (_, index) => ({ json: {
			phone: '05' + String(10000000 + index), first_name: 'n' + index, coupon: 'C' + index } }));`;
		Object.assign(nodeOf(example, 'Customers').parameters, { jsCode: code });
	});
	const page = await phone.open(linkTo(stack, APPROVER));
	await page.getByText('10,000').first().waitFor();
	expect(await page.locator('article').count()).toBe(12);
	const began = Date.now();
	await page.getByRole('button', { name: 'Approve' }).click();
	await page.getByText('Your answer was received').waitFor();
	process.stdout.write(`Approval of 10,000 rows: page after ${Date.now() - began} ms\n`);
	const execution = await waitForExecution(stack.client, id);
	expect([execution.status, execution.error]).toEqual(['success', undefined]);
	expect(itemsOf(execution, 'Campaign')[0].json).toMatchObject({ recipientCount: 10_000 });
});

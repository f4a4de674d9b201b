// If this fails, a campaign leaves before it was approved, or other than it was.
import { nodeNames, nodeOf, readExample } from '../../demo/exampleWorkflows';
import type { Phone } from '../../n8n/editor/phone';
import { itemsOf } from '../../n8n/executions';
import { linkTo, takePicture } from './support/phone';
import { stackForTests } from './support/stack';

/** The example of an approval, in a real n8n, with a person who decides on a phone. */

const APPROVER = '0570004567';

const stack = stackForTests({ emulator: { campaignStepMs: 60_000 } });
let phone: Phone;
beforeAll(async () => {
	phone = await stack.phone();
});

/** Starts the example; its execution once it waits, and the page of the approver. */
async function ask(change: (example: ReturnType<typeof readExample>) => void = () => undefined) {
	const example = readExample('campaign-after-approval.json');
	change(example);
	const id = await stack.ask(example, nodeNames.start);
	const page = await phone.open(linkTo(stack, APPROVER));
	return {
		id,
		page,
		press: async (name: string) => await page.getByRole('button', { name }).click(),
	};
}

const customers = () => stack.control.ledger().entries.filter((entry) => entry.phone !== APPROVER);

it('nothing leaves before the approver has seen it and said yes; then it leaves', async () => {
	const { id, page, press } = await ask();
	await page.getByText('Hello יוסי, your coupon is SPRING15').waitFor();
	await page.getByText('Hello there, your coupon is SPRING20').waitFor();
	await takePicture(page, 'campaign-approval');
	expect(customers()).toEqual([]);
	await press('Approve');
	await page.getByText('Your answer was received').waitFor();
	const execution = await stack.success(id);
	expect(customers()).toHaveLength(3);
	expect(itemsOf(execution, 'Campaign')[0].json).toMatchObject({ recipientCount: 3, refused: 0 });
});

it('ten thousand rows are one question, and n8n answers meanwhile', async () => {
	const { id, page, press } = await ask((example) => {
		const code = `return Array.from({ length: 10000 }, (_, index) => ({ json: {
			phone: '05' + String(10000000 + index), first_name: 'n' + index, coupon: 'C' + index } }));`;
		nodeOf(example, 'Customers').parameters.jsCode = code;
	});
	await page.getByText('10,000').first().waitFor();
	expect(await page.locator('article').count()).toBe(12);
	const began = Date.now();
	await press('Approve');
	await page.getByText('Your answer was received').waitFor();
	process.stdout.write(`Approval of 10,000 rows: page after ${Date.now() - began} ms\n`);
	const [{ json }] = itemsOf(await stack.success(id), 'Campaign');
	expect(json).toMatchObject({ recipientCount: 10_000 });
});

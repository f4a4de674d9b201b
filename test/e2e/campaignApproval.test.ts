// If this fails, a campaign leaves before it was approved, or other than it was.
import { nodeNames, readExample } from '../../demo/exampleWorkflows';
import { itemsOf } from '../../n8n/executions';
import { linkTo, takePicture } from './support/phone';
import { stackForTests } from './support/stack';

/** The example of an approval, in a real n8n, with a person who decides on a phone. */

const APPROVER = '0570004567';

const stack = stackForTests({ emulator: { campaignStepMs: 60_000 } });
const customers = () => stack.control.ledger().entries.filter((entry) => entry.phone !== APPROVER);

it('nothing leaves before the approver has seen it and said yes; then it leaves', async () => {
	const id = await stack.ask(readExample('campaign-after-approval.json'), nodeNames.start);
	const page = await (await stack.phone()).open(linkTo(stack, APPROVER));
	await page.getByText('Hello יוסי, your coupon is SPRING15').waitFor();
	await page.getByText('Hello there, your coupon is SPRING20').waitFor();
	await takePicture(page, 'campaign-approval');
	expect(customers()).toEqual([]);
	await page.getByRole('button', { name: 'Approve' }).click();
	await page.getByText('Your answer was received').waitFor();
	const execution = await stack.success(id);
	expect(customers()).toHaveLength(3);
	expect(itemsOf(execution, 'Campaign')[0].json).toMatchObject({ recipientCount: 3, refused: 0 });
});

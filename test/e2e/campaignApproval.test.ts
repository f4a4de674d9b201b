// If this fails, a campaign leaves before it was approved, or other than it was.
import { nodeNames, nodeOf, readExample } from '../../demo/exampleWorkflows';
import { itemsOf } from '../../n8n/executions';
import { linkTo, takePicture } from './support/phone';
import { stackForTests } from './support/stack';

/** The example of an approval, in a real n8n, with a person who decides on a phone. */

const APPROVER = '0570004567';

const stack = stackForTests({ emulator: { campaignStepMs: 60_000 } });
const customers = () => stack.control.ledger().entries.filter((entry) => entry.phone !== APPROVER);

it('nothing leaves before the approver has seen it and said yes; then it leaves, to all but who is left out', async () => {
	const example = readExample('campaign-after-approval.json');
	const { assignments } = nodeOf(example, 'Settings').parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	assignments.find(({ name }) => name === 'leaveOut')!.value = '0570001001';
	const id = await stack.ask(example, nodeNames.start);
	const page = await (await stack.phone()).open(linkTo(stack, APPROVER));
	await page.getByText('Hello יוסי, your coupon is SPRING15').waitFor();
	await page.getByText('Hello there, your coupon is SPRING20').waitFor();
	await takePicture(page, 'campaign-approval');
	expect(customers()).toEqual([]);
	await page.getByRole('button', { name: 'Approve' }).click();
	await page.getByText('Your answer was received').waitFor();
	const execution = await stack.success(id);
	expect(customers().map(({ phone }) => phone)).toEqual(['0570001002', '0570021003']);
	const outcomes = itemsOf(execution, 'Campaign').map(({ json }) => json.outcome);
	expect(outcomes).toEqual(['leftOut', 'accepted', 'accepted']);
});

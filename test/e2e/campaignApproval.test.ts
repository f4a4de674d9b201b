// If this fails, a campaign leaves before it was approved, or other than it was.
import type { Page } from 'playwright-core';

import { nodeNames, nodeOf, readExample } from '../../demo/exampleWorkflows';
import { itemsOf, waitForExecution } from '../../n8n/executions';
import type { Execution, WorkflowJson } from '../../n8n/types';
import { linkTo, takePicture } from './support/phone';
import { stackForTests } from './support/stack';

/** The example of an approval, in a real n8n, with a person who decides on a phone. */

const APPROVER = '0570004567';

const stack = stackForTests({ emulator: { campaignStepMs: 60_000 } });
const customers = () => stack.control.ledger().entries.filter((entry) => entry.phone !== APPROVER);

/** The example, without its first customer, and once the approver is asked. */
async function askApprover(change: (example: WorkflowJson) => void = () => {}): Promise<string> {
	const example = readExample('campaign-after-approval.json');
	const { assignments } = nodeOf(example, 'Settings').parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	assignments.find(({ name }) => name === 'leaveOut')!.value = '0570001001';
	change(example);
	return await stack.ask(example, nodeNames.start);
}

async function approve(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Approve' }).click();
	await page.getByText('Your answer was received').waitFor();
}

const openPage = async () => await (await stack.phone()).open(linkTo(stack, APPROVER));
const outcomesOf = (execution: Execution) =>
	itemsOf(execution, 'Campaign').map(({ json }) => json.outcome);

it('nothing leaves before the approver has seen it and said yes; then it leaves, to all but who is left out', async () => {
	const id = await askApprover();
	const page = await openPage();
	await page.getByText('Hello יוסי, your coupon is SPRING15').waitFor();
	await page.getByText('Hello there, your coupon is SPRING20').waitFor();
	await takePicture(page, 'campaign-approval');
	expect(customers()).toEqual([]);
	await approve(page);
	expect(outcomesOf(await stack.success(id))).toEqual(['leftOut', 'accepted', 'accepted']);
	expect(customers().map(({ phone }) => phone)).toEqual(['0570001002', '0570021003']);
});

it('a refused row keeps it from being asked about; where errors are to go on, the others are', async () => {
	const rows = [{ phone: '12' }, { phone: '0570001002', coupon: 'A' }];
	const parameters = { jsCode: `return ${JSON.stringify(rows)}.map((json) => ({ json }));` };
	const example = readExample('campaign-after-approval.json');
	Object.assign(nodeOf(example, nodeNames.customers).parameters, parameters);
	expect((await stack.run(example, nodeNames.start)).status).toBe('error');
	expect(stack.control.ledger().entries).toEqual([]);

	const id = await askApprover((goingOn) => {
		Object.assign(nodeOf(goingOn, nodeNames.customers).parameters, parameters);
		Object.assign(nodeOf(goingOn, 'Preview'), { onError: 'continueRegularOutput' });
	});
	await approve(await openPage());
	await stack.success(id);
	expect(customers().map(({ phone }) => phone)).toEqual(['0570001002']);
});

it('whoever may have it gets nothing again by either retry', async () => {
	const id = await askApprover();
	stack.control.addFaults([{ kind: 'resetAfter', endpoint: 'scheduleSms', nth: 1 }]);
	await approve(await openPage());
	const { error } = await waitForExecution(stack.client, id);
	expect(error?.message).toContain('The outcome is unknown');
	for (const loadWorkflow of [false, true]) {
		const path = `/executions/${id}/retry`;
		const retry = await stack.client.request<{ id: string }>('POST', path, { loadWorkflow });
		await waitForExecution(stack.client, retry.id);
	}
	expect(customers().map(({ phone, count }) => [phone, count])).toEqual([
		['0570001002', 1],
		['0570021003', 1],
	]);
});

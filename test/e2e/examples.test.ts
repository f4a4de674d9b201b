import { readFileSync } from 'node:fs';

import { examplePath, nodeNames } from '../../demo/exampleWorkflows';
import { startStack, type Stack } from '../../demo/startStack';
import { itemsOf, runWorkflow, waitForExecution } from '../../n8n/executions';
import type { Execution, WorkflowJson } from '../../n8n/types';

/** Each example is imported from its file as it is and run. The two of the demo have a test of their own. */
jest.setTimeout(120_000);

let stack: Stack;
beforeAll(async () => {
	stack = await startStack();
}, 600_000);
afterAll(async () => await stack?.stop());
beforeEach(() => stack.emulator.control.reset());

async function runExample(file: string): Promise<Execution> {
	const json = JSON.parse(readFileSync(examplePath(file), 'utf8')) as WorkflowJson;
	const workflow = await stack.client.createWorkflow(json, [stack.credential]);
	const execution = await waitForExecution(
		stack.client,
		await runWorkflow(stack.client, workflow, nodeNames.start),
	);
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

const dataOf = (execution: Execution, node: string) =>
	itemsOf(execution, node).map(({ json }) => json);

describe('examples', () => {
	it('template campaign: waits for its end, reports on each customer, names the row to correct', async () => {
		stack.emulator.control.changeSettings({ campaignStepMs: 1_000 });
		const execution = await runExample('template-campaign-with-report.json');
		expect(dataOf(execution, 'Report')).toMatchObject([
			{ name: 'Dana', phone: '0501111001', sent: true, outcome: 'END' },
			{ name: 'Yossi', phone: '0501111002', sent: true, outcome: 'END' },
			{ name: 'Noa', phone: '972521111003', sent: true, outcome: 'END' },
		]);
		expect(dataOf(execution, 'Rows to correct')).toEqual([
			{
				phone: '0501111004',
				reason: expect.stringContaining('needs the field "first_name"') as string,
			},
		]);
		expect(stack.emulator.control.ledger()).toMatchObject({ total: 3, duplicates: [] });
	});

	it('status loop: looks until the campaign has ended', async () => {
		stack.emulator.control.changeSettings({ campaignStepMs: 700 });
		const execution = await runExample('campaign-status-loop.json');
		expect(execution.runData['Campaign status'].length).toBeGreaterThan(1);
		expect(dataOf(execution, 'Result')).toMatchObject([{ status: 'done', notSent: [] }]);
	});

	it('contact sync: sorts registered, blocked and wrong contacts', async () => {
		const execution = await runExample('contact-sync.json');
		expect(dataOf(execution, 'Registered')).toEqual([
			{ phone: '0501111001', result: 'ALREADY_REG' },
			{ phone: '0503334444', result: 'OK' },
		]);
		expect(dataOf(execution, 'Blocked')).toEqual([
			{ phone: '0541111023', note: 'Chen opted out of this list' },
		]);
		expect(dataOf(execution, 'Rows to correct')).toEqual([
			{ phone: '12', reason: expect.stringContaining('no valid') as string },
		]);
		const added = stack.emulator.control.contacts(1001).find(({ phone }) => phone === '0503334444');
		expect(added?.fields).toMatchObject({ fname: 'Lior', lname: 'Green' });
	});
});

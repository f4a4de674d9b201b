// If this fails, an example that keeps a data table forgets who has a message, or sends it again.
import type { IDataObject } from 'n8n-workflow';

import { nodeNames, nodeOf } from '../../demo/exampleWorkflows';
import type { FaultRule } from '../../emulator';
import { itemsOf } from '../../n8n/executions';
import type { WorkflowJson } from '../../n8n/types';
import { meant } from '../operations/meant';
import { giveRows, nameTable } from './support/examples';
import { stackForTests } from './support/stack';
import { importWithTable } from './support/tables';
import examples from './tableExamples.json';

/** Examples that keep a table, each with one of its own, and what happens to it one step after the other. */

const stack = stackForTests();

/** What a person does before a run, and what must have come of it. */
interface Step {
	/** A campaign of this name; it is set up when it is given customers, and runs again otherwise. */
	campaign?: string;
	customers?: object[];
	parameters?: object;
	faults?: FaultRule[];
	insert?: object[];
	/** Rows in which a column has a value get others; times are spelled `6 days ago`. */
	update?: Array<[column: string, value: string, IDataObject]>;
	outcomes?: string[];
	/** Why the run stops; without it, it succeeds. */
	error?: string;
	rows?: object[];
	/** Everyone who got a message so far. */
	reached?: string[];
}

interface Kept {
	what: string;
	file: string;
	/** The nodes that read or change the table. */
	users: string[];
	settings?: IDataObject;
	steps: Step[];
}

const DAY_MS = 24 * 60 * 60_000;
function inTime(data: IDataObject): IDataObject {
	const { sentAt, ...others } = data;
	if (sentAt === undefined) return others;
	const days = parseFloat(String(sentAt));
	return { ...others, sentAt: new Date(Date.now() - days * DAY_MS).toISOString() };
}

/** The example as a person changes it for a campaign. */
function setUp(example: WorkflowJson, { what, settings }: Kept, step: Step): void {
	if (step.customers === undefined) return;
	nameTable(example, what);
	const { assignments } = nodeOf(example, 'Settings').parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	const own: IDataObject = { ...settings, campaign: step.campaign };
	for (const each of assignments) each.value = own[each.name] ?? each.value;
	giveRows(example, nodeNames.customers, step.customers);
	Object.assign(nodeOf(example, nodeNames.send).parameters, step.parameters);
}

const reached = () =>
	stack.control
		.ledger()
		.entries.flatMap(({ phone, count }) => Array<string>(count).fill(phone))
		.sort();

it.each(examples as unknown as Kept[])('$what', async (kept) => {
	const campaigns = new Map<string, Awaited<ReturnType<typeof importWithTable>>>();
	for (const [nth, step] of kept.steps.entries()) {
		const { campaign = '', customers, faults = [], insert, update = [] } = step;
		if (customers !== undefined || !campaigns.has(campaign)) {
			const change = (example: WorkflowJson) => setUp(example, kept, step);
			campaigns.set(campaign, await importWithTable(stack, kept.file, kept.users, change));
		}
		const table = campaigns.get(campaign)!;
		if (insert) await table.insert(insert);
		for (const [column, value, data] of update) await table.update(column, value, inTime(data));
		stack.control.addFaults(faults);
		const execution = await stack.run(table.workflow, nodeNames.start);
		expect([nth, execution.error?.message]).toEqual([nth, meant(step.error)]);
		const outcomes = itemsOf(execution, nodeNames.send).map(({ json }) => json.outcome);
		if (step.outcomes) expect([nth, outcomes]).toEqual([nth, step.outcomes]);
		const rows = meant(step.rows) as object[] | undefined;
		if (rows) expect([nth, await table.rows()]).toMatchObject([nth, rows]);
		if (step.reached) expect([nth, reached()]).toEqual([nth, step.reached]);
	}
});

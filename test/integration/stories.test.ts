// If this fails, someone gets a message twice or none, or an output says of a row what did not happen.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';
import { operationNamed } from '../operations';
import { meant } from '../operations/meant';
import { processedItemsForTests } from './harness/processedItems';
import { retryExecution, runBranches, type BranchResult } from './harness/runBranches';
import { expectOurVoice, failureOf, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Executions of a node, one after the other, as data: what it was given, and what came of it. */

/** A text that contains all of these, or has the patterns between slashes. */
type Said = string | string[];

/** A node as a person set it up. */
interface Node {
	operation?: string;
	/** Beside those of its row in test/operations, and of what it is like; groups of options are joined. */
	parameters?: INodeParameters;
}

/** One execution, and what must come of it. */
interface Run extends Node {
	/** The name of a node of the file that it is like. */
	node?: string;
	items?: IDataObject[];
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
	/** A model calls it for each item. */
	isTool?: true;
	/** "Retry On Fail" with so many tries. */
	tries?: number;
	/** Faults of the operation's own requests. */
	faults?: Array<Partial<FaultRule>>;
	account?: object;
	/** Retries the execution before, as it was or with the node as it is now. */
	retry?: 'as it was' | 'as it is now';
	/** What time it is. */
	now?: number;

	/** The error that stops it, by all that it says; none when left out. */
	error?: Said;
	/** What the error does not say. */
	errorWithout?: string[];
	/** A part of the context of the error. */
	context?: object;
	outcomes?: string[];
	/** A part of the data of each item; `<missing>` is a column that it does not have. */
	output?: object[];
	/** What items that failed say, each in its place. */
	failures?: Array<Said | null>;
	/** A part of each request of this execution, or how many there are. */
	requests?: object[] | number;
	/** Who has how many messages of all executions, each with the text where it says so. */
	reached?: Record<string, number>;
	texts?: Record<string, string>;
	hints?: Said;
	/** What the hints do not say. */
	hintsWithout?: string[];
	/** Nothing of a message is kept under a Campaign Key. */
	keepsNothing?: true;
	/** What the items are warned of, each in its place. */
	warnings?: Said[];
	/** All items have the same data. */
	isSame?: true;
}
interface Stories {
	about: string;
	nodes?: Record<string, Node>;
	items?: IDataObject[];
	stories: Record<string, Run[]>;
}

const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });
const storage = processedItemsForTests();
afterEach(() => jest.restoreAllMocks());

const folder = path.join(__dirname, 'stories');
const files = readdirSync(folder).map(
	(file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Stories[],
);

const isGroup = (value: unknown): value is INodeParameters =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function joined(...all: INodeParameters[]): INodeParameters {
	return all.reduce((before, own) => {
		const both = Object.entries(own).map(([name, value]) => {
			const other = before[name];
			return [name, isGroup(value) && isGroup(other) ? { ...other, ...value } : value];
		});
		return { ...before, ...(Object.fromEntries(both) as INodeParameters) };
	}, {});
}

function optionsOf(run: Run, { nodes = {}, items: usual = [{}] }: Stories) {
	const like = nodes[run.node ?? ''] ?? {};
	const operation = operationNamed(`ExtApi ${run.operation ?? like.operation}`);
	return {
		operation,
		options: {
			node: operation.node(),
			parameters: joined(operation.parameters, like.parameters ?? {}, run.parameters ?? {}),
			items: (run.items ?? usual).map((json) => ({ json })),
			credential: service.credential(),
			settings: {
				...(run.onError && { onError: run.onError }),
				...(run.isTool && { type: 'underTestTool' }),
				...(run.tries && { retryOnFail: true, maxTries: run.tries, waitBetweenTries: 1 }),
			},
		},
	};
}

function expectSaid(text: string, said: Said): void {
	for (const each of [said].flat()) {
		if (/^\/.*\/$/s.test(each)) expect(text).toMatch(new RegExp(each.slice(1, -1), 's'));
		else expect(text).toContain(each);
	}
}

/** Each is what is expected, and has none of the columns that are missing. */
function expectParts(found: IDataObject[], expected: object[]): void {
	const entries = expected.map((each) => Object.entries(each) as Array<[string, unknown]>);
	const present = entries.map((all) =>
		Object.fromEntries(all.filter(([, value]) => value !== '<missing>')),
	);
	expect(found).toMatchObject(present.map(meant) as object[]);
	for (const [index, all] of entries.entries()) {
		for (const [name, value] of all)
			if (value === '<missing>') expect(found[index]).not.toHaveProperty(name);
	}
}

async function execute(run: Run, group: Stories, before?: IRun): Promise<BranchResult> {
	const { options, operation } = optionsOf(run, group);
	const { endpoint } = operation;
	if (!run.retry) await operation.prepare?.(service);
	service.control.addFaults(
		(run.faults ?? []).map((fault) => ({ endpoint, ...fault }) as FaultRule),
	);
	if (run.account) service.control.changeAccount(run.account);
	if (run.now) jest.spyOn(Date, 'now').mockReturnValue(run.now);
	return run.retry
		? await retryExecution(options, before!, run.retry === 'as it is now')
		: await runBranches(options);
}

const reached = () => service.control.ledger().entries;
const itemsOf = ({ main, errors }: BranchResult): INodeExecutionData[] => [...main, ...errors];

/** What must have come of an execution. */
function check(run: Run, result: BranchResult, requests: IDataObject[]): void {
	const { error } = result;
	const { full, all } = sentencesOf(error);
	if (run.error === undefined) expect(all.trim()).toBe('');
	else {
		expect(error).toBeDefined();
		expectSaid(`${full}\n${all}`, run.error);
	}
	for (const each of run.errorWithout ?? []) expect(all).not.toContain(each);
	if (run.context) expect(error).toMatchObject({ context: meant(run.context) });
	const items = itemsOf(result);
	const jsons = items.map(({ json }) => json);
	if (run.outcomes) expect(jsons.map(({ outcome }) => outcome)).toEqual(run.outcomes);
	if (run.output) expectParts(jsons, run.output);
	for (const [index, said] of (run.failures ?? []).entries()) {
		if (said === null) expect(failureOf(items[index])).toBeUndefined();
		else expectSaid(failureOf(items[index]) ?? '', said);
	}
	if (typeof run.requests === 'number') expect(requests).toHaveLength(run.requests);
	else if (run.requests) expectParts(requests, run.requests);
	const entries = reached();
	if (run.reached) {
		const counts = entries.map(({ phone, count }) => [phone, count]);
		expect(Object.fromEntries(counts)).toEqual(run.reached);
	}
	if (run.texts) {
		expect(Object.fromEntries(entries.map(({ phone, text }) => [phone, text]))).toEqual(run.texts);
	}
	const runData = result.run.data.resultData.runData['Node under test'];
	const hints = (runData?.[0].hints ?? []).map(({ message }) => message).join('\n');
	if (run.hints?.length === 0) expect(hints).toBe('');
	expectSaid(hints, run.hints ?? []);
	for (const each of run.hintsWithout ?? []) expect(hints).not.toContain(each);
	if (run.keepsNothing) expect(storage.kept.join()).not.toMatch(/left|sent/);
	for (const [index, said] of (run.warnings ?? []).entries())
		expectSaid(String(jsons[index].warnings), said);
	if (run.isSame) for (const json of jsons) expect(json).toEqual(jsons[0]);
	expectOurVoice(error, items);
}

describe.each(files.flat())('$about', (group) => {
	it.each(Object.entries(group.stories))('%s', async (_what, runs) => {
		let before: IRun | undefined;
		for (const run of runs) {
			service.control.clearRequests();
			const result = await execute(run, group, before);
			check(run, result, service.bodies());
			jest.restoreAllMocks();
			before = result.run;
		}
	});
});

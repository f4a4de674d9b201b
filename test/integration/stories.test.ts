// If this fails, someone gets a message twice or none, or an output says of a row what did not happen.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';
import { operationNamed } from '../operations';
import { meant } from '../operations/meant';
import { approved } from './harness/approved';
import { processedItemsForTests } from './harness/processedItems';
import { retryExecution, runBranches, type BranchResult } from './harness/runBranches';
import { expectOurVoice, failureOf, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { phones } from './harness/smsCampaign';
import type { Run, Said, Stories } from './harness/story';

/** Executions of a node, one after the other, as data: what it was given, and what came of it (`harness/story.ts`). */

const service = serviceForTests({
	...{ campaignStepMs: 60_000, duplicates: 'keep', pastSchedule: 'refused' },
});
const storage = processedItemsForTests();
/** The output of executions that a story keeps. */
const kept = new Map<string, INodeExecutionData[]>();
afterEach(() => {
	jest.restoreAllMocks();
	kept.clear();
});

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

/** Sets a value by its path, or takes it away. */
function change(data: IDataObject, where: string, value: unknown): void {
	const names = where.split('.');
	const last = names.pop()!;
	const parent = names.reduce((all, name) => all[name] as IDataObject, data);
	if (value === '<missing>') delete parent[last];
	else parent[last] = value as IDataObject;
}

function inputOf(run: Run, { items: usual = [{}] }: Stories): INodeExecutionData[] {
	const { items = usual, rows, from, picks, changes = {} } = run;
	const given = (rows === undefined ? items : phones(rows)).map((json) => ({ json }));
	const all = structuredClone(from === undefined ? given : kept.get(from)!);
	const input = picks === undefined ? all : picks.map((index) => structuredClone(all[index]));
	const datas = input.map(({ json }) => json);
	for (const [where, value] of Object.entries(changes)) change(datas as never, where, value);
	return input;
}

function optionsOf(run: Run, stories: Stories) {
	const like = stories.nodes?.[run.node ?? ''] ?? {};
	const operation = operationNamed(`ExtApi ${run.operation ?? like.operation}`);
	return {
		operation,
		options: {
			node: operation.node(),
			parameters: joined(operation.parameters, like.parameters ?? {}, run.parameters ?? {}),
			items: inputOf(run, stories),
			credential: service.credential(run.token),
			settings: {
				...(run.id && { id: run.id }),
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

function expectWithout(text: string, words: string[] = []): void {
	for (const each of words) expect(text).not.toContain(each);
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
			if (value === '<missing>') expect(found[index][name]).toBeUndefined();
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
	if (run.now) setClock([run.now].flat());
	const result = run.retry
		? await retryExecution(options, before!, run.retry === 'as it is now')
		: await runBranches(options);
	if (run.keeps !== undefined) kept.set(run.keeps, await asKept(result, run));
	return result;
}

function setClock(times: string[]): void {
	const past = () => Math.min(service.control.requests().length, times.length - 1);
	jest.spyOn(Date, 'now').mockImplementation(() => Date.parse(times[past()]));
}

/** The output as the next node gets it: of the node, or of an approval behind it. */
async function asKept(result: BranchResult, run: Run): Promise<INodeExecutionData[]> {
	const items = itemsOf(result);
	if (run.approved === undefined) return items;
	return await approved(items, service.credential(run.approved.token), run.approved);
}

const itemsOf = ({ main, errors }: BranchResult): INodeExecutionData[] => [...main, ...errors];

/** The number of the item that one is paired with, or the numbers. */
function pairingOf({ pairedItem }: INodeExecutionData): unknown {
	const numberOf = (each: unknown) => (each as { item: number }).item;
	return Array.isArray(pairedItem) ? pairedItem.map(numberOf) : numberOf(pairedItem);
}

/** What must have come of an execution. */
function check(
	run: Run,
	result: BranchResult,
	requests: IDataObject[],
	before: IDataObject[],
): void {
	const { error } = result;
	const { full, all } = sentencesOf(error);
	if (run.error === undefined) expect(all.trim()).toBe('');
	else {
		expect(error).toBeDefined();
		expectSaid(`${full}\n${all}`, run.error);
	}
	expectWithout(all, run.errorWithout);
	if (run.context) expect(error).toMatchObject({ context: meant(run.context) });
	const items = itemsOf(result);
	const jsons = items.map(({ json }) => json);
	if (run.outcomes) expect(jsons.map(({ outcome }) => outcome)).toEqual(run.outcomes);
	if (run.count !== undefined) expect(items).toHaveLength(run.count);
	if (run.output) expectParts(jsons, run.output);
	if (run.pairedTo) expect(items.map(pairingOf)).toEqual(run.pairedTo);
	for (const [index, said] of (run.failures ?? []).entries()) {
		if (said === null) expect(failureOf(items[index])).toBeUndefined();
		else expectSaid(failureOf(items[index]) ?? '', said);
	}
	if (typeof run.requests === 'number') expect(requests).toHaveLength(run.requests);
	else if (run.requests) expectParts(requests, run.requests);
	if (run.hasRequestsOfBefore) expect(requests).toEqual(before);
	const { entries } = service.control.ledger();
	if (run.reached) {
		const counts: Record<string, number> = {};
		for (const { phone, count } of entries) counts[phone] = (counts[phone] ?? 0) + count;
		expect(counts).toEqual(run.reached);
	}
	if (run.texts) {
		expect(Object.fromEntries(entries.map(({ phone, text }) => [phone, text]))).toEqual(run.texts);
	}
	const runData = result.run.data.resultData.runData['Node under test'];
	const hints = (runData?.[0].hints ?? []).map(({ message }) => message).join('\n');
	if (run.hints?.length === 0) expect(hints).toBe('');
	expectSaid(hints, run.hints ?? []);
	expectWithout(hints, run.hintsWithout);
	if (run.keepsNothing) expect(storage.kept.join()).not.toMatch(/left|sent/);
	for (const [index, said] of (run.warnings ?? []).entries())
		expectSaid(String(jsons[index].warnings), said);
	if (run.isSame) for (const json of jsons) expect(json).toEqual(jsons[0]);
	const page = Buffer.from(items[0]?.binary?.preview?.data ?? '', 'base64').toString();
	expectSaid(page, run.page ?? []);
	expectWithout(page, run.pageWithout);
	if (run.messagesOnPage) expect(page.match(/<article/g)).toHaveLength(run.messagesOnPage);
	expectWithout(JSON.stringify(jsons), run.outputWithout);
	expectOurVoice(error, items);
}

describe.each(files.flat())('$about', (group) => {
	it.each(Object.entries(group.stories))('%s', async (_what, runs) => {
		let before: IRun | undefined;
		let requests: IDataObject[] = [];
		for (const run of runs) {
			service.control.clearRequests();
			const result = await execute(run, group, before);
			check(run, result, service.bodies(), requests);
			jest.restoreAllMocks();
			before = result.run;
			requests = service.bodies();
		}
	});
});

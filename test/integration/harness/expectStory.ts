// What must have come of an execution of a story.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { meant } from '../../operations/meant';
import type { AgentTurn } from './callingAgent';
import type { ProcessedItemsStorage } from './processedItems';
import type { BranchResult } from './runBranches';
import { expectOurVoice, failureOf, NODE, sentencesOf } from './runNode';
import type { serviceForTests } from './serviceForTests';
import type { Run, Said } from './story';

/** What there is to see after an execution. */
interface Seen {
	result: BranchResult;
	service: ReturnType<typeof serviceForTests>;
	storage: ProcessedItemsStorage;
	/** Requests of the execution before. */
	before: IDataObject[];
	/** The turn of the agent whose call was reviewed. */
	turn?: AgentTurn;
}

export function expectSaid(text: string, said: Said): void {
	for (const each of [said].flat()) {
		if (/^\/.*\/$/s.test(each)) expect(text).toMatch(new RegExp(each.slice(1, -1), 's'));
		else expect(text).toContain(each);
	}
}

function expectWithout(text: string, words: string[] = []): void {
	for (const each of words) expect(text).not.toContain(each);
}

/** Each is what is expected, and has none of the columns that are missing. */
export function expectParts(found: IDataObject[], expected: object[]): void {
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

export const itemsOf = ({ main, errors }: BranchResult): INodeExecutionData[] => [
	...main,
	...errors,
];

/** The number of the item that one is paired with, or the numbers. */
export function pairingOf({ pairedItem }: INodeExecutionData): unknown {
	const numberOf = (each: unknown) => (each as { item: number }).item;
	return Array.isArray(pairedItem) ? pairedItem.map(numberOf) : numberOf(pairedItem);
}

/** What must have come of an execution. */
export function expectStory(run: Run, seen: Seen): void {
	const { result, service, storage, turn } = seen;
	const items = itemsOf(result);
	expectError(run, result);
	expectItems(run, items);
	expectRequests(run, seen);
	expectHints(run, result);
	expectPage(run, items);
	if (run.waits !== undefined) expect(result.hasWaited).toBe(run.waits);
	if (run.keepsNothing) expect(storage.kept.join()).not.toMatch(/left|sent/);
	if (run.atOnce) expect(service.control.ledger().maxConcurrent).toBe(run.atOnce);
	if (run.contacts) {
		const phones = service.control.contacts(1003).map(({ phone }) => phone);
		expect(phones.sort()).toEqual(run.contacts);
	}
	if (turn) {
		expect(turn.ran).toEqual([]);
		expectSaid(turn.told.join('\n'), run.told ?? []);
	}
	expectOurVoice(result.error, items);
}

function expectError(run: Run, { error }: BranchResult): void {
	const { full, all } = sentencesOf(error);
	if (run.error === undefined) expect(all.trim()).toBe('');
	else {
		expect(error).toBeDefined();
		expectSaid(`${full}\n${all}`, run.error);
	}
	expectWithout(all, run.errorWithout);
	if (run.context) expect(error).toMatchObject({ context: meant(run.context) });
}

function expectItems(run: Run, items: INodeExecutionData[]): void {
	const jsons = items.map(({ json }) => json);
	if (run.outcomes) expect(jsons.map(({ outcome }) => outcome)).toEqual(run.outcomes);
	if (run.count !== undefined) expect(items).toHaveLength(run.count);
	if (run.output) expectParts(jsons, run.output);
	if (run.pairedTo) expect(items.map(pairingOf)).toEqual(run.pairedTo);
	for (const [index, said] of (run.failures ?? []).entries()) {
		if (said === null) expect(failureOf(items[index])).toBeUndefined();
		else expectSaid(failureOf(items[index]) ?? '', said);
	}
	for (const [index, said] of (run.warnings ?? []).entries())
		expectSaid(String(jsons[index].warnings), said);
	if (run.isSame) for (const json of jsons) expect(json).toEqual(jsons[0]);
	expectWithout(JSON.stringify(jsons), run.outputWithout);
}

function expectRequests(run: Run, { service, before }: Seen): void {
	const requests = service.bodies();
	if (typeof run.requests === 'number') expect(requests).toHaveLength(run.requests);
	else if (run.requests) expectParts(requests, run.requests);
	if (run.mostRequests) expect(requests.length).toBeLessThanOrEqual(run.mostRequests);
	if (run.hasRequestsOfBefore) expect(requests).toEqual(before);
	const { entries } = service.control.ledger();
	if (run.reached) {
		const counts: Record<string, number> = {};
		for (const { phone, count } of entries) counts[phone] = (counts[phone] ?? 0) + count;
		expect(counts).toEqual(run.reached);
	}
	if (run.texts) {
		const texts = entries.map(({ phone, text }) => [phone, text]);
		expect(Object.fromEntries(texts)).toEqual(meant(run.texts));
	}
}

function expectHints(run: Run, { run: execution }: BranchResult): void {
	const runData = execution.data.resultData.runData[NODE];
	const hints = (runData?.[0].hints ?? []).map(({ message }) => message).join('\n');
	if (run.hints?.length === 0) expect(hints).toBe('');
	expectSaid(hints, run.hints ?? []);
	expectWithout(hints, run.hintsWithout);
}

function expectPage(run: Run, items: INodeExecutionData[]): void {
	const page = Buffer.from(items[0]?.binary?.preview?.data ?? '', 'base64').toString();
	expectSaid(page, run.page ?? []);
	expectWithout(page, run.pageWithout);
	if (run.messagesOnPage) expect(page.match(/<article/g)).toHaveLength(run.messagesOnPage);
}

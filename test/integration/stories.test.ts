// If this fails, someone gets a message twice or none, or an output says of a row what did not happen.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';
import { operationNamed } from '../operations';
import { approved } from './harness/approved';
import { calledByOldAgent, turnOf } from './harness/callingAgent';
import { expectStory, itemsOf } from './harness/expectStory';
import { filesOfStories } from './harness/filesOfStories';
import { processedItemsForTests } from './harness/processedItems';
import { retryExecution, runBranches, type BranchResult } from './harness/runBranches';
import { serviceForTests } from './harness/serviceForTests';
import { phones } from './harness/smsCampaign';
import type { Run, Stories } from './harness/story';

/** Executions of a node, one after the other, as data: what it was given, and what came of it (`harness/story.ts`). */

const service = serviceForTests({
	...{ campaignStepMs: 60_000, duplicates: 'keep', pastSchedule: 'refused' },
});
const storage = processedItemsForTests();
const n8nFiles = filesOfStories(service);
/** The executions that a story keeps, each with its output. */
const kept = new Map<string, { items: INodeExecutionData[]; run: IRun }>();
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
	const all = structuredClone(from === undefined ? given : kept.get(from)!.items);
	const input = picks === undefined ? all : picks.map((index) => structuredClone(all[index]));
	const datas = input.map(({ json }) => json);
	for (const [where, value] of Object.entries(changes)) change(datas as never, where, value);
	return input;
}

async function optionsOf(run: Run, stories: Stories) {
	const like = stories.nodes?.[run.node ?? ''] ?? {};
	const operation = operationNamed(`ExtApi ${run.operation ?? like.operation}`);
	const node = operation.node();
	const input = inputOf(run, stories);
	const binaries = await n8nFiles.of(run, stories, input.length);
	return {
		operation,
		options: {
			node: run.isTool === 'of an older agent' ? calledByOldAgent(node) : node,
			parameters: joined(operation.parameters, like.parameters ?? {}, run.parameters ?? {}),
			items: input.map((item, index) => ({
				...item,
				...(binaries[index] && { binary: binaries[index] }),
			})),
			credential: service.credential(run.token),
			...run.execution,
			...(run.reviewed && { turn: { ...turnOf(run.reviewed.call), ...run.reviewed } }),
			...(binaries.length > 0 && { n8n: n8nFiles.n8n() }),
			settings: {
				...(run.id && { id: run.id }),
				...(run.onError && { onError: run.onError }),
				...(run.isTool && { type: 'underTestTool' }),
				...(run.reviewed && { type: 'underTestHitlTool' }),
				...(run.tries && { retryOnFail: true, maxTries: run.tries, waitBetweenTries: 1 }),
			},
		},
	};
}

async function execute(run: Run, group: Stories, before?: IRun) {
	const { options, operation } = await optionsOf(run, group);
	const { endpoint } = operation;
	if (!run.retry) await operation.prepare?.(service);
	service.control.addFaults(
		(run.faults ?? []).map((fault) => ({ endpoint, ...fault }) as FaultRule),
	);
	service.control.changeSettings(run.service ?? {});
	if (run.heldBack) service.holdBack(run.heldBack);
	if (run.account) service.control.changeAccount(run.account);
	for (const [code, status] of Object.entries(run.campaigns ?? {})) {
		service.control.setCampaign(code, status);
	}
	if (run.now) setClock([run.now].flat());
	const result = run.retry
		? await retryExecution(options, before!, run.retry === 'as it is now')
		: await runBranches(options);
	if (run.keeps !== undefined) kept.set(run.keeps, await asKept(result, run));
	return { result, turn: options.turn };
}

function setClock(times: string[]): void {
	const past = () => Math.min(service.control.requests().length, times.length - 1);
	jest.spyOn(Date, 'now').mockImplementation(() => Date.parse(times[past()]));
}

/** The output as the next node gets it: of the node, or of an approval behind it. */
async function asKept(result: BranchResult, { approved: by }: Run) {
	const items = itemsOf(result);
	const credential = service.credential(by?.token);
	return { run: result.run, items: by ? await approved(items, credential, by) : items };
}

describe.each(files.flat())('$about', (group) => {
	beforeEach(() => service.control.changeSettings(group.service ?? {}));

	it.each(Object.entries(group.stories))('%s', async (_what, runs) => {
		let last: IRun | undefined;
		let before: IDataObject[] = [];
		for (const run of runs) {
			service.control.clearRequests();
			const { result, turn } = await execute(run, group, kept.get(run.of ?? '')?.run ?? last);
			expectStory(run, { result, service, storage, before, turn });
			await n8nFiles.expectGot(run.filesGot ?? {});
			jest.restoreAllMocks();
			last = result.run;
			before = service.bodies();
		}
	});
});

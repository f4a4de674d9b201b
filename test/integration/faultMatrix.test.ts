// If this fails, some failure of the service comes out as success, or in words that say nothing.
import type { ExecutionError, INode, INodeExecutionData } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { faultKinds, type FaultKind } from '../../emulator';
import { variantsOf } from '../matrices';
import { everyOperation, type Operation } from '../operations';
import { holdsToken } from '../tokenForms';
import { failureOf, runNode, type NodeRunResult } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { expectItsVerbs } from './harness/verbs';

/** Every operation × every fault of the emulator × both ways to handle errors. */
const TIMEOUT_MS = 400;
/** Only a fault that delays is to meet the time-out: a busy machine answers late, too. */
const AMPLE_MS = 20_000;
const service = serviceForTests({
	campaignStepMs: 60_000,
	duplicates: 'keep',
	sharedMembers: 'each',
});
const token = 'demo-token-full';

jest.setTimeout(60_000);

/** What a person may be told of each fault; a reply that can be read all the same is none. */
const words: Record<FaultKind, RegExp> = {
	http500: /HTTP status 500|HTML page/,
	http429: /too many requests|HTTP status 429/i,
	resetBefore: /connection/i,
	resetAfter: /connection/i,
	delay: /did not answer in time/,
	cutJson: /cut|incomplete|could not be read|JSON/i,
	emptyBody: /empty/i,
	plainError: /cannot read the request: "No IP"/,
	errorWithoutAction: /has an internal fault: "system error \(temporary\)"/,
	redirect: /redirect|another URL/i,
	// Its answer is there; only its type is wrong.
	wrongContentType: /(?!)/,
	hugeReply: /a reply of more than 5 MB/,
	undocumented: /a reply in a form that is not in its documentation/,
};
/** Faults whose reply still holds the service's answer. */
const readable: FaultKind[] = ['wrongContentType'];
/** Faults that leave no doubt that nothing was done. */
const certain: FaultKind[] = ['http429', 'plainError', 'errorWithoutAction', 'redirect'];

const settings: Record<string, Partial<INode>> = {
	'stops at the error': { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	'continues after the error': {
		...{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		onError: 'continueRegularOutput',
	},
};

let tried = 0;
let failed = 0;

async function spoil(operation: Operation, kind: FaultKind, node: Partial<INode>) {
	service.control.reset();
	const timeout = kind === 'delay' ? TIMEOUT_MS : AMPLE_MS;
	await operation.prepare?.(service);
	service.control.addFaults([
		{
			kind,
			endpoint: operation.endpoint,
			...(kind === 'http429' ? { retryAfter: 0 } : {}),
			...(kind === 'delay' ? { ms: TIMEOUT_MS * 1.5 } : {}),
		},
	]);
	return await runNode({
		node: operation.node(),
		credential: service.credential(token),
		items: operation.usualItems,
		parameters: { ...operation.parameters, requestOptions: { timeout } },
		settings: node,
	});
}

/** What the service still does must count for this cell, not for the next. */
async function allAnswered() {
	do await sleep(20);
	while (service.control.requests().some(({ status }) => status === 0));
}

/** What a person reads of a failure, and of which item. */
interface Told {
	text: string;
	item: unknown;
}

/** Each failure a person sees: the node's own, or those of its items. */
function failuresOf({ error, items }: NodeRunResult): Told[] {
	if (error !== undefined) {
		const { message, description, context } = error as ExecutionError & {
			description?: string;
			context: { itemIndex?: number };
		};
		expect(String(description ?? '').length).toBeGreaterThan(10);
		return [{ text: `${message} ${description}`, item: context.itemIndex }];
	}
	return items.flatMap((item) => {
		const texts = [failureOf(item) ?? [], whomItCouldNotAsk(item)].flat();
		const { item: place } = (item.pairedItem ?? {}) as { item?: number };
		return texts.map((text) => ({ text, item: place }));
	});
}

/** A question that may have reached someone waits for the answer, and its item says so. */
function whomItCouldNotAsk({ json }: INodeExecutionData): string[] {
	const { failedFor = [] } = json as { failedFor?: Array<{ error: string }> };
	return failedFor.map(({ error }) => error);
}

function checkFailure({ text, item }: Told, operation: Operation, kind: FaultKind) {
	expect(text).not.toMatch(/undefined|\[object|AxiosError|Cannot read/);
	expect(text.length).toBeGreaterThan(25);
	expect(text).toMatch(words[kind]);
	expectItsVerbs(operation, text);
	expect(item).toEqual(expect.any(Number));
	const isUnknown = /outcome is unknown/i.test(text);
	expect(isUnknown).toBe(!certain.includes(kind) && operation.effect !== 'asks');
}

/** Nothing the service did may have been done twice: no two accepted requests are the same. */
function checkNothingTwice({ endpoint, effect }: Operation) {
	if (effect !== 'once') return;
	const done = service.control
		.requests()
		.filter((request) => request.endpoint === endpoint && request.accepted)
		.map(({ parameters }) => JSON.stringify(parameters));
	expect(new Set(done).size).toBe(done.length);
	expect(service.control.ledger().duplicates).toEqual([]);
}

const cells = everyOperation.flatMap((operation, ofOperation) =>
	faultKinds.flatMap((kind, ofKind) =>
		variantsOf(Object.entries(settings), ofOperation, ofKind).map(([setting, node]) => ({
			...{ operation, kind, node },
			title: `${operation.name} ${kind}, and the node ${setting}`,
		})),
	),
);

it.each(cells)('$title', async ({ operation, kind, node }) => {
	tried++;
	failed++;
	const result = await spoil(operation, kind, node);
	if (kind === 'delay') await allAnswered();
	const failures = failuresOf(result);
	expect(failures.length === 0).toBe(readable.includes(kind));
	if (failures.length === 0) expect(result.items).not.toEqual([]);
	for (const failure of failures) checkFailure(failure, operation, kind);
	checkNothingTwice(operation);
	expect(holdsToken(JSON.stringify([result.run.data, result.items]), token)).toBe(false);
	failed--;
});

afterAll(() => {
	process.stdout.write(`Fault matrix: ${tried} of ${cells.length} cells tried, ${failed} failed\n`);
});

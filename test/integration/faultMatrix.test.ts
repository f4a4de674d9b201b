import type { ExecutionError, INode, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { faultKinds, type FaultKind } from '../../emulator/faults/faults';
import { everyOperation, twoItems, type EveryOperation } from './harness/everyOperation';
import { runNode, type NodeRunResult } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Every operation × every fault of the emulator × both ways to handle errors. */
const TIMEOUT_MS = 400;
jest.mock('../../nodes/shared/transport/requestDefaults', () => ({
	...jest.requireActual<object>('../../nodes/shared/transport/requestDefaults'),
	REQUEST_TIMEOUT_MS: 400,
}));

const service = serviceForTests({ campaignStepMs: 60_000 });
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
	plainError: /./,
	errorWithoutAction: /./,
	redirect: /redirect|another address/i,
	wrongContentType: /./,
	hugeReply: /./,
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

async function spoil(operation: EveryOperation, kind: FaultKind, node: Partial<INode>) {
	service.control.reset();
	await operation.prepare?.(service);
	service.control.addFaults([
		{
			kind,
			endpoint: operation.endpoint as never,
			...(kind === 'http429' ? { retryAfter: 0 } : {}),
			...(kind === 'delay' ? { ms: TIMEOUT_MS * 2 } : {}),
		},
	]);
	return await runNode({
		node: operation.node(),
		credential: service.credential(token),
		items: twoItems,
		parameters: { ...operation.parameters, requestOptions: { timeout: TIMEOUT_MS } },
		settings: node,
	});
}

/** Each error a person sees: the node's own, or those of its items. */
function errorsOf({ error, items }: NodeRunResult): ExecutionError[] {
	const ofItems = items.flatMap((item) =>
		item.error ? [item.error as ExecutionError] : asError(item),
	);
	return error ? [error] : ofItems;
}

/** An error item that keeps its row: one text for what happened and how to fix it. */
function asError({ json, pairedItem }: INodeExecutionData): ExecutionError[] {
	if (typeof json.error !== 'string') return [];
	const context = { itemIndex: (pairedItem as IPairedItemData | undefined)?.item };
	return [{ message: json.error, description: json.error, context } as unknown as ExecutionError];
}

function checkError(error: ExecutionError, operation: EveryOperation, kind: FaultKind) {
	const { message, description, context } = error as ExecutionError & {
		description?: string;
		context: { itemIndex?: number };
	};
	expect(message).not.toMatch(/undefined|\[object|AxiosError|Cannot read/);
	expect(message.length).toBeGreaterThan(15);
	expect(`${message} ${description}`).toMatch(words[kind]);
	expect(String(description ?? '').length).toBeGreaterThan(10);
	expect(context.itemIndex).toEqual(expect.any(Number));
	const isUnknown = message.startsWith('The outcome is unknown');
	expect(isUnknown).toBe(!certain.includes(kind) && !operation.isHarmless);
}

/** Nothing the service did may have been done twice: no two accepted requests are the same. */
function checkNothingTwice({ endpoint, isHarmless }: EveryOperation) {
	if (isHarmless) return;
	const done = service.control
		.requests()
		.filter((request) => request.endpoint === endpoint && request.accepted)
		.map(({ parameters }) => JSON.stringify(parameters));
	expect(new Set(done).size).toBe(done.length);
	expect(service.control.ledger().duplicates).toEqual([]);
}

describe.each(Object.entries(settings))('a node that %s', (_title, node) => {
	describe.each(everyOperation)('$name', (operation) => {
		it.each(faultKinds)('%s', async (kind) => {
			tried++;
			failed++;
			const result = await spoil(operation, kind, node);
			// What the service still does must count for this cell, not for the next.
			if (kind === 'delay') await sleep(TIMEOUT_MS * 3);
			const errors = errorsOf(result);
			if (errors.length === 0) {
				expect(readable).toContain(kind);
				expect(result.items).not.toEqual([]);
			}
			for (const error of errors) checkError(error, operation, kind);
			checkNothingTwice(operation);
			expect(JSON.stringify([result.run.data, result.items])).not.toContain(token);
			failed--;
		});
	});
});

afterAll(() => {
	const cells = Object.keys(settings).length * everyOperation.length * faultKinds.length;
	process.stdout.write(`Fault matrix: ${tried} of ${cells} cells tried, ${failed} failed\n`);
});

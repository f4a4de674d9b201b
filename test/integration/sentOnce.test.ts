// If this fails, a retry sends a message twice.
import type { IDataObject, INode } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';
import { variantsOf } from '../matrices';
import { everyOperation, type Operation } from '../operations';
import { codes } from '../operations/items';
import { requestFaults, type RequestFault } from './harness/requestFaults';
import { runNode, type NodeRunResult } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * Every operation that must not happen twice × every point of failure × every setting. The service
 * reads a repeated phone as one more recipient, so that it hides nothing.
 */
const service = serviceForTests({
	campaignStepMs: 60_000,
	duplicates: 'keep',
	sharedMembers: 'each',
});

jest.setTimeout(60_000);

const phones = ['0570002233', '0570002234', '0570002235'];
const texts = ['a', 'b', 'c'];
/** One request for each. */
const perPhone: IDataObject[] = phones.map((phone, index) => ({
	...{ phone, text: texts[index], amount: index + 1, code: `0000${index}`, taskId: codes[index] },
}));
/** Two phones with three texts each: three requests of a campaign. */
const perText: IDataObject[] = texts.flatMap((text) =>
	phones.slice(0, 2).map((phone) => ({ phone, text })),
);

/** `sendAndWaitSentOnce.test.ts` has those that take one item and wait. */
const operations = everyOperation.filter(
	({ effect, takesOneItem }) => effect === 'once' && !takesOneItem,
);
/** The items of three requests, and how many a loop hands over at a time so that it makes three too. */
const itemsOf = ({ overAllItems }: Operation) =>
	overAllItems ? { items: perText, batch: 2 } : { items: perPhone, batch: 1 };

/** The request that meets the fault. */
const [FIRST, MIDDLE, LAST] = [1, 2, 3];

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const continues = { onError: 'continueRegularOutput' } as const;
interface Setting {
	name: string;
	settings: Partial<INode>;
	inLoop?: true;
}
const settings: Setting[] = [
	{ name: 'Retry On Fail', settings: retry },
	{ name: 'On Error: Continue', settings: continues },
	{ name: 'both', settings: { ...retry, ...continues } },
	{ name: 'Retry On Fail in a loop', settings: retry, inLoop: true },
	{ name: 'both in a loop', settings: { ...retry, ...continues }, inLoop: true },
];

const cells = operations.flatMap((operation, ofOperation) =>
	settings.flatMap((setting, ofSetting) =>
		requestFaults.map((fault, ofFault) => ({
			operation,
			setting,
			fault,
			points: variantsOf([FIRST, MIDDLE, LAST], ofOperation, ofSetting, ofFault),
			title: `${operation.name}, ${setting.name}, ${fault.name}`,
		})),
	),
);
let tried = 0;

/** How often each deed was done, by the service's own record. */
function deedsDone({ endpoint, once }: Operation): Map<string, number> {
	const done = new Map<string, number>();
	for (const request of service.control.requests()) {
		if (request.endpoint !== endpoint || !request.accepted) continue;
		for (const deed of once!.deeds(request.parameters as IDataObject)) {
			done.set(deed, (done.get(deed) ?? 0) + 1);
		}
	}
	return done;
}

/** Messages of the errors a person sees, of the node or of its items. */
function errorsOf({ error, items }: NodeRunResult): string[] {
	const ofItems = items.flatMap((item) =>
		item.error || item.json.error
			? [String(item.error?.message ?? (item.json.error as string))]
			: [],
	);
	return error ? [error.message, ...ofItems] : ofItems;
}

async function tryCell(
	operation: Operation,
	{ settings: nodeSettings, inLoop }: Setting,
	{ name: _name, isCertain, ...fault }: RequestFault,
	nth: number,
) {
	service.control.reset();
	await operation.prepare?.(service);
	const { items, batch } = itemsOf(operation);
	service.control.addFaults([{ ...fault, nth, endpoint: operation.endpoint } as FaultRule]);
	const result = await runNode({
		node: operation.node(),
		credential: service.credential(),
		items,
		parameters: {
			...operation.parameters,
			...operation.once!.parameters,
		},
		settings: nodeSettings,
		loopOver: inLoop && batch,
	});
	tried++;
	const done = deedsDone(operation);
	// No one twice, whatever happens.
	expect([...done].filter(([, times]) => times > 1)).toEqual([]);

	const errors = errorsOf(result);
	const stops = nodeSettings.onError === undefined;
	// HTTP 429 is repeated by the node itself; what the service refused, by Retry On Fail.
	const isRepeated = isCertain && (fault.kind === 'http429' || nodeSettings.retryOnFail === true);
	// With "Continue" n8n tries again only when the first item of the output is an error.
	if (isRepeated && (stops || fault.kind === 'http429' || errors.length === 0)) {
		expect(errors).toEqual([]);
		expect(done.size).toBe(items.length);
		return;
	}
	// No one lost in silence: each thing not done, or not known to be done, has its error.
	const missing = items.length - done.size;
	if (missing > 0 || !isCertain) expect(errors.length).toBeGreaterThan(0);
	if (!stops) {
		expect(errors.length).toBeGreaterThanOrEqual(missing);
		expect(result.error).toBeUndefined();
	}
	for (const message of errors) {
		if (isCertain) expect(message).not.toMatch(/outcome is unknown/);
		else expect(message).toMatch(/^The outcome is unknown/);
	}
}

describe('sent once', () => {
	it.each(cells)('$title', async ({ operation, setting, fault, points }) => {
		for (const nth of points) await tryCell(operation, setting, fault, nth);
	});

	afterAll(() => {
		const expected = cells.flatMap(({ points }) => points).length;
		process.stdout.write(`Sent-once matrix: ${tried} of ${expected} cells tried\n`);
	});
});

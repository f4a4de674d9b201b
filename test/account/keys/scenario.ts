import fc from 'fast-check';

import type { FaultRule } from '../../../emulator';

/** One input item of a run. */
export interface KeyedRow {
	/** One phone, in any format; for single messages also several, comma-separated. */
	phone: string;
	text: string;
	sender: string;
	key: string;
}

/** One execution of the node. */
export interface KeyedRun {
	rows: KeyedRow[];
	onError: 'stopWorkflow' | 'continueRegularOutput';
	duplicates: 'once' | 'each';
	sendAgain: boolean;
	/** "Retry On Fail" with so many tries. */
	tries?: number;
	/** What fails, as the nth request of the run. */
	faults: Array<{ kind: FaultRule['kind']; nth: number }>;
	/** The process dies once the service has accepted so many requests of the run. */
	diesAfter?: number;
	/** A second execution with these rows at the same moment. */
	beside?: KeyedRow[];
	/** It begins so many minutes after the one before. */
	minutesLater: number;
}

/** Executions of one node, one after the other. */
export interface KeyedScenario {
	operation: 'sendCampaign' | 'send';
	runs: KeyedRun[];
}

/** Faults after which no one knows what the service did. */
export const lossy: Array<FaultRule['kind']> = ['resetAfter', 'resetBefore'];

const phones = ['0570002233', '0570002234', '0570002235', '0570002236'];
const phone = fc
	.tuple(fc.constantFrom(...phones), fc.boolean())
	.map(([local, isLocal]) => (isLocal ? local : `+972-${local.slice(1)}`));
const sometimes = <T>(many: number, setting: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
	fc.oneof(
		{ weight: 1, arbitrary: setting },
		{ weight: many - 1, arbitrary: fc.constant(undefined) },
	);

const row = (operation: KeyedScenario['operation'], key: fc.Arbitrary<string>) =>
	fc
		.record({
			phones: fc.array(phone, { minLength: 1, maxLength: operation === 'send' ? 3 : 1 }),
			text: fc.constantFrom('a', 'a', 'b'),
			sender: fc.constantFrom('MyShop', 'MyShop', 'ExtDemo'),
			key,
		})
		.map(({ phones: several, text, ...others }) => ({
			...others,
			phone: several.join(','),
			text: `${text} #${others.key}`,
		}));

/** Tables are drawn anew from few rows: from one run to the next rows are edited, moved, doubled, gone. */
const tableOf = (operation: KeyedScenario['operation']) => {
	const keys = fc.constantFrom('k1', 'k1', 'k2');
	const sized = { minLength: 1, maxLength: 6 };
	return operation === 'send'
		? fc.array(row(operation, keys), sized)
		: keys.chain((key) => fc.array(row(operation, fc.constant(key)), sized));
};

const fault = fc.record({
	kind: fc.constantFrom<FaultRule['kind']>('errorWithoutAction', 'http429', ...lossy, ...lossy),
	nth: fc.integer({ min: 1, max: 4 }),
});

const runOf = (operation: KeyedScenario['operation']): fc.Arbitrary<KeyedRun> =>
	fc.record({
		rows: tableOf(operation),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueRegularOutput'),
		duplicates: fc.constantFrom('once', 'once', 'each'),
		sendAgain: fc.constantFrom(false, false, true),
		tries: sometimes(3, fc.constant(2)),
		faults: fc.array(fault, { maxLength: 2 }),
		diesAfter: sometimes(4, fc.integer({ min: 0, max: 3 })),
		beside: sometimes(3, tableOf(operation)),
		minutesLater: fc.constantFrom(0, 0, 25, 45),
	});

/** Everything that may happen to a node with a Campaign Key. */
export const keyedScenarios: fc.Arbitrary<KeyedScenario> = fc
	.constantFrom<KeyedScenario['operation']>('sendCampaign', 'send')
	.chain((operation) =>
		fc.record({
			operation: fc.constant(operation),
			runs: fc.array(runOf(operation), { minLength: 1, maxLength: 5 }),
		}),
	);

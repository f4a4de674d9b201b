import fc from 'fast-check';

import { faultKinds, type FaultKind } from '../../emulator/faults/faults';
import { DELAY_MS } from './limits';
import { operations } from './operations';
import type { AccountedOperation } from './operations/operation';
import { rows } from './rows';
import type { Choices, DependencyFault, Scenario } from './scenario';

/** Kinds that leave open in their name whether the work is done. */
const either: FaultKind[] = [
	'http500',
	'cutJson',
	'emptyBody',
	'hugeReply',
	'undocumented',
	'wrongContentType',
];

/** Replies the specification documents for no request that sends or changes something. */
const undocumented = [
	'MAINTENANCE',
	'SERVICE UNAVAILABLE',
	'{"status":1}',
	'{"status":1,"data":null}',
];
/** Those that a request which must answer with a code or a number cannot mean. */
const withoutCode = ['OK', '{"status":1,"message":"OK","data":{"taskId":"","credit":null}}'];

const faultRule = (
	target: DependencyFault['target'],
	okIsSuccess = false,
): fc.Arbitrary<DependencyFault['rule']> =>
	fc
		.record({
			kind: fc.constantFrom(...faultKinds),
			which: fc.oneof(
				{ weight: 3, arbitrary: fc.record({ nth: fc.integer({ min: 1, max: 4 }) }) },
				{
					weight: 1,
					arbitrary: fc.record({
						nth: fc.integer({ min: 1, max: 3 }),
						times: fc.integer({ min: 2, max: 4 }),
					}),
				},
				{ weight: 1, arbitrary: fc.constant({}) },
			),
			accept: fc.boolean(),
			body: fc.constantFrom(
				...undocumented,
				...(target === 'templates' || (target === 'send' && okIsSuccess) ? [] : withoutCode),
			),
		})
		.map(({ kind, which, accept, body }) => ({
			kind,
			...which,
			...(either.includes(kind) ? { accept } : {}),
			...(kind === 'undocumented' ? { body } : {}),
			...(kind === 'http429' ? { retryAfter: 0 } : {}),
			...(kind === 'hugeReply' ? { bytes: 200_000 } : {}),
			...(kind === 'delay' ? { ms: DELAY_MS } : {}),
		}));

/** Failures of what an operation depends on; its work fails as often as its questions together. */
const faultsOf = ({
	asks = [],
	okIsSuccess = false,
}: AccountedOperation): fc.Arbitrary<DependencyFault[]> => {
	const targets = asks.flatMap((target) => [target, 'send' as const]);
	const fault = fc
		.constantFrom('send' as const, ...targets)
		.chain((target) => faultRule(target, okIsSuccess).map((rule) => ({ target, rule })));
	return fc.oneof(
		{ weight: 2, arbitrary: fc.constant<DependencyFault[]>([]) },
		{ weight: 3, arbitrary: fc.array(fault, { minLength: 1, maxLength: 2 }) },
	);
};

const sometimes = (weight: number): fc.Arbitrary<boolean> =>
	fc.oneof({ weight: 1, arbitrary: fc.constant(true) }, { weight, arbitrary: fc.constant(false) });
const seldom = (weight: number): fc.Arbitrary<true | undefined> =>
	sometimes(weight).map((is) => (is ? true : undefined));

const choices: fc.Arbitrary<Choices> = fc
	.record({
		byExpression: fc.boolean(),
		split: sometimes(2),
		perRecipient: fc.boolean(),
		duplicates: fc.constantFrom('once' as const, 'each' as const),
		checkBalance: sometimes(2),
		poor: sometimes(8),
		onlyEstimate: sometimes(15),
		toList: sometimes(6),
		extraOption: fc.constantFrom(
			'none' as const,
			'none' as const,
			'same' as const,
			'expression' as const,
		),
		requestsAtOnce: fc.constantFrom(undefined, undefined, 1, 3),
		pauses: sometimes(10),
		spelling: fc.constantFrom('given' as const, 'local' as const, 'international' as const),
		failure: fc.constantFrom('node' as const, 'item' as const),
	})
	.map(({ requestsAtOnce, ...rest }) => (requestsAtOnce ? { ...rest, requestsAtOnce } : rest));

const scenariosOf = (operation: AccountedOperation) =>
	fc.record({
		operation: fc.constant(operation.name),
		rows,
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		tries: fc.constantFrom(undefined, undefined, 2, 3),
		executeOnce: seldom(30),
		runAgain: seldom(2),
		phoneColumn: fc.constantFrom('phone', 'mobile'),
		textColumn: fc.constantFrom('text', 'message'),
		choices,
		faults: faultsOf(operation),
		credential: fc.oneof(
			{ weight: 14, arbitrary: fc.constant(undefined) },
			{
				weight: 1,
				arbitrary: fc.record({
					from: fc.integer({ min: 1, max: 6 }),
					times: fc.constantFrom(1, 2, 1000),
				}),
			},
		),
	});

/** Everything a person may do and everything that may go wrong. */
export const scenarios: fc.Arbitrary<Scenario> = fc
	.constantFrom(...operations)
	.chain(scenariosOf)
	.map(
		(scenario) =>
			Object.fromEntries(
				Object.entries(scenario).filter(([, value]) => value !== undefined),
			) as unknown as Scenario,
	);

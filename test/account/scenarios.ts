import fc from 'fast-check';

import { faultKinds, type FaultKind } from '../../emulator/faults/faults';
import { weekdays } from '../../nodes/shared/rules/quietHours';
import type { AccountedOperation } from './operations/operation';
import { everybody, rows } from './rows';
import {
	DELAY_MS,
	wrongOptionsOfCampaigns,
	wrongOptionsOfItems,
	type Choices,
	type DependencyFault,
	type Scenario,
	type WrongOption,
} from './scenario';

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
/** A setting that one of so many scenarios has. */
const oneIn = <T>(many: number, setting: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
	fc.oneof(
		{ weight: 1, arbitrary: setting },
		{ weight: many - 1, arbitrary: fc.constant(undefined) },
	);
const seldom = (weight: number): fc.Arbitrary<true | undefined> =>
	sometimes(weight).map((is) => (is ? true : undefined));

const timeOfDay = fc
	.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30', '59'))
	.map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);

/** Hours that are quiet whenever the scenario is played, but for one minute, and any others. */
export const quietHours: fc.Arbitrary<NonNullable<Choices['quietHours']>> = fc.oneof(
	fc.constant<NonNullable<Choices['quietHours']>>({ from: '00:00', until: '23:59', days: [] }),
	fc
		.record({
			from: timeOfDay,
			until: timeOfDay,
			days: fc.subarray([...weekdays], { maxLength: 6 }),
		})
		.filter(({ from, until }) => from !== until),
);

export const recipientZone = fc.constantFrom<NonNullable<Choices['recipientZone']>>(
	...(['column', 'column', 'expression', 'misspelled', 'failing'] as const),
);

/** Hours that fit any number of rows here, or none. */
const spreadOver = fc.constantFrom(0.01, 0.01, 168);

/** What a campaign is given before it goes, and when it goes; mostly nothing. */
const beforeItGoes = {
	test: oneIn(
		8,
		fc.record({
			numbers: fc.integer({ min: 1, max: 3 }),
			rows: fc.integer({ min: 1, max: 4 }),
		}),
	),
	campaignKey: oneIn(3, fc.constantFrom('once', 'again')),
	leaveOut: oneIn(
		3,
		fc.record({ phones: fc.subarray(everybody, { minLength: 1 }), byExpression: fc.boolean() }),
	),
	requireApprovalAbove: oneIn(8, fc.nat(4)),
	refuseWarnings: oneIn(
		4,
		fc.record({
			names: fc.subarray(['leftovers' as const, 'brokenValues' as const], { minLength: 1 }),
			byExpression: fc.boolean(),
		}),
	),
	limits: oneIn(8, fc.record({ maxRecipients: fc.integer({ min: 1, max: 6 }) })),
	optOut: seldom(4),
	repairNumbers: seldom(2),
	replaceCharacters: seldom(2),
	quietHours: oneIn(5, quietHours),
	spreadOver: oneIn(5, spreadOver),
	recipientZone: oneIn(5, recipientZone),
};

export const sendAt = fc.constantFrom<NonNullable<Choices['sendAt']>>(
	...(['same', 'same', 'byRow', 'byRow', 'past', 'pastForSome'] as const),
);
export const lists = fc.constantFrom('several', 'overlapping', 'byRow');
/** A key may be any text, and a list may leave out no one. */
function isValue(path: WrongOption, gives: string): boolean {
	if (path === 'beforeSending.leaveOut') return gives === '[]';
	return path === 'beforeSending.campaignKey' && gives === "'perhaps'";
}

/** An option that an expression gives no value, or what is no value of it. */
export const wrongOption = (paths: readonly WrongOption[]): fc.Arbitrary<Choices['wrongOption']> =>
	fc
		.record({
			path: fc.constantFrom(...paths),
			gives: fc.constantFrom('undefined', 'null', "''", '[]', '{}', "' '", '[1]', "'perhaps'"),
		})
		.filter(({ path, gives }) => !isValue(path, gives));

/** Choices that some operations have: those that send to lists have times, those of templates a limit. */
const ofOperation = ({ name, isCollective, sendsToLists }: AccountedOperation) => ({
	...(sendsToLists && isCollective ? beforeItGoes : {}),
	...(sendsToLists
		? {
				sendAt: oneIn(6, sendAt),
				lists: oneIn(2, lists),
				wrongOption: oneIn(
					12,
					wrongOption(isCollective ? wrongOptionsOfCampaigns : wrongOptionsOfItems),
				),
			}
		: {}),
	...(name.startsWith('Chat sendTemplate')
		? { mostMessages: oneIn(5, fc.integer({ min: 1, max: 6 })) }
		: {}),
});

const choicesOf = (operation: AccountedOperation): fc.Arbitrary<Choices> =>
	fc.record({
		byExpression: fc.boolean(),
		split: sometimes(2),
		perRecipient: fc.boolean(),
		duplicates: fc.constantFrom('once', 'each'),
		checkBalance: sometimes(2),
		poor: sometimes(8),
		onlyEstimate: sometimes(15),
		sendAgain: seldom(6),
		...ofOperation(operation),
		toList: sometimes(4),
		extraOption: fc.constantFrom('none', 'none', 'same', 'expression'),
		requestsAtOnce: fc.constantFrom(undefined, undefined, 1, 3),
		spelling: fc.constantFrom('given', 'local', 'international'),
		failure: fc.constantFrom('node', 'item'),
	});

/** One row, as an operation wants it that takes one item, and sometimes more. */
const mostlyOne = fc
	.tuple(rows, sometimes(4))
	.map(([all, isSeveral]) => (isSeveral ? all : all.slice(0, 1)));

/** Whatever a person may set of one operation, and whatever may fail. */
export const scenariosOf = (operation: AccountedOperation): fc.Arbitrary<Scenario> =>
	fc.record<Scenario>({
		operation: fc.constant(operation.name),
		rows: operation.takesOneItem ? mostlyOne : rows,
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		tries: fc.constantFrom(undefined, undefined, 2, 3),
		executeOnce: seldom(30),
		runAgain: seldom(2),
		phoneColumn: fc.constantFrom('phone', 'phone', 'mobile', 'recipient'),
		textColumn: fc.constantFrom('text', 'message'),
		choices: choicesOf(operation),
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

/** As it is once it was printed and read again. */
export function withoutUndefined<T extends object>(value: T): T {
	return Object.fromEntries(
		Object.entries(value).filter(([, each]) => each !== undefined),
	) as unknown as T;
}

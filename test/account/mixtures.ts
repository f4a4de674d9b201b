import fc from 'fast-check';

import { keyBefore, otherOperations } from './changedNode';
import { operations } from './operations';
import type { AccountedOperation } from './operations/operation';
import { hostileRows, rowsSayingTheSame, severalGoodRows } from './rows';
import {
	wrongOptionsOfCampaigns,
	wrongOptionsOfItems,
	type Choices,
	type Row,
	type Scenario,
} from './scenario';
import {
	lists,
	quietHours,
	recipientZone,
	scenariosOf,
	sendAt,
	withoutUndefined,
	wrongOption,
} from './scenarios';

/** Scenarios with one thing in them that chance seldom brings about where much else is set and fails. */

type OfOperation = (operation: AccountedOperation) => fc.Arbitrary<Scenario>;

/** Operations that send messages, and those of them that make campaigns. */
const sending = operations.filter(({ sendsToLists }) => sendsToLists);
const campaigns = sending.filter(({ isCollective }) => isCollective);
const named = (...names: string[]) => operations.filter(({ name }) => names.includes(name));

/** Good rows whose sending depends on certain choices alone: nothing else hides what these do. */
const only =
	(
		choices: fc.Arbitrary<Partial<Choices>>,
		rowsOf: fc.Arbitrary<Row[]> = severalGoodRows,
	): OfOperation =>
	(operation) =>
		fc
			.tuple(scenariosOf(operation), rowsOf, choices)
			.map(([{ credential: _credential, executeOnce: _once, ...scenario }, rows, own]) => ({
				...{ ...scenario, rows, faults: [] },
				choices: { ...calmChoices(scenario), ...own },
			}));

/** Without what keeps rows from being sent, or sends them at other times. */
function calmChoices({ choices }: Pick<Scenario, 'choices'>): Choices {
	const {
		test: _test,
		campaignKey: _key,
		requireApprovalAbove: _above,
		optOut: _optOut,
		wrongOption: _wrong,
		...others
	} = choices;
	return others;
}

/** An answer that was lost, and a try after it that is refused. */
const lostAnswer: OfOperation = (operation) =>
	fc
		.record({
			scenario: scenariosOf(operation),
			rows: severalGoodRows,
			most: fc.integer({ min: 1, max: 4 }),
			sendAgain: fc.constantFrom(undefined, true, true),
			lost: fc.constantFrom('resetAfter', 'cutJson'),
			nth: fc.integer({ min: 1, max: 2 }),
			tries: fc.integer({ min: 2, max: 3 }),
		})
		.map(({ scenario, rows, most, sendAgain, lost, nth, tries }) => {
			const { credential: _credential, runAgain: _again, ...left } = scenario;
			return {
				...{ ...left, rows: rows.slice(0, most), tries },
				choices: { ...calmChoices(left), sendAgain, onlyEstimate: false, poor: false },
				faults: [
					{
						target: 'send',
						rule: { kind: lost, nth, ...(lost === 'cutJson' ? { accept: true } : {}) },
					},
					{ target: 'send', rule: { kind: 'plainError', nth: nth + 1, times: 3 } },
				],
			};
		});

/** What may be changed in a node of an operation. */
function changesOf({ name, isCollective, sendsToLists }: AccountedOperation) {
	const changes: Array<NonNullable<Scenario['changed']>> = ['phone'];
	for (const operation of otherOperations[name] ?? []) changes.push({ operation });
	if (sendsToLists) changes.push('text', 'sender');
	if (sendsToLists && isCollective) changes.push('real', 'real');
	return changes;
}

/** A failed execution that is run again with a node changed meanwhile, and that nothing else holds back. */
const changedNode: OfOperation = (operation) =>
	fc
		.record({
			scenario: scenariosOf(operation),
			rows: severalGoodRows,
			most: fc.integer({ min: 2, max: 5 }),
			changed: fc.constantFrom(...changesOf(operation)),
			numbers: fc.integer({ min: 1, max: 2 }),
			testRows: fc.integer({ min: 2, max: 4 }),
			kind: fc.constantFrom(...(['plainError', 'plainError', 'http429', 'resetAfter'] as const)),
			nth: fc.integer({ min: 1, max: 3 }),
		})
		.map(({ scenario, rows, most, changed, numbers, testRows, kind, nth }) => {
			const { credential: _credential, executeOnce: _once, tries: _tries, ...left } = scenario;
			const { spreadOver: _spread, recipientZone: _zone, ...others } = calmChoices(left);
			const test = changed === 'real' ? { numbers, rows: testRows } : undefined;
			return {
				...{ ...left, rows: rows.slice(0, most), changed, onError: 'stopWorkflow' },
				choices: { ...others, test, onlyEstimate: false, poor: false },
				faults: [
					{
						target: 'send',
						rule: { kind, nth, ...(kind === 'http429' ? { retryAfter: 0 } : {}) },
					},
				],
			};
		});

/** A failed execution that is run again with another Campaign Key, or none, and sometimes another operation. */
const changedKey: OfOperation = (operation) =>
	fc
		.record({
			scenario: changedNode(operation),
			key: fc.constantFrom<NonNullable<Scenario['changedKey']>>(
				...(['added', 'added', 'changed', 'removed', 'otherBlanks', 'otherForm'] as const),
			),
			toList: fc.boolean(),
			list: fc.constantFrom('several', 'byRow', 'byRow'),
			kind: fc.constantFrom('plainError', 'resetBefore', 'resetAfter'),
			nth: fc.constantFrom(1, 2, 2),
		})
		.map(({ scenario, key, toList, list, kind, nth }) => {
			const { changed, choices, rows, ...others } = scenario;
			const isOther = typeof changed === 'object' || changed === 'real';
			const isToList = toList && changed !== 'real' && operation.sendsToLists === true;
			return {
				...{ ...others, ...(isOther ? { changed } : {}), changedKey: key },
				// Whom a key gives which of several messages, the scenarios of the folder keys say.
				rows: isToList ? rows.map((row) => ({ ...row, text: rows[0].text })) : onePerPhone(rows),
				choices: {
					...{
						...choices,
						...keyBefore(key),
						mostMessages: undefined,
						duplicates: 'once' as const,
					},
					...(isToList ? { ...toSimpleLists, lists: list } : { toList: false }),
				},
				faults: [{ target: 'send' as const, rule: { kind, nth } }],
			};
		});

const onePerPhone = (rows: Row[]): Row[] => [
	...new Map(rows.map((row) => [row.phone.reading, row])).values(),
];
/** Rows of one text are one message to each list. */
const toSimpleLists: Partial<Choices> = {
	...{ toList: true, split: false, extraOption: 'none', sendAt: undefined },
};

const mixtures: Record<string, { weight: number; of: AccountedOperation[]; make: OfOperation }> = {
	anything: { weight: 18, of: operations, make: scenariosOf },
	lostAnswer: {
		weight: 2,
		of: [...sending, ...named('Automation run', 'Chat sendReply')],
		make: lostAnswer,
	},
	changedNode: {
		weight: 2,
		of: operations.filter(({ name, sendsToLists }) => sendsToLists || name in otherOperations),
		make: changedNode,
	},
	changedKey: {
		weight: 2,
		of: [...sending, ...named('Chat sendReply')],
		make: changedKey,
	},
	guarded: {
		weight: 2,
		of: campaigns,
		make: only(
			fc.record({
				refuseWarnings: fc.constant<NonNullable<Choices['refuseWarnings']>>({
					...{ names: ['leftovers'], byExpression: false },
				}),
				onlyEstimate: fc.constant(false),
			}),
			hostileRows,
		),
	},
	times: {
		weight: 1,
		of: sending,
		make: only(fc.record({ sendAt, spreadOver: fc.constant(undefined) })),
	},
	localTimes: {
		weight: 2,
		of: campaigns,
		make: only(
			fc.oneof(
				fc.record({ recipientZone, sendAt, spreadOver: fc.constant(undefined) }),
				fc.record({ recipientZone, quietHours, sendAt: fc.constant(undefined) }),
			),
		),
	},
	limits: {
		weight: 1,
		of: named('Chat sendTemplateCampaign'),
		make: only(
			fc.record({
				mostMessages: fc.integer({ min: 1, max: 4 }),
				extraOption: fc.constantFrom('none', 'expression'),
				onlyEstimate: fc.constant(false),
				// Several campaigns are refused: a limit is for each of them.
				...{ split: fc.constant(false), toList: fc.constant(false) },
			}),
			fc.oneof(rowsSayingTheSame, severalGoodRows),
		),
	},
	lists: {
		weight: 2,
		of: sending,
		make: only(
			fc.record({
				toList: fc.constant(true),
				lists: fc.oneof(fc.constant(undefined), lists),
			}),
			rowsSayingTheSame,
		),
	},
	wrongOptions: {
		weight: 1,
		of: sending,
		make: (operation) =>
			only(
				fc.record({
					wrongOption: wrongOption(
						operation.isCollective ? wrongOptionsOfCampaigns : wrongOptionsOfItems,
					),
				}),
			)(operation),
	},
};

/** Whether one mixture alone is asked for, to see that it notices a fault. */
const { ACCOUNT_MIXTURE } = process.env;

/** Everything a person may do and everything that may go wrong. */
export const scenarios: fc.Arbitrary<Scenario> = fc
	.oneof(
		...Object.entries(mixtures)
			.filter(([name]) => ACCOUNT_MIXTURE === undefined || ACCOUNT_MIXTURE === name)
			.map(([, { weight, of, make }]) => ({
				weight,
				arbitrary: fc.constantFrom(...of).chain(make),
			})),
	)
	.map(({ choices, ...scenario }) => ({
		...withoutUndefined(scenario),
		choices: withoutUndefined(choices),
	}));

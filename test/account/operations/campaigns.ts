import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../../../emulator';
import { specialTexts } from '../rows';
import { isCalm, type Choices, type Row, type Scenario } from '../scenario';
import {
	billed,
	campaignClaim,
	heldMessages,
	keyOf,
	messageDuty,
	oneMessageForTheList,
	requestsByCode,
	sharedOfRequest,
	startOf,
	type Channel,
	type DutyOptions,
} from './messages';
import {
	worst,
	type AccountedOperation,
	type Deed,
	type Duty,
	type SuccessClaim,
} from './operation';
import { wrongTimes } from './timing';

/** What campaigns have beyond single messages: steps before sending, and their timing. */

/** Numbers of one's own, which no row has. */
const ownNumbers = ['0570990001', '0570990002', '0570990003'];

/** The numbers a test goes to; undefined when the campaign goes to its recipients. */
function testNumbers({ choices }: Scenario): string[] | undefined {
	const { test, onlyEstimate } = choices;
	return test && !onlyEstimate ? ownNumbers.slice(0, test.numbers) : undefined;
}

/** Campaign keys of the scenarios under way: all scenarios share the storage of one node. */
const keys = new WeakMap<Scenario, string>();
/** When they began, in milliseconds since 1970. */
const began = new WeakMap<Scenario, number>();

/** The mode, and the collections "Before Sending" and "Timing". */
export function collections(scenario: Scenario, channel: Channel): INodeParameters {
	const { choices } = scenario;
	const {
		test,
		leaveOut,
		refuseWarnings,
		limits,
		repairNumbers,
		replaceCharacters,
		quietHours,
		spreadOver,
	} = choices;
	const isTest = test && !choices.onlyEstimate;
	return {
		...(choices.onlyEstimate ? { mode: 'preview' } : {}),
		...(isTest ? { mode: 'test', testNumbers: ownNumbers.slice(0, test.numbers).join(', ') } : {}),
		...(isTest && test.rows !== 1 ? { testRows: test.rows } : {}),
		beforeSending: {
			duplicates: choices.duplicates,
			...(choices.campaignKey ? { campaignKey: keys.get(scenario) } : {}),
			...(leaveOut ? { leaveOut: phonesToLeaveOut(leaveOut) } : {}),
			...(refuseWarnings ? { refuseWarnings: namesOfChecks(refuseWarnings) } : {}),
			...(limits ? { limits: asOption(limits) } : {}),
			...(repairNumbers ? { repairNumbers } : {}),
			...(replaceCharacters && isCounted(channel) ? { replaceCharacters } : {}),
		},
		timing: {
			...(quietHours ? { quietHours: { hours: quietHours } } : {}),
			...(spreadOver === undefined ? {} : { spreadOver }),
		},
	};
}

const phonesToLeaveOut = ({ phones, byExpression }: NonNullable<Choices['leaveOut']>): string =>
	byExpression ? `={{ ${JSON.stringify(phones.map((phone) => ({ phone })))} }}` : phones.join('; ');

const asOption = (limits: NonNullable<Choices['limits']>): INodeParameters =>
	Object.fromEntries(Object.entries(limits).map(([name, most]) => [name, { most }]));

const namesOfChecks = ({ names, byExpression }: NonNullable<Choices['refuseWarnings']>) =>
	byExpression ? `={{ ${JSON.stringify(names)} }}` : names;

/** Only an SMS costs by its characters. */
const isCounted = ({ ledger }: Channel): boolean => ledger === 'sms';

/** The row as it is once its number is repaired and its text is plain, where the options say so. */
function asSent(row: Row, { choices }: Scenario, channel: Channel): Row {
	const { phone, text } = row;
	const { repairNumbers } = choices;
	const replaces = choices.replaceCharacters && isCounted(channel);
	return {
		...row,
		...(repairNumbers && phone.repaired ? { phone: { ...phone, reading: phone.repaired } } : {}),
		...(replaces && text && specialTexts[text] ? { text: specialTexts[text] } : {}),
	};
}

/** n8n drops what the panel does not show: of lists, whose members only the service knows, there is less. */
const hiddenForLists = [
	...['beforeSending.leaveOut', 'beforeSending.checkBalance', 'beforeSending.limits'],
	...['beforeSending.optOutUrl', 'options.repairNumbers', 'options.output'],
];

/**
 * Where an expression chose the lists, n8n hands on what the panel shows for items only: the node refuses what would
 * protect single recipients.
 */
function isRefusedForLists({ choices }: Scenario, channel: Channel): boolean {
	const { toList, choicesByExpression, leaveOut, limits, checkBalance } = choices;
	const isBalanceChecked = checkBalance && channel.ledger === 'sms';
	const isProtected = leaveOut !== undefined || limits !== undefined || isBalanceChecked;
	return toList && choicesByExpression !== undefined && isProtected;
}

/** What is to become of a row of a campaign; a test goes to the numbers of one's own, and never to lists. */
export function campaignDuty(
	row: Row,
	scenario: Scenario,
	channel: Channel,
	textVerdict: Duty['verdict'],
	more: DutyOptions = {},
): Duty {
	const numbers = testNumbers(scenario);
	const { toList, spreadOver, wrongOption } = scenario.choices;
	const isHidden =
		(toList && hiddenForLists.includes(wrongOption?.path ?? '')) ||
		(channel.ledger !== 'sms' && wrongOption?.path === 'beforeSending.checkBalance') ||
		(channel.ledger === 'voice' && wrongOption?.path === 'beforeSending.optOutUrl');
	const isOfRow = wrongOption?.path === 'timing.sendAt';
	const isRefused = wrongOption !== undefined && !isHidden;
	if (isRefused && !isOfRow) return { verdict: 'bad' };
	// Only the service knows the members of a list: it takes no test, and nobody can spread it.
	if (toList && (numbers || spreadOver !== undefined)) return { verdict: 'bad' };
	if (isRefusedForLists(scenario, channel)) return { verdict: 'bad' };
	const to = numbers && testKey(numbers);
	const sent = asSent(row, scenario, channel);
	if (isLeftOut(sent, scenario)) return { verdict: 'either', isLeftOut: true };
	if (isRefused) return { verdict: 'bad' };
	if (isWarnedOf(sent, scenario)) return { verdict: 'bad' };
	// Under a key each recipient gets one message: the scenarios of test/account/keys say which.
	const isLimited = scenario.choices.limits !== undefined && !toList && !numbers;
	const verdict =
		isLimited || hasEarlierRow(row, scenario, channel) ? worst(textVerdict, 'either') : textVerdict;
	return messageDuty(sent, scenario, channel, verdict, { ...more, to });
}

/** Whether a row is left out by its number; a test goes to others anyhow. */
function isLeftOut({ phone }: Row, scenario: Scenario): boolean {
	const { leaveOut, toList } = scenario.choices;
	if (leaveOut === undefined || toList || testNumbers(scenario)) return false;
	return phone.reading !== undefined && leaveOut.phones.includes(phone.reading);
}

/** What a check warns of that is to keep messages back. */
const WARNED = { leftovers: /\{[^{}]*\}/, brokenValues: /\bnull\b|\[object Object\]/ };

/** Whether the text of a row is refused for a warning; a test is not. */
function isWarnedOf({ text }: Row, scenario: Scenario): boolean {
	const { names = [] } = scenario.choices.refuseWarnings ?? {};
	return !testNumbers(scenario) && names.some((name) => WARNED[name].test(text ?? ''));
}

/** Whether a campaign with a key has an earlier row for the same recipient. */
function hasEarlierRow(row: Row, scenario: Scenario, channel: Channel): boolean {
	const { choices, rows } = scenario;
	if (!choices.campaignKey || testNumbers(scenario) || choices.toList) return false;
	const readingOf = (each: Row) => asSent(each, scenario, channel).phone.reading;
	const earlier = rows.slice(0, rows.indexOf(row)).map(readingOf);
	return earlier.includes(readingOf(row));
}

const testKey = (numbers: string[]): string => `test ${[...numbers].sort().join()}`;

/** What the service holds of a campaign. A test is one deed, whatever the count of its numbers. */
function heldCampaigns(emulator: Emulator, channel: Channel, scenario: Scenario): Deed[] {
	const { control } = emulator;
	const bodies = requestsByCode(control);
	const deeds = testNumbers(scenario)
		? heldTests(emulator, channel, scenario)
		: heldMessages(emulator, channel, scenario);
	return deeds.map((deed) => {
		const startsAt = startOf(bodies.get(deed.code!)!);
		return startsAt === undefined ? deed : { ...deed, startsAt };
	});
}

function heldTests({ control }: Emulator, channel: Channel, scenario: Scenario): Deed[] {
	const { entries } = control.ledger();
	return [...requestsByCode(control)].map(([code, body]) => {
		const ofCode = entries.filter(({ taskIds }) => taskIds.includes(code));
		const phones = ofCode.map(({ phone }) => phone);
		const texts = [...new Set(ofCode.map(({ text }) => text))];
		const key = keyOf(testKey(phones), texts.join(), sharedOfRequest(body, channel, scenario));
		const bills = ofCode.flatMap((entry) => billed(entry).messages ?? []);
		const messages = bills.length === 0 ? undefined : bills.reduce((sum, each) => sum + each);
		return { key, code, messages };
	});
}

/** An item says whether it is of a test: it must not be taken for the campaign, nor the other way round. */
function claim(json: IDataObject, scenario: Scenario): SuccessClaim {
	const isTest = testNumbers(scenario) !== undefined;
	if (json.alreadySent === true) return json.outcomeUnknown === true ? 'unknown' : 'done';
	if (json.leftOut === true) return 'notDone';
	return isTest === (json.test === true) ? campaignClaim(json) : 'notDone';
}

/** A test goes at once, whatever the timing of the campaign. */
function timesHold(deeds: Deed[], scenario: Scenario): string[] {
	// Of a chosen time the key of the deed tells.
	if (testNumbers(scenario) || scenario.choices.sendAt) return [];
	const span = { began: began.get(scenario)!, ended: Date.now() };
	return wrongTimes(deeds, scenario, span, isCalm(scenario));
}

/** One limit holds for all campaigns of a run. */
function withinLimit({ length }: Deed[], { choices }: Scenario): string[] {
	const { limits = {}, toList, campaignKey, sendAgain, test } = choices;
	const { maxPerDay = Infinity, maxRecipients = maxPerDay } = toList ? {} : limits;
	const most = Math.min(choices.mostMessages ?? Infinity, maxRecipients);
	const isOpen = campaignKey === 'again' || sendAgain || test !== undefined;
	if (length <= most || isOpen) return [];
	return [`${length} messages left, with a limit of ${most}`];
}

/** Whether an option cannot be read that holds for all rows: then nobody knows that it is a test. */
function refusesTheRun({ choices: { wrongOption } }: Scenario): boolean {
	return wrongOption !== undefined && wrongOption.path !== 'timing.sendAt';
}

/** What holds for the campaigns of every channel. */
export function campaignOf(
	channel: Channel,
): Pick<
	AccountedOperation,
	| 'prepare'
	| 'isRunAgain'
	| 'looksAt'
	| 'held'
	| 'claim'
	| 'code'
	| 'merges'
	| 'keepsRow'
	| 'alsoHolds'
	| 'isCollective'
	| 'sendsToLists'
> {
	return {
		isCollective: true,
		sendsToLists: true,
		prepare: (_emulator, scenario) => {
			keys.set(scenario, randomUUID());
			began.set(scenario, Date.now());
		},
		// An execution that fails before it reads its rows speaks of itself alone, not of earlier ones.
		isRunAgain: (scenario) =>
			scenario.choices.campaignKey === 'again' &&
			// Of two rows for one recipient the second run takes both for sent.
			!scenario.rows.some((row) => hasEarlierRow(row, scenario, channel)) &&
			testNumbers(scenario) === undefined &&
			scenario.credential === undefined &&
			scenario.faults.every(({ target }) => target === 'send'),
		looksAt: (scenario) =>
			testNumbers(scenario) && !scenario.choices.toList && !refusesTheRun(scenario)
				? scenario.choices.test!.rows
				: scenario.rows.length,
		held: (emulator, scenario) => heldCampaigns(emulator, channel, scenario),
		claim,
		code: ({ taskId }) => taskId,
		merges: (scenario) =>
			scenario.choices.duplicates === 'once' && testNumbers(scenario) === undefined,
		keepsRow: ({ choices }) => choices.perRecipient && !choices.toList,
		alsoHolds: (deeds, scenario) => [
			...withinLimit(deeds, scenario),
			...oneMessageForTheList(deeds, scenario),
			...timesHold(deeds, scenario),
		],
	};
}

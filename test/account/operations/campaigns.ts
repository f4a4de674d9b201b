import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { comparablePhone } from '../../../nodes/shared/rules/phones';
import { optOutKey, readOptOutToken } from '../../../nodes/shared/service/optOutLink';
import type { Emulator } from '../../../emulator';
import { specialTexts } from '../rows';
import type { Choices, Row, Scenario, WrongOption } from '../scenario';
import {
	billed,
	TOKEN,
	type TextOf,
	campaignClaim,
	heldMessages,
	keyOf,
	messageDuty,
	messagesOf,
	oneMessageForTheList,
	placesOfMessage,
	requestsByCode,
	sharedOfRequest,
	startOf,
	type Channel,
	type DutyOptions,
} from './messages';
import {
	isMergeText,
	worst,
	type AccountedOperation,
	type Deed,
	type Duty,
	type SuccessClaim,
} from './operation';
import { isWithoutTime, wrongTimes, zoneParameter } from './timing';

/** What campaigns have beyond single messages: steps before sending, and their timing. */

/** Numbers of one's own, which no row has. */
const ownNumbers = ['0570990001', '0570990002', '0570990003'];

/** The numbers a test goes to; undefined when the campaign goes to its recipients. */
function testNumbers({ choices }: Scenario): string[] | undefined {
	const { test, onlyEstimate } = choices;
	return test && !onlyEstimate ? ownNumbers.slice(0, test.numbers) : undefined;
}

/** When they began, in milliseconds since 1970. */
const began = new WeakMap<Scenario, number>();

/** The mode, and the collections "Before Sending" and "Timing". */
export function collections(scenario: Scenario, channel: Channel): INodeParameters {
	const { choices } = scenario;
	const {
		test,
		leaveOut,
		requireApprovalAbove,
		refuseWarnings,
		limits,
		repairNumbers,
		replaceCharacters,
		quietHours,
		spreadOver,
		recipientZone,
	} = choices;
	const isTest = test && !choices.onlyEstimate;
	return {
		mode: choices.onlyEstimate ? 'preview' : 'send',
		...(isTest ? { mode: 'test', testNumbers: ownNumbers.slice(0, test.numbers).join(', ') } : {}),
		...(isTest && test.rows !== 1 ? { testRows: test.rows } : {}),
		beforeSending: {
			duplicates: choices.duplicates,
			...(hasOptOutLink(scenario, channel) ? { optOutUrl: TRIGGER } : {}),
			...(leaveOut ? { leaveOut: phonesToLeaveOut(leaveOut) } : {}),
			...(requireApprovalAbove === undefined ? {} : { requireApprovalAbove }),
			...(refuseWarnings ? { blockingChecks: namesOfChecks(refuseWarnings) } : {}),
			...limits,
			...(repairNumbers ? { repairNumbers } : {}),
			...(replaceCharacters && isCounted(channel) ? { replaceCharacters } : {}),
		},
		timing: {
			...(quietHours ? { quietHours: { hours: quietHours } } : {}),
			...(spreadOver === undefined ? {} : { spreadOver }),
			...(recipientZone ? { recipientZone: zoneParameter(recipientZone) } : {}),
		},
	};
}

/** Above how many recipients a campaign that leaves for them needs an approval. */
function approvalNeededAbove(scenario: Scenario): number {
	const { onlyEstimate, requireApprovalAbove = Infinity } = scenario.choices;
	return onlyEstimate || testNumbers(scenario) !== undefined ? Infinity : requireApprovalAbove;
}

/** Whether an approval may be missing. */
function mayLackApproval(scenario: Scenario): boolean {
	const above = approvalNeededAbove(scenario);
	return above < Infinity && (scenario.choices.toList || scenario.rows.length > above);
}

/** Without an approval no more recipients get the campaign than may. */
function withinApproval({ length }: Deed[], scenario: Scenario): string[] {
	const above = approvalNeededAbove(scenario);
	const most = scenario.choices.toList && above < Infinity ? 0 : above;
	return isRepeated(scenario) || length <= most
		? []
		: [`${length} messages left without an approval, which is required above ${most}`];
}

/** The trigger that opt-out links lead to. */
const WEBHOOK = 'opt-out';
const TRIGGER = `http://127.0.0.1:1/webhook/${WEBHOOK}/campaign-event`;

/** Whether texts have an opt-out link: a campaign to phones, with merge fields, that is no call. */
export function hasOptOutLink(scenario: Scenario, { ledger }: Channel): boolean {
	const { optOut, toList } = scenario.choices;
	return optOut === true && ledger !== 'voice' && !toList && isMergeText(scenario);
}

/** What was written for a phone: without the link, if that opts out this phone and no other. */
function writtenFor(phone: string, text: string): string {
	const isOwn = (token: string) =>
		readOptOutToken(optOutKey(TOKEN, WEBHOOK), token) === comparablePhone(phone);
	return text.replace(/ http:\/\/\S+?\?o=([\w-]+)/g, (link, token: string) =>
		isOwn(token) ? '' : link,
	);
}

const phonesToLeaveOut = ({ phones, byExpression }: NonNullable<Choices['leaveOut']>): string =>
	byExpression ? `={{ ${JSON.stringify(phones.map((phone) => ({ phone })))} }}` : phones.join('; ');

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
	...['beforeSending.leaveOut', 'beforeSending.checkBalance', 'beforeSending.maxRecipients'],
	...['options.optOutUrl', 'beforeSending.repairNumbers', 'options.output'],
	...['timing.recipientZone', 'beforeSending.duplicates'],
];

/** Whether n8n drops the option that cannot be read, since the panel does not show it. */
function isHidden({ choices: { toList, wrongOption } }: Scenario, { ledger }: Channel): boolean {
	const path = wrongOption?.path ?? '';
	return (
		(toList && hiddenForLists.includes(path)) ||
		(ledger !== 'sms' && path === 'beforeSending.checkBalance') ||
		(ledger === 'voice' && path === 'options.optOutUrl')
	);
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
	const isOfRow = wrongOption !== undefined && ofRows.includes(wrongOption.path);
	const isRefused = wrongOption !== undefined && !isHidden(scenario, channel);
	if (isRefused && !isOfRow) return { verdict: 'bad' };
	// Only the service knows the members of a list: it takes no test, and no one can spread it.
	if (toList && (numbers || spreadOver !== undefined)) return { verdict: 'bad' };
	const to = numbers && testKey(numbers);
	const sent = asSent(row, scenario, channel);
	if (isLeftOut(sent, scenario)) return { verdict: 'either', isLeftOut: true };
	if (isRefused) return { verdict: 'bad' };
	const isSpread = spreadOver !== undefined && !numbers;
	// More hours than so few rows can take.
	if (isSpread && spreadOver > 1) return { verdict: 'bad' };
	const isEarlier = hasEarlierRow(row, scenario, channel);
	if (isWarnedOf(sent, scenario)) return { verdict: 'bad' };
	if (isWithoutTime(sent, scenario)) return { verdict: 'bad' };
	// Under a key each recipient gets one message: the scenarios of test/account/keys say which.
	const isLimited = scenario.choices.limits !== undefined && !toList && !numbers;
	const isKept = isLimited || (isEarlier && scenario.choices.campaignKey !== undefined);
	// The last of its messages may come into quiet hours.
	const mayEndLate = isSpread && scenario.choices.quietHours !== undefined;
	const isOpen =
		isKept || mayEndLate || mayLackApproval(scenario) || mayRepeat(sent, row, scenario, channel);
	const verdict = isOpen ? worst(textVerdict, 'either') : textVerdict;
	return messageDuty(sent, scenario, channel, verdict, { ...more, to });
}

/** Whether a row is left out by its number; a test goes to others anyhow. */
function isLeftOut({ phone }: Row, scenario: Scenario): boolean {
	const { leaveOut, toList } = scenario.choices;
	if (leaveOut === undefined || toList || testNumbers(scenario)) return false;
	return phone.reading !== undefined && leaveOut.phones.includes(phone.reading);
}

/** What a check warns of that is to keep messages back. */
const WARNED = {
	leftovers: /\{[^{}]*\}/,
	brokenValues: /\bnull\b|\[object Object\]/,
};

/** Whether the text of a row is refused for a warning; a test is not. */
function isWarnedOf({ text }: Row, scenario: Scenario): boolean {
	const { names = [] } = scenario.choices.refuseWarnings ?? {};
	return !testNumbers(scenario) && names.some((name) => WARNED[name].test(text ?? ''));
}

/** Whether a campaign to phones has an earlier row for the same recipient. */
function hasEarlierRow(row: Row, scenario: Scenario, channel: Channel): boolean {
	const { choices, rows } = scenario;
	if (testNumbers(scenario) || choices.toList) return false;
	const readingOf = (each: Row) => asSent(each, scenario, channel).phone.reading;
	const earlier = rows.slice(0, rows.indexOf(row)).map(readingOf);
	return earlier.includes(readingOf(row));
}

/** Whether an earlier row has the same phone and text, and what columns choose may be another sender, time or account. */
function mayRepeat(sent: Row, row: Row, scenario: Scenario, channel: Channel): boolean {
	const { choices, rows } = scenario;
	if (choices.duplicates !== 'once' || testNumbers(scenario) || choices.toList) return false;
	return rows
		.slice(0, rows.indexOf(row))
		.filter(({ pick }) => pick !== row.pick)
		.map((each) => asSent(each, scenario, channel))
		.some(({ phone, text }) => phone.reading === sent.phone.reading && text === sent.text);
}

const testKey = (numbers: string[]): string => `test ${[...numbers].sort().join()}`;

/** What the service holds of a campaign. A test is one deed, whatever the count of its numbers. */
function heldCampaigns(emulator: Emulator, channel: Channel, scenario: Scenario): Deed[] {
	const { control } = emulator;
	const bodies = requestsByCode(control);
	const textOf: TextOf | undefined = hasOptOutLink(scenario, channel) ? writtenFor : undefined;
	const deeds = testNumbers(scenario)
		? heldTests(emulator, channel, scenario, textOf)
		: heldMessages(emulator, channel, scenario, textOf);
	return deeds.map((deed) => {
		const startsAt = startOf(bodies.get(deed.code!)!);
		return startsAt === undefined ? deed : { ...deed, startsAt };
	});
}

function heldTests(
	{ control }: Emulator,
	channel: Channel,
	scenario: Scenario,
	textOf: TextOf = (_phone, text) => text,
): Deed[] {
	const { entries } = control.ledger();
	return [...requestsByCode(control)].map(([code, body]) => {
		const ofCode = entries.filter(({ taskIds }) => taskIds.includes(code));
		const phones = ofCode.map(({ phone }) => phone);
		const texts = [...new Set(ofCode.map(({ phone, text }) => textOf(phone, text)))];
		const key = keyOf(testKey(phones), texts.join(), sharedOfRequest(body, channel, scenario));
		const bills = ofCode.flatMap((entry) => billed(entry).messages ?? []);
		const messages = bills.length === 0 ? undefined : bills.reduce((sum, each) => sum + each);
		return { key, code, messages };
	});
}

/** An item says whether it is of a test: it must not be taken for the campaign, nor the other way round. */
function claim(json: IDataObject, scenario: Scenario): SuccessClaim {
	const isTest = testNumbers(scenario) !== undefined;
	const isMistaken = json.outcome === (isTest ? 'accepted' : 'test');
	return isMistaken ? 'notDone' : campaignClaim(json);
}

/** A test goes at once, whatever the timing of the campaign. */
function timesHold(deeds: Deed[], scenario: Scenario): string[] {
	// Of a chosen time the key of the deed tells.
	if (testNumbers(scenario) || scenario.choices.sendAt) return [];
	const span = { began: began.get(scenario)!, ended: Date.now() };
	return wrongTimes(deeds, scenario, span);
}

/** One limit holds for all campaigns of a run: that of messages, and that of recipients, who may get several. */
function withinLimit(deeds: Deed[], scenario: Scenario): string[] {
	const { mostMessages = Infinity, limits, toList, test } = scenario.choices;
	if (isRepeated(scenario) || test !== undefined) return [];
	const recipients = new Set(deeds.map(({ key }) => (JSON.parse(key) as string[])[0])).size;
	const mostRecipients = (!toList && limits?.maxRecipients) || Infinity;
	return [
		...(deeds.length > mostMessages
			? [`${deeds.length} messages left, with a limit of ${mostMessages}`]
			: []),
		...(recipients > mostRecipients
			? [`${recipients} recipients were sent to, with a limit of ${mostRecipients}`]
			: []),
	];
}

/** Whether several executions or tries may send for themselves. */
const isRepeated = ({ choices: { campaignKey, sendAgain } }: Scenario): boolean =>
	campaignKey === 'again' || sendAgain === true;

/** Options that each row may have for itself: of a test, only its rows are refused. */
const ofRows: WrongOption[] = ['timing.sendAt', 'timing.recipientZone'];

/** Whether an option cannot be read that holds for all rows: then no one knows that it is a test. */
function refusesTheRun(scenario: Scenario, channel: Channel): boolean {
	const { wrongOption } = scenario.choices;
	return (
		wrongOption !== undefined && !isHidden(scenario, channel) && !ofRows.includes(wrongOption.path)
	);
}

/** What holds for the campaigns of every channel. */
export function campaignOf(channel: Channel) {
	return {
		...messagesOf(channel),
		places: placesOfMessage,
		isCollective: true,
		sendsToLists: true,
		prepare: (_emulator, scenario) => {
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
			testNumbers(scenario) && !scenario.choices.toList && !refusesTheRun(scenario, channel)
				? scenario.choices.test!.rows
				: scenario.rows.length,
		held: (emulator, scenario) => heldCampaigns(emulator, channel, scenario),
		claim,
		merges: (scenario) =>
			(scenario.choices.duplicates === 'once' || scenario.choices.toList) &&
			testNumbers(scenario) === undefined,
		keepsRow: ({ choices }) => choices.perRecipient && !choices.toList,
		alsoHolds: (deeds, scenario) => [
			...withinLimit(deeds, scenario),
			...withinApproval(deeds, scenario),
			...oneMessageForTheList(deeds, scenario),
			...timesHold(deeds, scenario),
		],
	} satisfies Partial<AccountedOperation>;
}

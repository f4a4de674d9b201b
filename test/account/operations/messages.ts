import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator, LedgerEntry } from '../../../emulator';
import { identifyPhone } from '../../../emulator/rules/phones';
import { smsParts } from '../../../emulator/rules/smsParts';
import { CAMPAIGN_KEY, TIMEOUT_MS, type Place, type Row, type Scenario } from '../scenario';
import { isInThePast, sendAtParameter, sendingTime } from './timing';
import {
	expression,
	mustThrow,
	phoneOf,
	phoneVerdict,
	worst,
	type AccountedOperation,
	type Deed,
	type Duty,
	type SuccessClaim,
} from './operation';

/** What operations that send messages have in common. */

/** The distribution lists of a row. */
function listsOf({ pick }: Row, { choices: { lists } }: Scenario): string {
	if (lists === 'byRow') return pick % 2 ? '1002' : '1004';
	const isTwo = lists === 'several' || (lists === 'overlapping' && pick % 2 === 0);
	return isTwo ? '1002,1004' : '1002';
}

/** What a request's recipients share, beside the text. */
export interface Shared {
	sender?: unknown;
	subject?: unknown;
	/** When it is to begin, where that was chosen, as clocks at the service show it. */
	at?: string;
}

export const keyOf = (
	phone: string,
	text: string,
	{ sender = '', subject = '', at = '' }: Shared,
): string => JSON.stringify([phone, text, sender, subject, at]);

/** The token in the credential. */
export const TOKEN = 'demo-token-full';

/** How one channel says the things all of them know. */
export interface Channel {
	ledger: LedgerEntry['channel'];
	endpoint: AccountedOperation['endpoint'];
	/** Senders that rows choose between; none where the account has just one. */
	senders?: [string, string];
	/** Wire name of the sender. */
	from?: string;
	/** The text of a row as the ledger keeps it. */
	inLedger(text: string): string;
	/** The text of a request to a list as the ledger would keep it. */
	ofRequest(body: IDataObject): string;
}

/** The value of the extra option, a description. */
const SUBJECT = 'About it';
const subjectOf = ({ pick }: Row): string => `About ${pick}`;

/** Whether the extra option is there, and whether it is an expression. */
function extra(scenario: Scenario): 'none' | 'same' | 'expression' {
	return mustThrow(scenario, 'option') ? 'expression' : scenario.choices.extraOption;
}

/** The description option, as chosen. */
export function descriptionOption(scenario: Scenario, always = false): INodeParameters {
	const kind = extra(scenario);
	if (kind === 'expression') {
		return { description: expression(scenario, 'option', "'About ' + $json.pick") };
	}
	return kind === 'same' || always ? { description: SUBJECT } : {};
}

function sharedOf(row: Row, scenario: Scenario, { senders }: Channel, always: boolean): Shared {
	const kind = extra(scenario);
	const same = kind === 'same' || always ? SUBJECT : undefined;
	return {
		sender: senders && senders[scenario.choices.split ? row.pick % 2 : 0],
		subject: kind === 'expression' ? subjectOf(row) : same,
		at: sendingTime(row, scenario),
	};
}

/** Options of everything that sends messages. */
export function sendingOptions(scenario: Scenario): INodeParameters {
	const { sendAt } = scenario.choices;
	return {
		...unknownOutcome(scenario),
		...campaignKey(scenario),
		...(sendAt ? { sendAt: sendAtParameter(sendAt, scenario) } : {}),
	};
}

/** What to do about an outcome that is unknown. */
export const unknownOutcome = ({ choices: { sendAgain } }: Scenario): INodeParameters =>
	sendAgain ? { unknownOutcome: 'sendAgain' } : {};

/** The Campaign Key, as it is entered. */
export const campaignKey = ({ choices }: Scenario): INodeParameters =>
	choices.campaignKey ? { campaignKey: choices.enteredKey ?? CAMPAIGN_KEY } : {};

/** Ends a campaign after so many messages. */
export const messageLimit = ({ choices: { mostMessages } }: Scenario): INodeParameters =>
	mostMessages === undefined ? {} : { mostMessages };

/** A limit that a key does not allow, or that is for one campaign where there are several. */
export function limitVerdict({ choices, rows }: Scenario): Duty['verdict'] {
	const { mostMessages, campaignKey } = choices;
	const isOpen = mostMessages !== undefined && (campaignKey !== undefined || rows.length > 1);
	return isOpen ? 'either' : 'good';
}

/** The sender, by an expression when rows differ in it. */
export function senderOf({ choices }: Scenario, { senders }: Channel): string {
	const [first, second] = senders ?? ['', ''];
	return choices.split ? `={{ $json.pick % 2 ? '${second}' : '${first}' }}` : first;
}

/** Where a message goes: to the row's phone, or to a list. */
export function recipients(scenario: Scenario, isCollective: boolean): INodeParameters {
	const { toList, lists } = scenario.choices;
	if (toList && (lists === 'overlapping' || lists === 'byRow')) {
		const other = lists === 'byRow' ? '1004' : '1002, 1004';
		return { sendTo: 'lists', listCodes: `={{ $json.pick % 2 ? '1002' : '${other}' }}` };
	}
	if (toList) return { sendTo: 'lists', listCodes: lists ? '1002, 1004' : '1002' };
	const phone = expression(scenario, 'recipient', phoneOf(scenario));
	if (!isCollective) return { sendTo: 'numbers', phoneNumbers: phone };
	const byExpression = scenario.choices.byExpression || mustThrow(scenario, 'recipient');
	return { sendTo: 'items', recipient: byExpression ? phone : scenario.phoneColumn };
}

/** How n8n makes the requests of an operation with one request for each item. */
export function perItemOptions({ faults }: Scenario): INodeParameters {
	const isSlow = faults.some(({ rule }) => rule.kind === 'delay');
	return isSlow ? { requestOptions: { timeout: TIMEOUT_MS } } : {};
}

/** The option that bounds how many requests are under way. */
export function atOnce({ choices }: Scenario): INodeParameters {
	return choices.requestsAtOnce === undefined ? {} : { requestsAtOnce: choices.requestsAtOnce };
}

/** What is particular to the messages of an operation. */
export interface DutyOptions {
	/** They have a description in any case. */
	always?: boolean;
	toList?: boolean;
	/** Where they go instead of the row's phone or the list. */
	to?: string;
}

/** What is to become of a row whose text the caller has judged. */
export function messageDuty(
	row: Row,
	scenario: Scenario,
	channel: Channel,
	textVerdict: Duty['verdict'],
	{ always = false, toList = scenario.choices.toList, to: instead }: DutyOptions = {},
): Duty {
	const isPast = isInThePast(row, scenario);
	const verdict = worst(textVerdict, toList ? 'good' : phoneVerdict(row), isPast ? 'bad' : 'good');
	if (verdict === 'bad') return { verdict };
	const to = instead ?? (toList ? `list ${listsOf(row, scenario)}` : row.phone.reading!);
	const key = keyOf(to, channel.inLedger(row.text!), sharedOf(row, scenario, channel, always));
	return { verdict, key };
}

/** The parameters of accepted requests, by the code of the campaign they made. */
export function requestsByCode(
	control: Emulator['control'],
	endpoint?: Channel['endpoint'],
): Map<string, IDataObject> {
	const bodies = new Map<string, IDataObject>();
	for (const { taskId, parameters, endpoint: own } of control.requests()) {
		if (taskId !== undefined && (own === endpoint || endpoint === undefined))
			bodies.set(taskId, parameters as IDataObject);
	}
	return bodies;
}

/** What a single message is to become: nothing with an option that cannot be read, or beside others to one list. */
export function itemDuty(
	row: Row,
	scenario: Scenario,
	channel: Channel,
	textVerdict: Duty['verdict'],
	more: DutyOptions = {},
): Duty {
	if (scenario.choices.wrongOption) return { verdict: 'bad' };
	// Each list is named by one item.
	const list = scenario.choices.toList && scenario.rows.length > 1 ? 'either' : 'good';
	return messageDuty(row, scenario, channel, worst(textVerdict, list), more);
}

/** When a request is to begin, as clocks at the service show it; none for at once. */
export function startOf(body: IDataObject): string | undefined {
	const { dy, dm, dd, dh, di } = body as Record<string, string | undefined>;
	return dy === undefined ? undefined : `${dy}-${dm}-${dd} ${dh}:${di}`;
}

/** What the recipients of a request share. */
export function sharedOfRequest(
	body: IDataObject,
	{ from }: Channel,
	{ choices }: Scenario,
): Shared {
	return {
		...{ sender: from && body[from], subject: body.desc },
		...(choices.sendAt ? { at: startOf(body) } : {}),
	};
}

/** What the service bills a message as; nothing where it does not count. */
export function billed({ channel, text }: Pick<LedgerEntry, 'channel' | 'text'>): Partial<Deed> {
	return channel === 'sms' ? { messages: smsParts(text, 'one') } : {};
}

/** The numbers a request holds, by their canonical forms. */
function namedBy({ list, listjson }: IDataObject): Map<string, string> {
	const names = listjson ? Object.keys(listjson) : String(list ?? '').split(',');
	return new Map(names.map((name) => [identifyPhone(name)?.phone ?? name, name]));
}

/** What was written of a text that a phone got. */
export type TextOf = (phone: string, text: string) => string;

/** Every message the service took, with its campaign's code; a message to a list once, however many are in the list. */
export function heldMessages(
	{ control }: Emulator,
	channel: Channel,
	scenario: Scenario,
	textOf: TextOf = (_phone, text) => text,
): Deed[] {
	const bodies = requestsByCode(control, channel.endpoint);
	const names = new Map([...bodies].map(([code, body]) => [code, namedBy(body)]));
	const shared = (code: string): Shared =>
		sharedOfRequest(bodies.get(code) ?? {}, channel, scenario);
	const deeds: Deed[] = [...bodies]
		.filter(([, { pid }]) => pid !== undefined)
		.map(([code, body]) => ({
			key: keyOf(`list ${String(body.pid)}`, channel.ofRequest(body), shared(code)),
			code,
		}));
	for (const { channel: name, phone, text, taskIds } of control.ledger().entries) {
		if (name !== channel.ledger) continue;
		for (const code of taskIds) {
			if (bodies.get(code)?.pid !== undefined) continue;
			const named = names.get(code)?.get(phone);
			const key = keyOf(phone, textOf(phone, text), shared(code));
			const ofMessage = { key, code, phone: named };
			deeds.push({ ...ofMessage, ...billed({ channel: name, text }) });
		}
	}
	return deeds;
}

/** Beyond a message limit the service does not say who of them got none. */
export function campaignClaim({ outcome, messageLimit }: IDataObject): SuccessClaim {
	return outcome === 'accepted' && messageLimit !== undefined ? 'open' : undefined;
}

/** A member of a list gets at most one message of one run. */
export function oneMessageForTheList(deeds: Deed[], { choices }: Scenario): string[] {
	if (!choices.toList || choices.sendAgain) return [];
	return ['1002', '1004'].flatMap((list) => {
		const ofList = deeds.filter(({ key }) => (JSON.parse(key) as string[])[0].includes(list));
		if (ofList.length < 2) return [];
		return [`everybody in list ${list} got ${ofList.length} messages of one run`];
	});
}

/** What every operation that sends messages by a channel has. */
export const messagesOf = (
	channel: Channel,
): Pick<AccountedOperation, 'endpoint' | 'held' | 'claim' | 'code'> => ({
	endpoint: channel.endpoint,
	held: (emulator, scenario) => heldMessages(emulator, channel, scenario),
	claim: campaignClaim,
	code: ({ taskId }) => taskId,
});

/** What those have that may also go to a list, which gets one message a run. */
export const messagesOrListOf = (channel: Channel) => ({
	...messagesOf(channel),
	places: placesOfMessage,
	sendsToLists: true as const,
	alsoHolds: oneMessageForTheList,
});

/** A list has no recipient to read from a row. */
export const placesOfMessage = ({ choices }: Scenario): Place[] =>
	choices.toList ? ['content', 'option'] : ['content', 'recipient', 'option'];

/** With a list, rows with different contents cannot all have their way. */
export function listVerdict(scenario: Scenario): Duty['verdict'] {
	if (!scenario.choices.toList) return 'good';
	const texts = new Set(scenario.rows.map(({ text }) => text));
	const { choices } = scenario;
	const isOne = texts.size < 2 && !choices.split && extra(scenario) !== 'expression';
	const lists = new Set(scenario.rows.map((row) => listsOf(row, scenario)));
	return isOne && choices.sendAt !== 'byRow' && lists.size < 2 ? 'good' : 'either';
}

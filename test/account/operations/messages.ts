import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator, LedgerEntry } from '../../../emulator';
import { identifyPhone } from '../../../emulator/rules/phones';
import { smsParts } from '../../../emulator/rules/smsParts';
import { TIMEOUT_MS } from '../limits';
import type { Row, Scenario } from '../scenario';
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

/** The list messages to lists go to, and how many are registered in it. */
const LIST = '1002';

/** What a request's recipients share, beside the text. */
export interface Shared {
	sender?: unknown;
	subject?: unknown;
}

export const keyOf = (phone: string, text: string, { sender, subject }: Shared): string =>
	JSON.stringify([phone, text, sender ?? '', subject ?? '']);

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
	};
}

/** The sender, by an expression when rows differ in it. */
export function senderOf({ choices }: Scenario, { senders }: Channel): string {
	const [first, second] = senders ?? ['', ''];
	return choices.split ? `={{ $json.pick % 2 ? '${second}' : '${first}' }}` : first;
}

/** Where a message goes: to the row's phone, or to a list. */
export function recipients(scenario: Scenario, isCollective: boolean): INodeParameters {
	if (scenario.choices.toList) return { sendTo: 'lists', listCodes: LIST };
	const phone = expression(scenario, 'recipient', phoneOf(scenario));
	if (!isCollective) return { sendTo: 'numbers', phoneNumbers: phone };
	const byExpression = scenario.choices.byExpression || mustThrow(scenario, 'recipient');
	return { sendTo: 'items', recipient: byExpression ? phone : scenario.phoneColumn };
}

/** How n8n makes the requests of an operation with one request for each item. */
export function perItemOptions({ choices, faults }: Scenario): INodeParameters {
	const batching = choices.pauses ? { batch: { batchSize: 1, batchInterval: 2 } } : undefined;
	const isSlow = faults.some(({ rule }) => rule.kind === 'delay');
	const requestOptions = {
		...(batching ? { batching } : {}),
		...(isSlow ? { timeout: TIMEOUT_MS } : {}),
	};
	return Object.keys(requestOptions).length === 0 ? {} : { requestOptions };
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
	const verdict = worst(textVerdict, toList ? 'good' : phoneVerdict(row));
	if (verdict === 'bad') return { verdict };
	const to = instead ?? (toList ? `list ${LIST}` : row.phone.reading!);
	const key = keyOf(to, channel.inLedger(row.text!), sharedOf(row, scenario, channel, always));
	return { verdict, key };
}

/** The parameters of accepted requests, by the code of the campaign they made. */
export function requestsByCode(control: Emulator['control']): Map<string, IDataObject> {
	const bodies = new Map<string, IDataObject>();
	for (const { taskId, parameters } of control.requests()) {
		if (taskId !== undefined) bodies.set(taskId, parameters as IDataObject);
	}
	return bodies;
}

/** What the recipients of a request share. */
export function sharedOfRequest(body: IDataObject, { from }: Channel): Shared {
	return { sender: from && body[from], subject: body.desc };
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

/** Every message the service took, with its campaign's code; a message to a list once, whoever is in the list. */
export function heldMessages({ control }: Emulator, channel: Channel): Deed[] {
	const bodies = requestsByCode(control);
	const names = new Map([...bodies].map(([code, body]) => [code, namedBy(body)]));
	const shared = (code: string): Shared => sharedOfRequest(bodies.get(code) ?? {}, channel);
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
			const ofMessage = { key: keyOf(phone, text, shared(code)), code, phone: named };
			deeds.push({ ...ofMessage, ...billed({ channel: name, text }) });
		}
	}
	return deeds;
}

/** An item that names a campaign code says that its rows are sent. */
export function campaignClaim(json: IDataObject): SuccessClaim {
	if (json.estimated === true) return 'notDone';
	return 'taskId' in json ? 'done' : 'nothing';
}

/** A member of a list gets at most one message of one run. */
export function oneMessageForTheList(deeds: Deed[], { choices }: Scenario): string[] {
	if (!choices.toList || deeds.length < 2) return [];
	return [`everybody in list ${LIST} got ${deeds.length} messages of one run`];
}

/** What a list does to the requests of single items: equal ones are one, others cannot all have their way. */
export const oneRequestForTheList = {
	sendsToLists: true as const,
	merges: ({ choices }: Scenario) => choices.toList,
	alsoHolds: oneMessageForTheList,
};

/** With a list, rows with different contents cannot all have their way. */
export function listVerdict(scenario: Scenario): Duty['verdict'] {
	if (!scenario.choices.toList) return 'good';
	const texts = new Set(scenario.rows.map(({ text }) => text));
	const isOne = texts.size < 2 && !scenario.choices.split && extra(scenario) !== 'expression';
	return isOne && scenario.choices.duplicates === 'once' ? 'good' : 'either';
}

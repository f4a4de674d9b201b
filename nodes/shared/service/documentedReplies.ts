// Which replies are a success, and what an accepted send says.
import type { IDataObject } from 'n8n-workflow';

import { countRecipients, phonesOf } from '../rules/lists';
import { startInWords } from '../rules/schedule';
import { countMessages } from '../rules/text';
import { statuses } from './events';
import { endpoints, type Endpoint } from './endpoints';
import {
	contactReasons,
	UNDOCUMENTED,
	type NotAccepted,
	type Reply,
	type Written,
} from './readReply';

/**
 * Reads a success in the form that the specification gives for it.
 *
 * @returns its data under the names of a JSON reply; undefined for another form
 */
type Form = (reply: Written) => IDataObject | undefined;

const DIGITS = /^\d+$/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const RUN_ID = /^[\w-]+$/;

/** A plain reply that is only the answer. */
const isAnswer = ({ code, words }: Written) => code === '' && words.length === 1;

const isOk: Form = ({ code, data }) => (code === 'OK' ? data : undefined);

/** `OK <taskId>`; with validation `OK <count> <taskId>` or `OK VALID <taskId>`. */
const campaignCode =
	({ validate }: IDataObject): Form =>
	({ code, data, words }) => {
		const taskId = codeIn(data, words);
		const [found = ''] = words.slice(0, -1);
		const isKnown = words.length < 3 && /^(?:|VALID|\d+)$/.test(found);
		if (code !== 'OK' || !isKnown || !DIGITS.test(taskId)) return undefined;
		return {
			...(validate !== undefined && found === 'VALID' ? { valid: true } : {}),
			...(validate !== undefined && DIGITS.test(found) ? { count: found } : {}),
			...data,
			taskId,
		};
	};

/** The code of a send, as text. Zeros alone name nothing. */
function codeIn({ taskId }: IDataObject, words: string[]): string {
	const written = taskId ?? words.at(-1);
	const code = isScalar(written) ? String(written) : '';
	return /^0+$/.test(code) ? '' : code;
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** `OK <runId>`; the specification does not say what a run ID is made of. */
const runId: Form = ({ code, data, words }) => {
	const taskId = codeIn(data, words);
	return code === 'OK' && RUN_ID.test(taskId) ? { ...data, taskId } : undefined;
};

const balance: Form = (reply) => {
	const { code, data, words } = reply;
	const credit = data.credit ?? words[0];
	const isBalance =
		(code === 'OK' || isAnswer(reply)) && isScalar(credit) && NUMBER.test(String(credit));
	return isBalance ? { ...data, credit } : undefined;
};

const oneOf =
	(...codes: string[]): Form =>
	({ code, data }) =>
		codes.includes(code) ? data : undefined;

const either =
	(...several: Form[]): Form =>
	(reply) => {
		for (const form of several) {
			const data = form(reply);
			if (data !== undefined) return data;
		}
		return undefined;
	};

/** The status alone, or with a line of the numbers that got nothing. */
const status: Form = (reply) => {
	const taskStatus = isAnswer(reply) ? reply.words[0] : reply.data.taskStatus;
	const isKnown =
		(reply.code === 'OK' || isAnswer(reply)) && Object.hasOwn(statuses, String(taskStatus));
	return isKnown ? { ...reply.data, taskStatus } : undefined;
};

/** `OK`, or the numbers by reason, which the contact operations judge. */
const contactChange: Form = ({ code, data, words }) => {
	if (code === 'OK' && words.length === 0) return data;
	return contactReasons.includes(code) ? { [code]: undefined } : undefined;
};

const templates: Form = ({ code, data }) =>
	code === 'OK' && Array.isArray(data.templates) ? data : undefined;

/** The success of each endpoint and action (specification, "Endpoints"). */
const forms: Record<Endpoint, (body: IDataObject) => Form> = {
	[endpoints.sms]: (body) => (body.act === 'credit' ? balance : campaignCode(body)),
	[endpoints.voice]: campaignCode,
	[endpoints.chatTemplate]: campaignCode,
	[endpoints.chatReply]: campaignCode,
	[endpoints.oneTimeCode]: ({ code }) =>
		code === undefined ? oneOf('CODE_SENT', 'MAX_SENT') : oneOf('CODE_VALID', 'WRONG_CODE'),
	[endpoints.senderVerification]: ({ code }) =>
		code === undefined
			? oneOf('CODE_SENT', 'MAX_SENT', 'PHONE_EXIST')
			: oneOf('OK', 'WRONG_CODE', 'PHONE_EXIST', 'MAX_SENT'),
	[endpoints.contacts]: ({ act }) =>
		act === 'check' ? oneOf('REG', 'NOT_REG', 'BLOCKED') : contactChange,
	[endpoints.subAdmin]: ({ act }) =>
		either(
			balance,
			act === 'creditupdate'
				? oneOf('PRICE_CHANGED', 'AMOUNT_MISMATCH', 'NOT_ENOUGH_CREDIT')
				: oneOf('PRICE_CHANGED'),
		),
	[endpoints.templates]: () => templates,
	[endpoints.campaign]: ({ act }) => (act === 'del' ? isOk : status),
	[endpoints.automation]: () => runId,
};

/** The `action` of a JSON reply, if the specification gives one. */
const actions: Partial<Record<Endpoint, (act: unknown) => unknown>> = {
	[endpoints.sms]: (act = 'sendsms') => act,
	[endpoints.voice]: () => 'sendvms',
	[endpoints.chatTemplate]: () => 'sendwa',
	[endpoints.chatReply]: () => 'sendwafree',
	[endpoints.contacts]: (act) => act,
	[endpoints.subAdmin]: (act) => act,
	[endpoints.templates]: () => 'listtemplates',
	[endpoints.campaign]: (act) => (act === 'del' ? act : 'checkstatus'),
};

/** Whether a reply says that it answers another call. */
function answersAnother(endpoint: Endpoint, { act }: IDataObject, { action }: Written): boolean {
	return action !== undefined && action !== (actions[endpoint]?.(act) ?? action);
}

/**
 * Accepts a success only in a form that the specification gives for its endpoint and action; any
 * other has an unknown outcome. Its data has the same names in JSON and plain.
 *
 * @param body the request's parameters by wire name
 */
export function documentedReply(
	endpoint: Endpoint,
	body: IDataObject,
	reply: Written | NotAccepted,
): Reply {
	if (reply.kind !== 'accepted') return reply;
	const data = answersAnother(endpoint, body, reply) ? undefined : forms[endpoint](body)(reply);
	return data === undefined
		? { kind: 'failed', reason: UNDOCUMENTED, outcome: 'unknown', httpStatus: 200 }
		: { kind: 'accepted', code: reply.code, data };
}

/**
 * An accepted send (specification, "Shared sending parameters", replies): `taskId`, with validation
 * also `count` (phones found) or `valid`, and `unrecognized` if some phones were not found.
 *
 * @param request its parameters by wire name
 */
export function campaignOf(
	{ data: { taskId, count, valid } }: { data: IDataObject },
	request: IDataObject = {},
): IDataObject {
	return {
		taskId,
		...(count === undefined ? {} : found(Number(count), countRecipients(request))),
		...(valid === undefined ? {} : { valid: valid === true || valid === 'true' }),
	};
}

function found(count: number, sent: number): IDataObject {
	return { count, ...(count < sent ? { unrecognized: sent - count } : {}) };
}

/** The output of an accepted send: {@link campaignOf} and {@link recipientsOfRequest}. */
export function sentOf(reply: { data: IDataObject }, request: IDataObject): IDataObject {
	return { ...campaignOf(reply, request), ...recipientsOfRequest(request) };
}

/**
 * Whom a request is for: `recipientCount`, how many phones it names, and `recipient` if it is one;
 * for distribution lists `lists`, their codes.
 */
export function recipientsOfRequest(request: IDataObject): IDataObject {
	if (request.pid !== undefined) return { lists: request.pid };
	const phones = phonesOf(request);
	return {
		recipientCount: phones.length,
		...(phones.length === 1 ? { recipient: phones[0] } : {}),
		...limitOf(request, phones.length),
	};
}

/**
 * After how many messages the service ends a campaign, if it has more recipients: no one knows
 * which of them get one (specification, "Send chat template", `ms`).
 */
export function limitOf({ ms }: IDataObject, recipients: number): { messageLimit?: number } {
	return ms !== undefined && Number(ms) < recipients ? { messageLimit: Number(ms) } : {};
}

/**
 * Says when scheduled campaigns start, so that a person sees a wrong time zone or day.
 *
 * @param campaigns the data of their output items, with `scheduledFor` and `scheduledZone`
 * @param now milliseconds since 1970; what began before is left out
 */
export function scheduledHint(campaigns: IDataObject[], now = Date.now()): string | undefined {
	const times = campaigns
		.map(({ scheduledFor, scheduledZone }) => ({
			at: Date.parse(String(scheduledFor)),
			zone: String(scheduledZone),
		}))
		// Without a time it is NaN, which is not later than anything.
		.filter(({ at }) => at > now)
		.sort((one, other) => one.at - other.at);
	if (times.length === 0) return undefined;
	const inWords = ({ at, zone }: (typeof times)[number]) => startInWords(at, zone, now);
	const [first, last] = [inWords(times[0]), inWords(times[times.length - 1])];
	return first === last
		? `Starts ${first}.`
		: `Of the scheduled campaigns, the first starts ${first}, the last ${last}.`;
}

/**
 * How many messages an SMS request is billed as; `messagesPerRecipient` for distribution lists,
 * since only the service has their members.
 */
export function messagesOfSend(request: IDataObject): IDataObject {
	const { msg, pid } = request;
	const each = countMessages(String(msg));
	return pid === undefined
		? { messages: each * countRecipients(request) }
		: { messagesPerRecipient: each };
}

import type { IDataObject } from 'n8n-workflow';

import { endpoints, type Endpoint } from './endpoints';
import { UNDOCUMENTED, type Reply } from './readReply';

type Accepted = Extract<Reply, { kind: 'accepted' }>;

/** Tells whether a reply has the form that the specification gives for a success. */
type Form = (reply: Accepted) => boolean;

const DIGITS = /^\d+$/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const RUN_ID = /^[\w-]+$/;

const isOk: Form = ({ code }) => code === 'OK';

/** A plain reply that is nothing but the answer. */
const isAnswer: Form = ({ code, words }) => code === '' && words.length === 1;

/** `OK <taskId>`, with validation `OK <count> <taskId>` or `OK VALID <taskId>`. */
const campaignCode: Form = (reply) =>
	isOk(reply) && DIGITS.test(String(reply.data.taskId ?? reply.words.at(-1)));

/** `OK <runId>`; the specification does not say what a run ID is made of. */
const runId: Form = (reply) =>
	isOk(reply) && RUN_ID.test(String(reply.data.taskId ?? reply.words.at(-1) ?? ''));

const balance: Form = (reply) => (isOk(reply) || isAnswer(reply)) && isNumber(creditOf(reply));

/** One of some result words. */
const oneOf =
	(...words: string[]): Form =>
	({ code }) =>
		words.includes(code);

const statuses = [
	...['pending', 'running', 'done', 'stop', 'empty', 'cancel', 'error'],
	...['noMsgLeft', 'abort', 'limit', 'na'],
];

const status: Form = (reply) =>
	(isOk(reply) && statuses.includes(String(reply.data.taskStatus))) ||
	(isAnswer(reply) && statuses.includes(reply.words[0]));

/** What became of which number is read, and judged, by the contact operations themselves. */
const contactChange: Form = (reply) => isOk(reply) || contactReasons.includes(reply.code);

const templates: Form = ({ code, data }) => code === 'OK' && Array.isArray(data.templates);

/** The lists of numbers a change of contacts may come with. */
export const contactReasons = ['ALREADY_REG', 'NOT_REG', 'BLOCKED', 'ACTION_ERROR'];

/** The success of each endpoint and action (specification, "Endpoints", the replies of each). */
const forms: Record<Endpoint, (body: IDataObject) => Form> = {
	[endpoints.sms]: ({ act }) => (act === 'credit' ? balance : campaignCode),
	[endpoints.voice]: () => campaignCode,
	[endpoints.chatTemplate]: () => campaignCode,
	[endpoints.chatReply]: () => campaignCode,
	[endpoints.oneTimeCode]: ({ code }) =>
		code === undefined ? oneOf('CODE_SENT', 'MAX_SENT') : oneOf('CODE_VALID', 'WRONG_CODE'),
	[endpoints.senderVerification]: ({ code }) =>
		code === undefined
			? oneOf('CODE_SENT', 'MAX_SENT', 'PHONE_EXIST')
			: oneOf('OK', 'WRONG_CODE', 'PHONE_EXIST', 'MAX_SENT'),
	[endpoints.contacts]: ({ act }) =>
		act === 'check' ? oneOf('REG', 'NOT_REG', 'BLOCKED') : contactChange,
	[endpoints.subAdmin]: ({ act }) =>
		act === 'creditupdate'
			? (reply) =>
					balance(reply) || oneOf('PRICE_CHANGED', 'AMOUNT_MISMATCH', 'NOT_ENOUGH_CREDIT')(reply)
			: (reply) => balance(reply) || oneOf('PRICE_CHANGED')(reply),
	[endpoints.templates]: () => templates,
	[endpoints.campaign]: ({ act }) => (act === 'del' ? isOk : status),
	[endpoints.automation]: () => runId,
};

/**
 * Lets a reply count as a success only in a form the specification gives for its endpoint and action.
 *
 * @param endpoint script path, one of `endpoints`
 * @param body the request's parameters by wire name
 * @returns the same reply, or one of unknown outcome
 */
export function onlyDocumented(endpoint: string, body: IDataObject, reply: Reply): Reply {
	if (reply.kind !== 'accepted') return reply;
	const form = forms[endpoint as Endpoint]?.(body);
	if (form === undefined || form(reply)) return reply;
	return { kind: 'failed', reason: UNDOCUMENTED, outcome: 'unknown', httpStatus: 200 };
}

function isNumber(value: unknown): boolean {
	return NUMBER.test(String(value));
}

/**
 * The balance that a reply names, as it is written there: in JSON `data.credit`, in plain text the number alone or after
 * `OK` (specification, "SMS balance" and "Sub-admin balance").
 *
 * @returns undefined when it names none
 */
export function creditOf({ data, words }: Pick<Accepted, 'data' | 'words'>): unknown {
	return data.credit ?? words[0];
}

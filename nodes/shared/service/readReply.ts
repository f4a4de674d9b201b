// What a reply says, before it is known whether that is a success.
import type { IDataObject } from 'n8n-workflow';

/** An HTTP reply from n8n, with its body as text. */
export interface HttpReply {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/** The service did it, or answered with a result code that is no error. */
export interface Accepted {
	kind: 'accepted';
	/** `OK` or the result code; empty for a plain reply that is only the answer to a question. */
	code: string;
	/** The data of a JSON reply without `remoteIP`; the same of a plain one. */
	data: IDataObject;
}

/** A reply that is no success. */
export type NotAccepted =
	/** The service's own error, in its words. */
	| { kind: 'refused'; description: string; httpStatus: number }
	/** No reply could be read. `outcome` says whether the service may still have acted. */
	| {
			kind: 'failed';
			reason: string;
			outcome: 'notAccepted' | 'unknown';
			httpStatus: number;
			retryAfterSeconds?: number;
	  };

/** What a reply of the service means, whatever its form. */
export type Reply = Accepted | NotAccepted;

/** A success before its words are interpreted: what they mean depends on the request. */
export interface Written extends Accepted {
	/** The words after the code of a plain reply, or all of them if it has no code. */
	words: string[];
	/** What a JSON reply says it answers, if it says so. */
	action?: string;
}

/** The reasons for which the service lists numbers (specification, "Contacts"). */
export const contactReasons = ['ALREADY_REG', 'NOT_REG', 'BLOCKED', 'ACTION_ERROR'];

/** Why a reply is neither a success nor an error. */
export const UNDOCUMENTED = 'a reply in a form that is not in its documentation';

/**
 * Most characters of a plain reply: 10,000 numbers take about 150,000. Longer texts are something
 * else, and may be too much for a regular expression.
 */
const LONGEST_PLAIN = 500_000;

const NO_DESCRIPTION = 'no description given';
const PLAIN_ERROR = /^ERROR(?:\s*-->\s*Description:([\s\S]*))?$/;
const PLAIN_CODE = /^(?=[A-Z_]{1,40}(?: |$))[A-Z]+(?:_[A-Z]+)*(?: .*)?$/;
/** An SMS balance is a number; a campaign's status is a word, perhaps with a line of numbers. */
const PLAIN_ANSWER = /^([+-]?\d{1,40}(?:\.\d{1,40})?|[a-zA-Z]{1,40})(?:[ \t\r]*\n([\d,\s]+))?$/;
const LONG_CAMPAIGN_CODE = /("(?:taskId|tid)"\s*:\s*)(\d+)/g;

/**
 * Reads a reply in any form from the service or what is before it: JSON, JSON without `action`,
 * plain text in JSON mode, an HTML page, an empty or cut body, an HTTP status (specification,
 * conventions "plain reply" and "JSON reply"). An HTTP 200 alone is no success.
 */
export function readReply({ statusCode, headers, body }: HttpReply): Written | NotAccepted {
	const text = bodyText(body);
	return (
		readJson(text, statusCode) ??
		readPlain(text, statusCode) ??
		failed({ statusCode, headers }, whyUnusable(statusCode, text))
	);
}

/** A reply that is too long to be read. */
export function tooLong(response: HttpReply): NotAccepted {
	return failed(response, 'a reply of more than 5 MB');
}

function failed({ statusCode, headers }: Omit<HttpReply, 'body'>, reason: string): NotAccepted {
	return {
		kind: 'failed',
		reason,
		// What was turned away or redirected was not carried out.
		outcome: statusCode >= 300 && statusCode < 500 ? 'notAccepted' : 'unknown',
		httpStatus: statusCode,
		...retryAfter(headers),
	};
}

function bodyText(body: unknown): string {
	if (typeof body === 'string') return body.replace(/^\uFEFF/, '').trim();
	return body === undefined || body === null ? '' : JSON.stringify(body);
}

function readJson(text: string, httpStatus: number): Written | NotAccepted | undefined {
	if (!text.startsWith('{')) return undefined;
	const json = parseObject(text);
	if (json === undefined || !('status' in json)) return undefined;

	const { remoteIP: _remoteIP, ...data } = isObject(json.data) ? json.data : {};
	const description = data.description ?? json.description;
	const { status, message, action } = json;
	if (status === 1 && !isText(description) && isSuccess(httpStatus)) {
		const answered = action === undefined ? {} : { action: String(action) };
		return { kind: 'accepted', code: String(message ?? ''), data, words: [], ...answered };
	}
	const isError =
		String(status) === '0' &&
		(message === 'ERROR' || (message === undefined && isText(description)));
	// Anything else contradicts itself, so no one knows whether the service acted.
	return isError
		? { kind: 'refused', description: String(description ?? NO_DESCRIPTION), httpStatus }
		: { kind: 'failed', reason: UNDOCUMENTED, outcome: 'unknown', httpStatus };
}

/** JSON mode has plain replies too: `No IP` is always one (specification, "Error words"). */
function readPlain(text: string, httpStatus: number): Written | NotAccepted | undefined {
	const error = PLAIN_ERROR.exec(text);
	if (error !== null) {
		return { kind: 'refused', description: error[1]?.trim() || NO_DESCRIPTION, httpStatus };
	}
	if (!isSuccess(httpStatus) || text.length > LONGEST_PLAIN) return undefined;
	const listed = numbersByReason(text);
	if (listed !== undefined) return { kind: 'accepted', code: 'OK', data: listed, words: [] };
	if (PLAIN_CODE.test(text)) {
		const [code, ...words] = text.split(/\s+/);
		return { kind: 'accepted', code, data: {}, words };
	}
	const answer = PLAIN_ANSWER.exec(text);
	if (answer === null) return undefined;
	const notSent = answer[2] === undefined ? {} : { notSent: numbersIn(answer[2]) };
	return { kind: 'accepted', code: '', data: notSent, words: [answer[1]] };
}

/** What became of contacts: the numbers for each reason. */
function numbersByReason(text: string): IDataObject | undefined {
	const listed: Record<string, string[]> = {};
	let numbers: string[] | undefined;
	for (const word of numbersIn(text)) {
		const reason = word.toUpperCase();
		if (contactReasons.includes(reason)) numbers = listed[reason] ??= [];
		else if (numbers !== undefined && /^\+?\d[\d-]*$/.test(word)) numbers.push(word);
		else return undefined;
	}
	const lists = Object.values(listed);
	return lists.length > 0 && lists.every(({ length }) => length > 0) ? listed : undefined;
}

function numbersIn(list: string): string[] {
	return list.split(/[,\s]+/).filter((number) => number !== '');
}

function whyUnusable(status: number, text: string): string {
	if (status === 429) return 'it receives too many requests right now (HTTP 429)';
	if (status >= 300 && status < 400) {
		return `it redirects to another URL (HTTP ${status}), which is not followed because the request carries the token`;
	}
	if (!isSuccess(status)) return `HTTP status ${status}`;
	if (text === '') return 'an empty reply';
	if (text.startsWith('{')) return "a reply that is cut off or isn't valid JSON";
	return text.startsWith('<') ? 'a web page instead of a reply' : UNDOCUMENTED;
}

function retryAfter(headers: IDataObject): { retryAfterSeconds?: number } {
	const value = headers?.['retry-after'];
	if (value === undefined) return {};
	const seconds = /^\d+$/.test(String(value))
		? Number(value)
		: Math.ceil((Date.parse(String(value)) - Date.now()) / 1000);
	return Number.isFinite(seconds) ? { retryAfterSeconds: Math.max(0, seconds) } : {};
}

/** Campaign codes become strings first: a number would lose their last digits. */
function parseObject(text: string): IDataObject | undefined {
	try {
		return JSON.parse(text.replace(LONG_CAMPAIGN_CODE, '$1"$2"')) as IDataObject;
	} catch {
		return undefined;
	}
}

function isSuccess(status: number): boolean {
	return status >= 200 && status < 300;
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { JsonValue } from '../protocol/json';
import type { RequestRecord } from '../state/requestLog';

/** A request in the list of requests. */
export interface RequestSummary extends Pick<
	RequestRecord,
	'index' | 'at' | 'endpoint' | 'mode' | 'method' | 'status' | 'accepted' | 'fault' | 'taskId'
> {
	/** The beginning of the reply. */
	excerpt: string;
}

/** What is in the place of a token. */
export const hiddenToken = '<token>';

const excerptLength = 200;
/** More than the excerpt, so that a token at its end is found whole. */
const searchedLength = 2000;
/** Shorter values are not looked for outside of their field: they would be found in everything. */
const shortestSecret = 8;

/** The newest requests, newest first, without tokens. */
export function requestSummaries(
	records: RequestRecord[],
	tokens: string[],
	limit: number,
): RequestSummary[] {
	return records
		.slice(-limit)
		.reverse()
		.map((record) => {
			const { index, at, endpoint, mode, method, status, accepted, fault, taskId } = record;
			const beginning = record.reply.slice(0, searchedLength);
			const excerpt = hide(beginning, secretsOf(record, tokens)).slice(0, excerptLength);
			return { index, at, endpoint, mode, method, status, accepted, fault, taskId, excerpt };
		});
}

/** A record with every token in it hidden: the account's, and the one that was sent, right or wrong. */
export function withoutToken(record: RequestRecord, tokens: string[]): RequestRecord {
	const secrets = secretsOf(record, tokens);
	const { unread } = record;
	return {
		...record,
		...(unread === undefined ? {} : { unread: hideInBroken(unread, secrets) }),
		url: hide(record.url, secrets).replace(/([?&]token=)[^&#]*/g, `$1${hiddenToken}`),
		parameters: hideIn(record.parameters, secrets),
		reply: hide(record.reply, secrets),
	};
}

/** Finds every token, as it is and as it is in an address. */
function secretsOf({ parameters }: RequestRecord, tokens: string[]): RegExp {
	const sent = isRecord(parameters) && typeof parameters.token === 'string' ? parameters.token : '';
	const known = sent.length < shortestSecret ? tokens : [sent, ...tokens];
	// A token that begins as another does must not leave its end behind.
	const spellings = [...new Set(known.flatMap((secret) => [secret, encodeURIComponent(secret)]))]
		.sort((a, b) => b.length - a.length)
		.map((secret) => secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(spellings.join('|'), 'g');
}

const hide = (text: string, secrets: RegExp): string => text.replace(secrets, hiddenToken);

function hideIn(value: JsonValue, secrets: RegExp): JsonValue {
	if (typeof value === 'string') return hide(value, secrets);
	if (Array.isArray(value)) return value.map((each) => hideIn(each, secrets));
	if (!isRecord(value)) return value;
	const pairs = Object.entries(value).map(([name, inner]) =>
		name === 'token' ? [name, hideAll(inner)] : [hide(name, secrets), hideIn(inner, secrets)],
	);
	return Object.fromEntries(pairs) as JsonValue;
}

/** What is in the place of a token, in the shape it has. */
function hideAll(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(hideAll);
	if (isRecord(value)) {
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hideAll(inner)]));
	}
	return typeof value === 'string' || typeof value === 'number' ? hiddenToken : value;
}

/** Hides in a text that should have been JSON, where a token that no one knows shows by its name only. */
const hideInBroken = (text: string, secrets: RegExp): string =>
	hide(text, secrets).replace(/(["']?token["']?\s*[:=]\s*["']?)[^"',}&\s]+/gi, `$1${hiddenToken}`);

const isRecord = (value: JsonValue): value is Record<string, JsonValue> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

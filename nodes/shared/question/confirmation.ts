import type { IDataObject, IWebhookFunctions, NodeApiError } from 'n8n-workflow';

import { replyError } from '../service/apiError';
import { endpoints } from '../service/endpoints';
import { explainErrorText } from '../service/errorTexts';
import { postRequest } from '../service/postRequest';
import { plainDigits } from '../rules/writtenNumber';
import { sameKey } from '../service/keys';
import { MapThatForgets } from '../sentBefore/mapThatForgets';
import { type Bound, keyFor, type Respondent } from './answerLink';
import type { CodeAsked } from './pages';
import { answerNames, names, type Submitted } from './readAnswer';
import { MINUTE_MS } from '../rules/times';

/** How long a code may be tried on a page: as long as the service accepts it by default (specification, "One-time codes"). */
export const SEAL_MS = 10 * MINUTE_MS;

/** Digits of a code (specification, "One-time codes"). */
const CODE_DIGITS = 6;
/**
 * Codes a phone may get within ten minutes, for all its questions together: the usual two would leave
 * no one able to confirm a third question (specification, "One-time codes", `maxsms`).
 */
const MOST_CODES = 5;
/** Milliseconds the service may take while someone looks at a page. */
const TIMEOUT_MS = 20_000;

/** What the page that takes the code is to say, and what is hidden in it. */
interface Confirming extends Pick<CodeAsked, 'news' | 'unchecked'> {
	seal?: Seal;
}

/**
 * Has a code sent for an answer, or looks whether the one that was entered is right, on a page made for that answer.
 *
 * @returns undefined once the right code was entered, otherwise what the page is to say
 */
export async function confirm(
	context: IWebhookFunctions,
	respondent: Respondent,
	submitted: Submitted,
): Promise<Confirming | undefined> {
	const { question, phone, token, bound } = respondent;
	const answer = answerNames(question.response).map((name) => submitted[name] ?? '');
	const sealed = { token, bound, answer };
	const seal = readSeal(submitted[names.seal], sealed);
	const { [names.code]: code } = submitted;
	const asksForNew = submitted[names.newCode] === '1';
	if (seal === undefined || asksForNew) {
		const sent = await sendCode(context, respondent, sealed, seal);
		const isUnasked = sent.news === 'codeSent' && !asksForNew && code !== undefined;
		return isUnasked ? { ...sent, news: 'codeSentNow' } : sent;
	}
	const kept = { seal, unchecked: submitted[names.unchecked] };
	const entered = plainDigits(code ?? '').replace(/[\s\p{Cf}-]/gu, '');
	if (entered === '') return { ...kept, news: 'empty' };
	if (!/^\d{3,8}$/.test(entered)) return { ...kept, news: 'wrongCode' };
	const triesFor = seal.hasOwnCode ? seal.text : JSON.stringify(bound);
	const giveBack = takeTry(triesFor);
	if (giveBack === undefined) return { ...kept, news: 'tooManyTries' };
	const unchecked = uncheckedKey(sealed, seal, entered);
	const result = await ask(context, { phone, code: entered });
	const isSpent = result === 'WRONG_CODE' && sameKey(kept.unchecked, unchecked);
	if (result === 'WRONG_CODE' && !isSpent) return { ...kept, news: 'wrongCode' };
	// Only a wrong code takes a try: not one whose check had no result, nor that one the next time.
	giveBack();
	if (result === 'CODE_VALID') return undefined;
	if (isSpent) return { ...kept, news: 'codeSpent' };
	return { ...kept, news: 'codeUnchecked', ...(result === 'unknown' ? { unchecked } : {}) };
}

/** Has the service send a code; a page that no further one can be sent for takes the last one, under its seal. */
async function sendCode(
	context: IWebhookFunctions,
	{ phone, question }: Respondent,
	sealed: Sealed,
	seal?: Seal,
): Promise<Confirming> {
	const parameters = { phone, type: 'sms', lang: question.language, maxsms: MOST_CODES };
	const result = await ask(context, parameters);
	if (result === 'CODE_SENT') return { news: 'codeSent', seal: sealFor(sealed, true) };
	const mayHaveOne = result === 'MAX_SENT' || result === 'unknown';
	const kept = seal ?? (mayHaveOne ? sealFor(sealed, false) : undefined);
	return { news: notSent[result] ?? 'codeFailed', seal: kept };
}

const notSent: Partial<Record<string, CodeAsked['news']>> = {
	MAX_SENT: 'tooManyCodes',
	refused: 'codeRefused',
	unknown: 'codeUnsure',
};

/**
 * The service's answer; `refused` when it will not do it however often it is asked, `unknown` when it may
 * have acted without an answer, another word when it has not.
 */
async function ask(context: IWebhookFunctions, parameters: IDataObject): Promise<string> {
	const body = { ...parameters, codelen: CODE_DIGITS };
	const url = endpoints.oneTimeCode;
	try {
		const reply = await postRequest(context, { url, body, effect: 'once', timeoutMs: TIMEOUT_MS });
		if (reply.kind === 'accepted') return reply.code;
		if (reply.kind === 'failed') return reply.outcome;
		const error = replyError(context.getNode(), reply);
		logRefusal(context, error, parameters.code === undefined ? 'sent' : 'checked');
		const isPassing = explainErrorText(reply.description)?.cause === 'temporarily-unavailable';
		return isPassing ? 'notAccepted' : 'refused';
	} catch {
		// The page says that it did not work; the person tries again.
		return 'unknown';
	}
}

/** Tells who runs n8n: the page has no place for it, and the execution continues to wait. */
function logRefusal(context: IWebhookFunctions, error: NodeApiError, what: 'sent' | 'checked') {
	// Made for n8n's log: such a message holds no long numbers and nothing that was entered.
	context.logger.warn(
		`Execution ${context.getExecutionId()}: a one-time code could not be ${what}: ${error.message}`,
	);
}

/** Wrong codes after which no further one is tried on a page. The service sets no limit. */
const MOST_TRIES = 5;

/** Tries by what they are counted for, in this process: nothing can be kept with an execution that waits. */
const known = new MapThatForgets<{ count: number }>(SEAL_MS);

/**
 * Takes one of the tries before the answer is there: several at once would all find some left.
 *
 * @returns what gives it back; undefined when none is left
 */
function takeTry(key: string): (() => void) | undefined {
	const tries = known.getOrMake(key, () => ({ count: 0 }));
	if (tries.count >= MOST_TRIES) return undefined;
	tries.count++;
	return () => tries.count--;
}

/**
 * What a page that takes a code proves of itself: which answer its code confirms, and whether a code was
 * sent for it. It is in the page, because nothing can be kept between two calls of an execution that waits.
 */
interface Seal {
	/** False where no further code could be sent: such pages have their tries in common. */
	hasOwnCode: boolean;
	text: string;
}

/** What a seal is good for: an answer, with its fields as they were sent. */
export interface Sealed {
	token: string;
	bound: Bound;
	answer: string[];
}

/** Makes the seal of a page; `hasOwnCode` as in {@link Seal}. */
export function sealFor(sealed: Sealed, hasOwnCode: boolean, now = Date.now()): Seal {
	const kind = `${now.toString(36)}.${hasOwnCode ? 'own' : 'last'}`;
	return { hasOwnCode, text: `${kind}.${sealKey(sealed, kind)}` };
}

/** Reads a page's seal; undefined for one of another answer, question or person, one that is too old, and none. */
export function readSeal(
	text: string | undefined,
	sealed: Sealed,
	now = Date.now(),
): Seal | undefined {
	const [, kind, at, whose, key] = /^(([0-9a-z]{1,11})\.(own|last))\.(.+)$/.exec(text ?? '') ?? [];
	if (kind === undefined || !sameKey(key, sealKey(sealed, kind))) return undefined;
	const age = now - parseInt(at, 36);
	// The clocks of two processes may differ.
	return age <= SEAL_MS && age >= -MINUTE_MS
		? { hasOwnCode: whose === 'own', text: text! }
		: undefined;
}

/**
 * Names a code whose check had no result, on the page with that seal: the service takes each code once, so
 * that the right one may be called wrong the next time. No one can make it for a code of their own choice.
 */
function uncheckedKey(sealed: Sealed, seal: Seal, code: string): string {
	return sealKey(sealed, `unchecked.${seal.text}.${code}`);
}

/** Line breaks are written in several ways on the way to a page and back. */
function sealKey({ token, bound, answer }: Sealed, kind: string): string {
	const lines = answer.map((text) => text.replace(/\r\n?/g, '\n'));
	return keyFor(token, 'confirmation', bound, [kind, ...lines]);
}

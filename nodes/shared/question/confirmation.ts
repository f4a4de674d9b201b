import type { IDataObject, IWebhookFunctions, NodeApiError } from 'n8n-workflow';

import { replyError } from '../service/apiError';
import { endpoints } from '../service/endpoints';
import { explainErrorText } from '../service/errorTexts';
import { postRequest } from '../service/postRequest';
import { plainDigits } from '../rules/digits';
import { sameKey } from '../rules/sameKey';
import { MapThatForgets } from '../sentBefore/mapThatForgets';
import type { Respondent } from './answerLink';
import type { CodeNews } from './pages';
import type { PageLanguage } from './pageTexts';
import { answerNames, names, type Submitted } from './readAnswer';
import { readSeal, SEAL_MS, sealFor, uncheckedKey, type Seal, type Sealed } from './seal';

/** Digits of a code, told in both calls (specification, "One-time codes"). */
const CODE_DIGITS = 6;
/**
 * Codes a phone may get within ten minutes, for all its questions together: the usual two would leave
 * nobody able to confirm a third question (specification, "One-time codes", `maxsms`).
 */
const MOST_CODES = 5;
/** Milliseconds the service may take while somebody looks at a page. */
const TIMEOUT_MS = 20_000;

/** What the page that takes the code is to say. */
export interface Confirming {
	news: CodeNews;
	/** None while no code can have been sent for the answer. */
	seal?: Seal;
	/** Names the code whose check had no result. */
	unchecked?: string;
}

/**
 * Has a code sent for an answer, or looks whether the one that was entered is right. A code counts only on
 * a page that was made for the same answer.
 *
 * @returns undefined once the right code was entered, otherwise what the page is to say
 */
export async function confirm(
	context: IWebhookFunctions,
	{ question, phone, token, bound }: Respondent,
	submitted: Submitted,
): Promise<Confirming | undefined> {
	const answer = answerNames(question.response).map((name) => submitted[name] ?? '');
	const sealed = { token, bound, answer };
	const seal = readSeal(submitted[names.seal], sealed);
	const { [names.code]: code } = submitted;
	const asksForNew = submitted[names.newCode] === '1';
	if (seal === undefined || asksForNew) {
		const sent = await sendCode(context, { phone, language: question.language, sealed, seal });
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

/** Who gets a code, and what it is to confirm. */
interface CodeFor {
	phone: string;
	language: PageLanguage;
	sealed: Sealed;
	/** Of the page that asks for a further one. */
	seal?: Seal;
}

/** Has the service send a code; a page that no further one can be sent for takes the last one. */
async function sendCode(
	context: IWebhookFunctions,
	{ phone, language, sealed, seal }: CodeFor,
): Promise<Confirming> {
	const result = await ask(context, { phone, type: 'sms', lang: language, maxsms: MOST_CODES });
	if (result === 'CODE_SENT') return { news: 'codeSent', seal: sealFor(sealed, true) };
	const mayHaveOne = result === 'MAX_SENT' || result === 'unknown';
	const kept = seal ?? (mayHaveOne ? sealFor(sealed, false) : undefined);
	return { news: notSent[result] ?? 'codeFailed', seal: kept };
}

/** What is said when a code was not sent for certain, by the service's answer. */
const notSent: Partial<Record<string, CodeNews>> = {
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

/** Tells who runs n8n: the page has no place for it, and the execution goes on waiting. */
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
 * Takes one of the tries, before the answer is there: several at once would all find some left.
 *
 * @param key what they are counted for
 * @returns what gives it back; undefined when none is left
 */
function takeTry(key: string): (() => void) | undefined {
	const tries = known.getOrMake(key, () => ({ count: 0 }));
	if (tries.count >= MOST_TRIES) return undefined;
	tries.count++;
	return () => tries.count--;
}

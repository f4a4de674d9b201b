import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { endpoints } from '../transport/endpoints';
import { postRequest } from '../transport/postRequest';
import { plainDigits } from '../validation/plainDigits';
import type { CodeNews } from './codePage';
import type { PageLanguage } from './languages';
import { answerNames, names, type Submitted } from './readAnswer';
import { readSeal, sealFor, type Seal, type Sealed } from './seal';
import { takeTry } from './tries';
import type { Visitor } from './visitor';

/** Digits of a code, told in both calls (specification, "One-time code"). */
const CODE_DIGITS = 6;
/** Milliseconds the service may take while somebody looks at a page. */
const TIMEOUT_MS = 20_000;

/** What the page that takes the code is to say. */
export interface Confirming {
	news: CodeNews;
	/** None while no code can have been sent for the answer. */
	seal?: Seal;
}

/**
 * Has a code sent for an answer, or looks whether the one that was entered is right. A code counts only on
 * a page that was made for the same answer.
 *
 * @returns undefined once the right code was entered, otherwise what the page is to say
 */
export async function confirm(
	context: IWebhookFunctions,
	{ question, phone, token, bound }: Visitor,
	submitted: Submitted,
): Promise<Confirming | undefined> {
	const answer = answerNames(question.response).map((name) => submitted[name] ?? '');
	const sealed = { token, bound, answer };
	const seal = readSeal(submitted[names.seal], sealed);
	const { [names.code]: code, [names.newCode]: asksForNew } = submitted;
	if (seal === undefined || asksForNew) {
		const sent = await sendCode(context, { phone, language: question.language, sealed, seal });
		const isUnasked = sent.news === 'codeSent' && !asksForNew && code !== undefined;
		return isUnasked ? { ...sent, news: 'codeSentNow' } : sent;
	}
	const triesFor = seal.hasOwnCode ? seal.text : JSON.stringify(bound);
	const news = await checkCode(context, phone, code ?? '', triesFor);
	return news && { news, seal };
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
	const result = await ask(context, { phone, type: 'sms', lang: language });
	if (result === 'CODE_SENT') return { news: 'codeSent', seal: sealFor(sealed, true) };
	const mayHaveOne = result === 'MAX_SENT' || result === 'unknown';
	const kept = seal ?? (mayHaveOne ? sealFor(sealed, false) : undefined);
	return { news: result === 'MAX_SENT' ? 'tooManyCodes' : 'codeFailed', seal: kept };
}

/** Asks the service whether a code is the last one it sent to a phone. */
async function checkCode(
	context: IWebhookFunctions,
	phone: string,
	entered: string,
	triesFor: string,
): Promise<CodeNews | undefined> {
	const code = plainDigits(entered).replace(/[ -]/g, '');
	if (code === '') return 'empty';
	if (!/^\d{3,8}$/.test(code)) return 'wrongCode';
	const giveBack = takeTry(triesFor);
	if (giveBack === undefined) return 'tooManyTries';
	const result = await ask(context, { phone, code });
	if (result === 'WRONG_CODE') return 'wrongCode';
	giveBack();
	return result === 'CODE_VALID' ? undefined : 'codeFailed';
}

/** The service's answer; `unknown` when it may have acted without one, another word when it has not. */
async function ask(context: IWebhookFunctions, parameters: IDataObject): Promise<string> {
	const body = { ...parameters, codelen: CODE_DIGITS };
	const url = endpoints.oneTimeCode;
	try {
		const reply = await postRequest(context, { url, body, effect: 'once', timeoutMs: TIMEOUT_MS });
		if (reply.kind === 'accepted') return reply.code;
		return reply.kind === 'failed' ? reply.outcome : 'refused';
	} catch {
		// The page says that it did not work; the person tries again.
		return 'unknown';
	}
}

import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { endpoints } from '../transport/endpoints';
import { postRequest } from '../transport/postRequest';
import type { PageLanguage } from './languages';
import type { CodeNews } from './pages';

/** Digits of a code, told in both calls (specification, "One-time code"). */
const CODE_DIGITS = 6;
/** Milliseconds the service may take while somebody looks at a page. */
const TIMEOUT_MS = 20_000;
/** Wrong codes after which no further one is tried, and for how long. The service sets no limit. */
const MOST_TRIES = 5;
const TRIES_MS = 10 * 60_000;

/** Wrong codes by question and recipient, in this process: nothing can be kept with an execution that waits. */
const wrong = new Map<string, { count: number; since: number }>();

/** Has the service send a code to a phone; tells what the page is to say. */
export async function sendCode(
	context: IWebhookFunctions,
	phone: string,
	language: PageLanguage,
): Promise<CodeNews> {
	const code = await ask(context, { phone, type: 'sms', lang: language });
	if (code === 'CODE_SENT') return 'codeSent';
	return code === 'MAX_SENT' ? 'tooManyCodes' : 'codeFailed';
}

/**
 * Asks the service whether a code is the one it sent.
 *
 * @param key names the question and the recipient
 * @returns undefined for the right code, otherwise what the page is to say
 */
export async function checkCode(
	context: IWebhookFunctions,
	phone: string,
	code: string,
	key: string,
): Promise<CodeNews | undefined> {
	const tries = triesOf(key);
	if (tries.count >= MOST_TRIES) return 'tooManyTries';
	if (!/^\d{3,8}$/.test(code)) return 'wrongCode';
	// Counted before the answer is there: several at once would all find the count low.
	tries.count++;
	const result = await ask(context, { phone, code });
	if (result !== 'WRONG_CODE') tries.count--;
	if (result === 'CODE_VALID') return undefined;
	return result === 'WRONG_CODE' ? 'wrongCode' : 'codeFailed';
}

async function ask(context: IWebhookFunctions, body: IDataObject): Promise<string | undefined> {
	const request = { ...body, codelen: CODE_DIGITS };
	const url = endpoints.oneTimeCode;
	const reply = await postRequest(context, {
		...{ url, body: request, effect: 'once', timeoutMs: TIMEOUT_MS },
	}).catch(
		// The page says that it did not work; the person tries again.
		() => undefined,
	);
	return reply?.kind === 'accepted' ? reply.code : undefined;
}

function triesOf(key: string): { count: number; since: number } {
	const now = Date.now();
	for (const [each, { since }] of wrong) if (now - since > TRIES_MS) wrong.delete(each);
	const tries = wrong.get(key) ?? { count: 0, since: now };
	wrong.set(key, tries);
	return tries;
}

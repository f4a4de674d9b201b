import type { IWebhookFunctions } from 'n8n-workflow';

import { postRequest } from '../transport/postRequest';
import { countCharacters } from '../validation/text';
import { pageTexts } from './languages';
import type { Answer, Question } from './question';

/** Milliseconds the service may take: whoever answered waits for the page. */
const TIMEOUT_MS = 10_000;
/** Characters of the question that are repeated. */
const REPEATED = 60;

/**
 * Tells the others who were asked that there is an answer, if they are to be told. n8n itself turns them
 * away from then on, without saying by whom the question was answered.
 *
 * @param phone of the person who answered
 */
export async function tellOthers(
	context: IWebhookFunctions,
	question: Question,
	phone: string,
	answer: Answer,
): Promise<void> {
	const { tellsOthers, recipients } = question;
	if (tellsOthers === undefined) return;
	const { url, recipientWire, shared } = tellsOthers;
	const msg = othersText(question, phone, answer);
	const others = recipients.filter((each) => each !== phone);
	await Promise.all(
		others.map(async (other) => {
			const body = { ...shared, [recipientWire]: other, msg };
			await postRequest(context, { url, body, effect: 'once', timeoutMs: TIMEOUT_MS }).catch(
				// The answer counts all the same.
				() => undefined,
			);
		}),
	);
}

/** For example `Answered by 0501112233: Approve. Refund 120 to Dana?` */
export function othersText(
	{ language, response, text }: Pick<Question, 'language' | 'response' | 'text'>,
	phone: string,
	answer: Answer,
): string {
	const { answeredBy, approve, decline } = pageTexts[language];
	const { approveLabel = approve, declineLabel = decline } =
		response.kind === 'approval' ? response : {};
	const decision = 'approved' in answer ? `: ${answer.approved ? approveLabel : declineLabel}` : '';
	const repeated = [...text].slice(0, REPEATED).join('');
	const question = countCharacters(text) > REPEATED ? `${repeated}...` : repeated;
	return `${answeredBy} ${phone}${decision}. ${question}`;
}

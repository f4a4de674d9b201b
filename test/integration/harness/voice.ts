import type { NodeOperationError } from 'n8n-workflow';

import { NEW_LINE } from '../../../nodes/shared/pipeline/accountLines';

/** Words that n8n's guide keeps out of errors, which name what happened instead. */
const AVOIDED = /\b(?:errors?|problems?|failures?|mistakes?)\b/i;

/** What a text says in its own words: without values, names of fields, and what the service or n8n said. */
const ownWords = (text: string) =>
	text
		.replace(/"[^]*?"(?!\w)/g, '"…"')
		.replace(/(?<!\w)'[^']+'(?!\w)/g, "'…'")
		.replace(/\bone of (?:\w+, )*\w+/g, 'one of …')
		.replace(/\{\{.*?\}\}/g, '…');

/** How many sentences a text has. */
const sentencesIn = (text: string) =>
	ownWords(text)
		.split(/(?<=[.!?])\s+(?=['"A-Z])/)
		.filter((sentence) => sentence.trim() !== '').length;

/** What is wrong with how an error speaks: at most three sentences, in words of what happened. */
function faultsOf(text: string): string[] {
	const faults: string[] = [];
	const [avoided] = AVOIDED.exec(ownWords(text)) ?? [];
	if (avoided !== undefined) faults.push(`says "${avoided}": ${text}`);
	if (sentencesIn(text) > 3) faults.push(`says more than three sentences: ${text}`);
	return faults;
}

/** What is wrong with the error of a run: one that names several items has a line of three sentences for each cause. */
export function faultsOfError(error: Partial<NodeOperationError>): string[] {
	const { message = '', description, context } = error;
	const texts = context?.texts as { message: string; description: string } | undefined;
	const isAccount = context?.counts !== undefined && texts === undefined;
	if (!isAccount) {
		return faultsOf(
			texts
				? `${texts.message}. ${texts.description}`
				: `${message.replace(/\.$/, '')}. ${withoutRepeat(message, description ?? '')}`,
		);
	}
	return [message, ...(description ?? '').split(NEW_LINE)].flatMap(faultsOf);
}

/** The description without the sentence that says the message once more, with the values that n8n's log may not have. */
function withoutRepeat(message: string, description: string): string {
	const [first, ...others] = description.split(/(?<=[.])\s+(?=['"A-Z])/);
	return message.includes('…') && others.length > 0 && first.length >= message.length - 20
		? others.join(' ')
		: description;
}

/** What is wrong with what an item that failed says. */
export const faultsOfItem = faultsOf;

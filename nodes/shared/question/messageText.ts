import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { parseMergeText, type MergeText } from '../run/mergeFields';
import { parsedText } from '../run/mergeTextReader';
import { problem, type Read } from '../rules/reader';

/**
 * The message of a question, in the pieces between its links. A message without a place for the link is
 * one piece.
 */
export type MessageText = string[];

/** Holds the place of the link while n8n evaluates; no data can hold what no one knows. */
const MARK = `~${randomUUID()}~`;
/** What a person writes where the link is to be, without its braces. */
const LINK = /^link$/i;

/**
 * Reads the message as it is saved with the workflow. Braces that a person typed hold the place for the
 * link, or are behind a backslash, as in campaigns; those of data stay as they are.
 *
 * @throws NodeOperationError for an expression that fails, with the label of the field
 */
export function readMessage(context: IExecuteFunctions, label: string): Read<MessageText> {
	const saved = context.getNode().parameters.message;
	const read = parsedText(context, saved, label, parseMessage).at(0, {});
	return 'problem' in read ? read : { value: (read.value ?? '').split(MARK) };
}

function parseMessage(source: string): Read<MergeText> {
	const parsed = parseMergeText(source, { use: 'error' });
	if ('problem' in parsed) return parsed;
	const { fields, fill } = parsed.value;
	const other = fields.find((field) => !LINK.test(field));
	if (other !== undefined) {
		return problem(
			`contains {${other}}, but only {link} is replaced here`,
			'Write {link} where the link belongs, an expression for a value, and \\{ for a literal brace.',
		);
	}
	const links = Object.fromEntries(fields.map((field) => [field, MARK]));
	return { value: { ...parsed.value, fill: () => fill(links) } };
}

/** The message as it is sent; without a place for the link that is in a line of its own at the end. */
export function messageWithLink(message: MessageText, link: string): string {
	if (message.length === 1) return `${message[0].trimEnd()}\n${link}`;
	return message.reduce((text, next) => apart(apart(text, link), next));
}

/** Two pieces one after the other; without a space between them a phone would take both for one URL. */
function apart(text: string, next: string): string {
	const isJoined = /\S$/.test(text) && /^[^\s.,;:!?)]/.test(next);
	return isJoined && !/[(\[<"']$/.test(text) ? `${text} ${next}` : `${text}${next}`;
}

/** The message as the page shows it: without a link to itself. */
export function messageWithoutLink(message: MessageText): string {
	return message
		.join('')
		.split('\n')
		.map((line) => line.trimEnd())
		.join('\n')
		.trim();
}

import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * n8n writes the message of an error that stops a node into its log, and the messages of its causes,
 * whatever level they have; at its usual log level neither description nor context (n8n-core 1.123,
 * 2.0 and 2.41, `reportNodeExecutionError` and `ErrorReporter`). So what a person entered stands in the
 * description alone: the message says which field and which rule.
 */

/** The texts of an error. */
export interface ErrorTexts {
	/** What happened, as a sentence without a full stop. */
	message: string;
	/** How to fix it, in sentences. */
	description: string;
}

/** What stands for a value. */
const LEFT_OUT = '…';
/**
 * Quoted names that nobody entered as a value: columns, buttons of templates, signs. Those of fields and
 * options stand in single quotes, and are none of what is left out.
 */
const NAME = /(?<=")(?:\.\.|\/\/)(?=")|(?<=\bfield ")[\w.-]+(?=")|(?<=\bbutton ")[^"]*(?=")/gi;
/** A phone or a code, also with what people put between the digits. */
const LONG_NUMBER = /\+?\d(?:[\s().-]*\d){4,}/g;

/**
 * The texts for an error that n8n may log.
 *
 * @returns a message without quoted values and long numbers; if it lost any, the whole sentence is at
 *   the beginning of the description
 */
export function quietTexts(texts: ErrorTexts): ErrorTexts {
	return quietly(texts, withoutNumbers(withoutQuoted(texts.message)));
}

/** The same for a message that quotes the service: its words stay, but for long numbers. */
export function quietNumbers(texts: ErrorTexts): ErrorTexts {
	return quietly(texts, withoutNumbers(texts.message));
}

function quietly({ message, description }: ErrorTexts, quiet: string): ErrorTexts {
	return quiet === message
		? { message, description }
		: { message: quiet, description: `${message.replace(/\.$/, '')}. ${description}`.trim() };
}

function withoutNumbers(sentence: string): string {
	return sentence.replace(LONG_NUMBER, LEFT_OUT);
}

/** From the first quoted value to the last quote: a value may hold quotes itself. */
function withoutQuoted(sentence: string): string {
	const names: string[] = [];
	const bare = sentence.replace(NAME, (name) => `\0${names.push(name) - 1}\0`);
	const quiet = bare.replace(/"(?!\0\d+\0")[^]*"/, `"${LEFT_OUT}"`);
	return quiet.replace(/\0(\d+)\0/g, (_mark, index: string) => names[Number(index)]);
}

/** Keeps the texts as a person is to read them in an item, where nothing is left out or said twice. */
export function withFullTexts<T extends NodeApiError | NodeOperationError>(
	error: T,
	texts: ErrorTexts,
): T {
	error.context.texts = { ...texts };
	return error;
}

/** The texts of an error for an item; n8n logs no items. */
export function fullTexts(error: { message: string; description?: string | null }): ErrorTexts {
	const { texts } = ((error as Partial<NodeApiError>).context ?? {}) as { texts?: ErrorTexts };
	return texts ?? { message: error.message, description: String(error.description ?? '') };
}

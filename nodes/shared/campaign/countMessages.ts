import { countCharacters, isEnglish } from '../rules/text';

/** Characters one message holds, alone and as a part of several (specification, "Send SMS"). */
const sizes = {
	english: { single: 140, part: 134 },
	other: { single: 70, part: 67 },
};

/**
 * How many messages an SMS text is billed as. Characters are counted as a person does: an emoji is
 * one, and makes the text non-English; a line break is one, or two when written as `\r\n`.
 */
export function countMessages(text: string): number {
	const { single, part } = isEnglish(text) ? sizes.english : sizes.other;
	const characters = countCharacters(text);
	return characters <= single ? 1 : Math.ceil(characters / part);
}

import { countChars } from '../protocol/chars';
import type { Readings } from '../protocol/readings';

/** Printable ASCII and line breaks are what the price list calls English; one other character makes the whole text non-English. */
const english = /^[\x20-\x7e\r\n]*$/;

/**
 * Billed messages of one SMS text (specification, "Send SMS"): one message holds 70 chars, 140 in English; a longer text costs
 * one message for each 67 chars, 134 in English. An emoji makes the text non-English.
 */
export function smsParts(text: string, emoji: Readings['emoji']): number {
	const isEnglish = english.test(text);
	const chars = isEnglish ? text.length : countChars(text, emoji);
	if (chars <= (isEnglish ? 140 : 70)) return 1;
	return Math.ceil(chars / (isEnglish ? 134 : 67));
}

// What a Campaign Key may be.
import { asText, isEmpty, lostDigits, problem, type Reader } from './reader';

/**
 * Reads a Campaign Key. Refuses objects: as text, all of them are equal, so anyone who got one
 * message would be left out of all.
 */
export const readCampaignKey: Reader<string> = (entered) => {
	if (isEmpty(entered)) {
		return problem(
			'is empty',
			'Enter a key, or remove the option: without a key no one would be left out.',
		);
	}
	const lost = lostDigits(entered);
	if (lost) return lost;
	const text = asText(entered);
	if (text === undefined) {
		return problem(
			'must be text or a number',
			'Use a field that holds one, such as {{ $json.orderId }}.',
		);
	}
	// Accents and spaces can be written in several ways that look the same.
	const key = text.normalize('NFC').trim().replace(/\s+/g, ' ');
	return UNSEEN.test(key)
		? problem(
				'contains an invisible character, which makes it another key',
				'Type the key again, or use one without the character.',
			)
		: { value: key };
};

/** Invisible characters, even inside emoji. */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

import { withPlainSigns } from './messageSize';
import { asText, isEmpty, lostDigits, problem, type Reader } from './reader';
import { characterCode, countCharacters, hiddenCharacter } from './text';

/**
 * Reads a Campaign Key. An object would be the same text as every other object, so that anyone who got one message would be
 * left out of all.
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
	// Accents, blanks, hyphens and quotation marks can be written in several ways that look the same.
	const key = withPlainSigns(text.normalize('NFC')).trim().replace(/\s+/g, ' ');
	const hidden = hiddenCharacter(key);
	const other =
		hidden === undefined ? letterOfOtherScript(key) : `an invisible character (${hidden})`;
	return other === undefined
		? { value: key }
		: problem(
				`contains ${other}, which makes it another key`,
				'Type the key again, or use one without the character.',
			);
};

/** Scripts that share letters of the same look. */
const ALIKE = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Coptic', 'Cherokee'].map((script) => ({
	script,
	letters: new RegExp(`\\p{Script=${script}}`, 'gu'),
}));

/** Letters of a script that look like one of another, for the scripts of which words are mixed on purpose. */
const TWINS: Record<string, string> = {
	'Latin Cyrillic': 'ABCEGHIJKMOPQSTVWXYacdeghijklopqrsvwxy',
	'Cyrillic Latin': 'АВЕЁЗКМНОРСТУХЅІЇЈҮѴԌԚԜагеёкорсухѕіїјһѵԁԛԝӏ',
	'Latin Greek': 'ABEHIKMNOPTXYZaiknopuvwxy',
	'Greek Latin': 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγηικνορυχω',
};

/**
 * The letter of a text that is of another script than its word, though it may look the same; undefined for none. Where each
 * script has a letter that no one takes for one of the other, everyone sees that the word mixes them.
 */
function letterOfOtherScript(text: string): string | undefined {
	for (const word of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
		const [fewest, second] = ALIKE.map(({ script, letters }) => ({
			script,
			found: [...word[0].matchAll(letters)],
		}))
			.filter(({ found }) => found.length > 0)
			.sort((one, other) => one.found.length - other.found.length);
		if (second === undefined) continue;
		for (const [one, other] of [
			[fewest, second],
			[second, fewest],
		]) {
			const twins = TWINS[`${one.script} ${other.script}`];
			if (twins !== undefined && !one.found.every(([letter]) => twins.includes(letter))) continue;
			const [letter] = one.found;
			const position = countCharacters(text.slice(0, word.index + letter.index)) + 1;
			return `the ${one.script} letter "${letter[0]}" (${characterCode(letter[0])}) at position ${position}, in a word of ${other.script} letters`;
		}
	}
	return undefined;
}

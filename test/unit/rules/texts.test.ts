// If this fails, a text is changed without making it cheaper, or braces reach a customer in place of a value.
import fc from 'fast-check';

import { countMessages, plainCharacters } from '../../../nodes/shared/rules/text';
import { unreplaced } from '../../../nodes/shared/rules/typedText';
import { literally } from '../../../nodes/shared/values/mergeFields';

const isEnglish = (text: string) => /^[ -~\r\n]*$/.test(text);

describe('Replace Special Characters', () => {
	const special = fc.constantFrom(...'‘’“”–—…•·\u00a0\u2009\u200b\u200f\u2028\t');
	const text = fc
		.array(
			fc.oneof(
				{ weight: 6, arbitrary: special },
				{ weight: 6, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 30 }) },
				{ weight: 1, arbitrary: fc.constantFrom('ש', 'é', '🙂', '€', '\n', '\r\n') },
			),
			{ maxLength: 40 },
		)
		.map((parts) => parts.join(''));

	it('gives an English text or the very same one, and never more messages', () => {
		fc.assert(
			fc.property(text, (entered) => {
				const plain = plainCharacters(entered);
				if (plain !== entered) expect(isEnglish(plain)).toBe(true);
				expect(countMessages(plain)).toBeLessThanOrEqual(countMessages(entered));
				expect(plainCharacters(plain)).toBe(plain);
			}),
			{ numRuns: 3_000 },
		);
	});
});

const json = { first_name: 'Dana' };
const ruleOf = (text: string) => unreplaced(text, json)?.rule;

describe('a text that is sent as it is', () => {
	it('is refused for a name wherever it was typed, and never for what an expression gives', () => {
		const around = fc.string({ unit: fc.constantFrom(...'abc ,.!?א😀'), maxLength: 10 });
		fc.assert(
			fc.property(around, around, around, (before, between, after) => {
				const text = `${before}${literally(`${between}{first_name}`)}${after}`;
				expect(ruleOf(text)).toBeUndefined();
				expect(ruleOf(`${text}{first_name}`)).toBeDefined();
				expect(ruleOf(`${before}{first_name}${after}`)).toBeDefined();
			}),
		);
	});
});

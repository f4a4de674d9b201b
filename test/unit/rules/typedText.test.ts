// If this fails, braces reach a customer in place of a value.
import fc from 'fast-check';

import { unreplaced } from '../../../nodes/shared/rules/typedText';

const json = { first_name: 'Dana' };
const ruleOf = (saved: unknown) => unreplaced(saved, json)?.rule;

describe('a text that is sent as it is', () => {
	it('is refused for a name wherever it was typed, and never for what an expression gives', () => {
		const around = fc.string({ unit: fc.constantFrom(...'abc ,.!?א😀'), maxLength: 10 });
		fc.assert(
			fc.property(around, around, around, (before, between, after) => {
				const typed = `=${before}{{ "${between}{first_name}" }}${after}`;
				expect(ruleOf(typed)).toBeUndefined();
				expect(ruleOf(`${typed}{first_name}`)).toBeDefined();
				expect(ruleOf(`=${before}{first_name}{{ 1 }}`)).toBeDefined();
				expect(ruleOf(`${before}{first_name}${after}`)).toBeDefined();
			}),
		);
	});
});

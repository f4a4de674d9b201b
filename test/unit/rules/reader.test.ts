// If this fails, errors do not show what the person typed.
import { quoted } from '../../../nodes/shared/rules/reader';

describe('a wrong value in a message', () => {
	it.each<[unknown, string]>([
		[' 12 ', '"12"'],
		[12, '"12"'],
		[{ phone: '12' }, '"{"phone":"12"}"'],
		[undefined, '""'],
		['x'.repeat(40), `"${'x'.repeat(40)}"`],
		['x'.repeat(41), `"${'x'.repeat(40)}…"`],
	])('%j is shown as %s', (entered, shown) => expect(quoted(entered)).toBe(shown));
});

// If this fails, a switch is read as its opposite.
import { switchedOn, yesOrNo } from '../../../nodes/shared/rules/numbers';

describe('a switch of the service', () => {
	it.each([
		[true, 1],
		[1, 1],
		['1', 1],
		[false, 0],
		[0, 0],
		['true', 1],
		['False', 0],
		[' True ', 1],
		['0', 0],
	])('%j is said as %i, and off by nothing at all', (entered, wire) => {
		expect(yesOrNo(entered)).toEqual({ value: wire });
		expect(switchedOn(entered)).toEqual({ value: wire === 1 ? 1 : undefined });
	});

	it.each<unknown>(['', ' ', 2, 'yes', {}, [], null, undefined])(
		'%j is refused: it says neither on nor off',
		(entered) => {
			expect(yesOrNo(entered)).toHaveProperty('problem');
			expect(switchedOn(entered)).toHaveProperty('problem');
		},
	);
});

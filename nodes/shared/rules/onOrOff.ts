import { isEmpty, problem, type Read, type Reader } from './reader';

const ON_OR_OFF = new Map<unknown, boolean>([
	...([true, 1, 'true', '1'] as const).map((on) => [on, true] as const),
	...([false, 0, 'false', '0'] as const).map((off) => [off, false] as const),
]);

const FIX = 'Correct the expression, or remove the option.';

/**
 * Reads a switch. What an expression gives must say which it is: taken
 * for off, a column that is missing would lift the protection.
 */
export const onOrOff: Reader<boolean> = (entered): Read<boolean> => {
	if (isEmpty(entered)) return problem('is empty, so nobody knows whether it is on', FIX);
	const value = ON_OR_OFF.get(typeof entered === 'string' ? entered.trim().toLowerCase() : entered);
	return value === undefined ? problem('must be true or false', FIX) : { value };
};

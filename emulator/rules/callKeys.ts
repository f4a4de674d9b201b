const allKeys = '123456789*0#';

/**
 * The keys a call still takes (specification, Send voice, `getdigits`). Only `num` waits for more than one digit,
 * until star or hash.
 *
 * @param asks `getdigits`, or `menu` for a service that asks by itself
 * @param pressed what was pressed so far
 * @returns in the order of a keypad; empty when it takes none
 */
export function keysTaken(asks: string, pressed = ''): string {
	if (asks === 'menu') return allKeys;
	if (asks === 'num') return /[*#]/.test(pressed) ? '' : allKeys;
	if (asks === 'no' || pressed !== '') return '';
	return [...allKeys].filter((key) => asks === 'all' || asks.includes(key)).join('');
}

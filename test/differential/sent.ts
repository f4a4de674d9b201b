/** How values leave that do not leave as they were entered: said here once more, apart from the node. */

/** As a number, whether it was entered as one or as text. */
export const asNumber = (entered: unknown): unknown => Number(entered);

/** Without what people put between the digits, and without what a spreadsheet puts behind them. */
export const asPhone = (entered: unknown): unknown =>
	String(entered).replace(/\.0$/, '').replace(/[^\d]/g, '');

/** The digits of a phone, or a name; digits too few for a phone are a name. */
export function asSender(entered: unknown): unknown {
	const digits = String(asPhone(entered));
	const isName = /[a-z*]/i.test(String(entered)) || digits.length < 8;
	return isName ? String(entered) : digits;
}

/** Messages by the digits of their phones. */
export const byPhone = (entered: unknown): unknown =>
	Object.fromEntries(
		Object.entries(entered as object).map(([phone, message]) => [
			asPhone(phone),
			message as string,
		]),
	);

/** Without zeros in front: the number the service gave the list, the campaign and so on. */
export const asCode = (entered: unknown): unknown =>
	String(entered)
		.trim()
		.replace(/^0+(?=\d)/, '');

/** A time of day without its colon. */
export const asTime = (entered: unknown): unknown => String(entered).replace(':', '');

/** A code as it was typed, without the blanks and hyphens people put between its digits. */
export const asTypedCode = (entered: unknown): unknown => {
	const digits = String(entered).replace(/[\s-]/g, '');
	return /^\d+$/.test(digits) ? digits : String(entered).trim();
};

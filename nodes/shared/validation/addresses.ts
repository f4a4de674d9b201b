import { asText, problem, type Reader } from './reader';

/** An email address (specification, "Send SMS", `ne`). */
export const emailAddress: Reader<string> = (entered) => {
	const text = (asText(entered) ?? '').trim();
	return /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/.test(text)
		? { value: text }
		: problem('must be an email address', 'Enter one address like name@example.com.');
};

/** An http or https address. */
export const webAddress: Reader<string> = (entered) => {
	const text = (asText(entered) ?? '').trim();
	return /^https?:\/\//i.test(text) && URL.canParse(text)
		? { value: text }
		: problem(
				'must be an address that starts with http:// or https://',
				'Enter the whole address.',
			);
};

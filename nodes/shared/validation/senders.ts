import { cleanPhone, phoneProblem } from './phones';
import { asText, problem, type Reader } from './reader';

const TEXT_SENDER = /^[A-Za-z0-9 +*]{2,11}$/;

/**
 * An SMS sender: a verified phone number, or a text ID of 2 to 11 English letters, digits, spaces,
 * plus signs and asterisks (specification, "Send SMS", `from`).
 */
export const smsSender: Reader<string> = (entered) => {
	const whole = asText(entered) ?? '';
	const text = whole.trim();
	const cleaned = cleanPhone(text);
	if (phoneProblem(cleaned) === undefined) return { value: cleaned };
	if (TEXT_SENDER.test(text)) return { value: text };
	// A space at the end may be part of a short one.
	if (TEXT_SENDER.test(whole)) return { value: whole };
	return problem(
		'must be a verified phone number, or 2 to 11 English letters, digits, spaces, + or *',
		'Use a sender ID approved in the account.',
	);
};

/** A voice caller: a number of the account, or 0 for a hidden number (specification, "Send voice message"). */
export const voiceCaller: Reader<string> = (entered) => {
	const cleaned = cleanPhone(entered);
	return cleaned === '0' || /^\d{3,15}$/.test(cleaned)
		? { value: cleaned }
		: problem(
				'must be a phone number of the account, or 0 for a hidden number',
				'Write digits only. The number must be defined in the account.',
			);
};

import { readPhone, spellingProblem } from './phones';
import { asText, lostDigits, problem, type Problem, type Reader } from './reader';
import { writtenNumber } from './writtenNumber';

const CALLER = 'must be a phone number of the account, or 0 for a hidden number';
const TEXT_SENDER = /^[A-Za-z0-9 +*]{2,11}$/;

/**
 * An SMS sender: a verified phone number, or a text ID of 2 to 11 English letters, digits, spaces,
 * plus signs and asterisks (specification, "Send SMS", `from`).
 */
export const smsSender: Reader<string> = (entered) => {
	const read = readPhone(entered);
	if ('value' in read) return read;
	const lost = lostDigits(entered);
	if (lost) return lost;
	const whole = asText(entered) ?? '';
	const text = whole.trim();
	// A phone with a plus too many, not a text ID that looks like one.
	if (/^\+0[\d ]{8,}$/.test(text)) return read;
	if (TEXT_SENDER.test(text)) return { value: text };
	// A space at the end may be part of a short one.
	if (TEXT_SENDER.test(whole)) return { value: whole };
	return problem(
		'must be a verified phone number, or 2 to 11 English letters, digits, spaces, + or *',
		'Use a sender ID approved in the account.',
	);
};

/** A voice caller: a number of the account, or 0 for a hidden number (specification, "Send voice"). */
export const voiceCaller: Reader<string> = (entered) => {
	const written = writtenNumber(entered);
	if ('problem' in written) return noCaller(written.problem);
	const misleading = spellingProblem(written.value);
	if (misleading) return noCaller(misleading);
	const { digits } = written.value;
	return digits === '0' || /^\d{3,15}$/.test(digits)
		? { value: digits }
		: problem(CALLER, 'Write digits only. The number must be defined in the account.');
};

function noCaller({ rule, fix }: Problem) {
	return problem(`${CALLER}: it ${rule}`, fix);
}

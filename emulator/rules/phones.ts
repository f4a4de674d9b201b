import type { Readings } from '../protocol/readings';
import type { Settings } from '../state/settings';

/** A phone number the service can identify. */
export interface Phone {
	/** The same for every format of one number: local form for Israel, full international digits for abroad. */
	phone: string;
	/** The spelling the caller used. */
	given: string;
}

/** The line behind a number. `kosher` is a mobile line that takes calls but no SMS. */
export type LineKind = 'mobile' | 'kosher' | 'landline' | 'abroad';

const israeliMobile = /^05\d{8}$/;
const israeliLandline = /^0(?:[23489]\d{7}|7[2-9]\d{7})$/;
/** Seven digits are whole numbers in Niue, on Saint Helena and Tokelau. */
const abroad = /^(?:[1-9]\d{7,14}|(?:290|683|690)\d{4})$/;
/** The real service asks the operators; the emulator takes the ranges the operators sell as kosher lines. */
const kosher = /^05(?:041|271|276|331|341|484|485|567|576|832)/;

const isIsraeli = (local: string): boolean =>
	israeliMobile.test(local) || israeliLandline.test(local);

/**
 * Identifies a phone number (specification, convention "phone spelling"): local with a leading 0, or international digits
 * without a plus. Digits that only lack the leading 0 of an Israeli number are read as `withoutZero` says.
 */
export function identifyPhone(
	text: string,
	withoutZero: Readings['withoutZero'] = 'abroad',
): Phone | undefined {
	const given = text.trim();
	if (given.startsWith('0')) return isIsraeli(given) ? { phone: given, given } : undefined;
	if (given.startsWith('972')) {
		const local = `0${given.slice(3)}`;
		return isIsraeli(local) ? { phone: local, given } : undefined;
	}
	if (!abroad.test(given)) return undefined;
	if (withoutZero === 'unidentified' && isIsraeli(`0${given}`)) return undefined;
	return { phone: given, given };
}

/** The canonical form of a number of the caller's own, such as `from`, which takes no space around it. */
export function identifyOwnNumber(text: string): string | undefined {
	return /\s/.test(text) ? undefined : identifyPhone(text)?.phone;
}

/** The line behind an identified number (`Phone.phone`). */
export function lineKind(phone: string): LineKind {
	if (israeliMobile.test(phone)) return kosher.test(phone) ? 'kosher' : 'mobile';
	return phone.startsWith('0') ? 'landline' : 'abroad';
}

/** International digits of an identified number. */
export function internationalForm(phone: string): string {
	return phone.startsWith('0') ? `972${phone.slice(1)}` : phone;
}

/** A phone as replies spell it. */
export function spellPhone(
	{ phoneSpelling }: Pick<Settings, 'phoneSpelling'>,
	{ phone, given }: Phone,
): string {
	if (phoneSpelling === 'given') return given;
	return phoneSpelling === 'local' ? phone : internationalForm(phone);
}

/** Numbers ending in 0000 stand for handsets that cannot be reached. */
export const isUnreachable = (phone: string): boolean => phone.endsWith('0000');

/**
 * Normalises a phone written by a person, as the automation trigger does: any local Israeli spelling, or a number abroad
 * with its country code. Returns international digits, or the text as sent when it is not recognized.
 */
export function normalisePhoneField(text: string): string {
	const digits = text.replace(/[\s().+-]/g, '').replace(/^00/, '');
	const saysAbroad = /^\s*(?:\+|00)/.test(text);
	const found = identifyPhone(
		digits.replace(/^9720/, '972'),
		saysAbroad ? 'abroad' : 'unidentified',
	);
	return found === undefined ? text : internationalForm(found.phone);
}

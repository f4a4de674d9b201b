import type { InsertedValue } from './insertedValues';

/** What programs write if a value is missing. A prefix of Hebrew or Arabic may be right before it. */
export const BROKEN = new RegExp(
	[
		String.raw`undefined`,
		// German "Null" and French "nullement" are words; a code may follow, as in nullILS.
		String.raw`(?<![a-zA-Z\d])(?<![a-zA-Z\d]-)null(?:null)*(?![a-z\d]|-[a-z\d]| and void)`,
		String.raw`(?<![a-zA-Z])NaN(?:NaN)*(?![a-z])`,
		String.raw`Invalid (?:Date(?:Time)?|date|Duration|Interval)(?![a-zA-Z])`,
		String.raw`\[object(?: |%20|\+)[A-Z]\w+\]`,
		String.raw`\[native code\]`,
		String.raw`#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!|SPILL!|CALC!)`,
	].join('|'),
	'gu',
);

/** Values that are none as a whole, and may be words or parts of words elsewhere. */
const NO_VALUE = /^(?:null|NULL|\(null\)|<null>|nil|NaN|nan|-?Infinity|\\N)$/;
/** What people write too: after a label they mean it. */
const NOTHING = /^(?:None|N\/A|n\/a)$/;
const AFTER_LABEL = /:\s*$/;

/** A value that is none, though its characters may be words elsewhere. */
export function noValue(values: InsertedValue[]): string | undefined {
	return values.find(({ value, before }) => {
		const whole = value.trim();
		return NO_VALUE.test(whole) || (NOTHING.test(whole) && !AFTER_LABEL.test(before));
	})?.value;
}

/** Any but the first of the characters that one becomes whose bytes are read as those of Windows. */
const BYTE =
	'[\\u0080-\\u00bf\\u0152\\u0153\\u0160\\u0161\\u0178\\u017d\\u017e\\u0192\\u02c6\\u02dc\\u2013-\\u203a\\u20ac\\u2122]';

/** Characters that were encoded for another program, or damaged on the way from one. */
export const ENCODED = new RegExp(
	[
		String.raw`&(?:amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|[nm]dash|hellip|euro|pound|#\d{1,6}|#x[\da-f]{1,6});`,
		// In a path of Windows a letter may be one of these.
		String.raw`(?<!(?<!\S)(?:[a-zA-Z]:|\\)\S{0,100})\\(?:[nrt]|u[\da-f]{4})`,
		String.raw`\ufffd`,
		String.raw`\u00e2\u20ac${BYTE}|[a-z]\u00c3[\u00a0-\u00bf]|\u00c3[\u00a0-\u00bf][a-z]|\u00c2[\u00a0\u00a3\u00ae\u00b0]`,
		`(?:[\\u00c2-\\u00df\\u00e2-\\u00ef]${BYTE}){2}`,
	].join('|'),
	'u',
);

/** Numbers and times as programs keep them. */
export const RAW = new RegExp(
	[
		String.raw`(?<![\d.])\d{1,15}\.\d{9,20}(?!\d)`,
		String.raw`(?<![\p{L}\d.])\d(?:\.\d{1,20})?e[+-]\d{1,3}(?![\p{L}\d])`,
		String.raw`(?<!\d)\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?`,
		String.raw`[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}`,
	].join('|'),
	'gu',
);

/** Whole numbers of thirteen digits, and of twelve where they are whole seconds: other ones may be phone numbers. */
const MILLISECONDS = /^(?!972)(?:\d{13}|\d{9}000)$/;
/** Ten digits, but no number that is free to call or dear. */
const SECONDS = /^(?!1[78]00|1599)\d{10}$/;
/** What a number is called that is no time. */
const LABELED =
	/(?:#|№|(?<!\p{L})(?:order|code|no|nr|number|num|invoice|id|ref|reference|receipt|ticket|tracking|parcel|account|call|tel|phone|fax|sms|text|whatsapp|pay|total|sum)|הזמנה|קוד|מספר|מס|חשבונית|אסמכתא|קבלה|טלפון|טל|חייגו|התקשרו|חשבון|طلب|الطلب|رمز|رقم|الرقم|هاتف|اتصل|заказ|код|номер|телефон|тел|счет|счёт)[.:'"״׳]*\s*$/iu;
const FIRST_YEAR = Date.UTC(2000, 0);
const LAST_YEAR = Date.UTC(2101, 0);

/**
 * A time of the years 2000 to 2100 as programs count it, in milliseconds or, unless a label says that it is another
 * number, in seconds. Days of spreadsheets look like prices.
 */
export function timestamp(values: InsertedValue[]): string | undefined {
	return values.find(({ value, before, after }) => {
		const whole = value.trim();
		const isAlone = !/[\p{L}\p{N}/=+@_-]$/u.test(before) && !/^[\p{L}\p{N}/@_-]/u.test(after);
		if (!isAlone) return false;
		if (MILLISECONDS.test(whole)) return isInYears(Number(whole));
		return SECONDS.test(whole) && !LABELED.test(before) && isInYears(Number(whole) * 1000);
	})?.value;
}

function isInYears(milliseconds: number): boolean {
	return milliseconds >= FIRST_YEAR && milliseconds < LAST_YEAR;
}

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

/** A person's name as drafts call it. */
const PERSON = '(?:first|last|full|your|customer|client|user|company)?[ _-]?name|fname|lname';
/** Names of values as people write them in drafts; brackets around other words are a matter of taste. */
const NAMES = [
	...[PERSON, 'phone', 'mobile', 'e-?mail', 'date', 'time', 'day', 'amount', 'price', 'sum'],
	...['total', 'link', 'url', 'code', 'order(?:[ _-]?(?:id|number|no))?', 'number', 'company'],
	...['city', 'address', 'customer', 'client', 'user', 'username', 'product'],
	...['insert [^\\]>\\n]{1,30}', 'שם', 'שם (?:פרטי|משפחה|הלקוח|לקוח)', 'תאריך', 'שעה', 'סכום'],
	...['קישור', 'טלפון', 'קוד', 'الاسم', 'اسم', 'التاريخ', 'الرابط', 'имя', 'дата', 'ссылка'],
	'[a-z][a-z0-9]*(?:_[a-z0-9]+)+',
].join('|');
const TAGS = [
	...['b|br|p|a|i|u|div|span|strong|em|ul|ol|li|h[1-6]|img|table|tr|td|font|html|body|head'],
	...['script|style|iframe|svg|form|input'],
].join('|');
/** What looks like a tag, whatever its name: in data no one means it. */
const MARKUP = /<!--|(?<![\p{L}\p{N}<])<\/?\p{L}[\p{L}\p{N}_-]{0,40}(?:[\s/][^<>]{0,200})?>(?!>)/u;

/** Places of drafts, of other programs' templates and of HTML, in letters of any case. */
const PLACE = new RegExp(
	[
		String.raw`\[(?:${NAMES})\]`,
		String.raw`<(?:${NAMES})>`,
		String.raw`</?(?:${TAGS})(?:\s[^<>]{0,200})?/?>`,
		String.raw`<[%?][^<>\n]{0,60}[%?]>`,
		// An escape in a URL has two characters between percent signs.
		String.raw`(?<![\p{L}\p{N}])%(?:${PERSON}|[a-z][a-z_]{2,30})%(?![\p{L}\p{N}])`,
		String.raw`«(?:${PERSON}|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)»`,
		String.raw`(?<![\p{L}\p{N}@#$:_-])(?:@(?:${PERSON})@|##?(?:${PERSON})##?(?<=#)|-(?:${PERSON})-|_{1,2}(?:${PERSON})_{1,2}|:(?:${PERSON})(?!:)|\$(?:${PERSON})\$)(?![\p{L}\p{N}_-])`,
	].join('|'),
	'giu',
);
/** Places that only letters of the right case make: `$NAME` is a stock, `[iPhone]` a brand. */
const CODED_PLACE = new RegExp(
	[
		String.raw`\[[a-z]{2,30}[0-9]{0,9}(?:[A-Z][a-z0-9]{1,30})+\]`,
		String.raw`<[a-z]{2,30}[0-9]{0,9}(?:[A-Z][a-z0-9]{1,30})+>`,
		String.raw`(?<![\p{L}\p{N}$])\$(?:[a-z]{1,20}_?[nN]ame|name|[a-z]{2,20}(?:_[a-z0-9]{1,20})+)(?![\p{L}\p{N}])`,
		String.raw`(?<![\d%])%(?:\d{1,3}\$)?[sd](?![\p{L}\p{N}])|%\(\w{1,60}\)s|%%\w{1,60}%%|\*\|\w{1,60}\|\*`,
	].join('|'),
	'gu',
);
/** A column's own name in the place of its value: the row above the data was read as data. */
const COLUMN_NAME = /^(?:first|last|full)[ _-]?name$/i;
/** A place in braces, unless a person typed it so on purpose. */
export const BRACES = /\$?\{\{?[^{}\n]{0,60}\}\}?/gu;

/** Places in a text that were to be filled: no one types them on purpose. */
export function unfilledPlaces(text: string): string[] {
	return [...(text.match(PLACE) ?? []), ...(text.match(CODED_PLACE) ?? [])];
}

/** A tag in a value, such as the name `<script>`. */
export function markup(values: Array<{ value: string }>): string | undefined {
	const [found] = values.flatMap(({ value }) => MARKUP.exec(value) ?? []);
	return found;
}

/** A value that is the name of its column. */
export function columnName(values: Array<{ value: string }>): string | undefined {
	return values.find(({ value }) => COLUMN_NAME.test(value.trim()))?.value;
}

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

/** What programs write if a value is missing. A prefix of Hebrew or Arabic may be right before it. */
export const BROKEN = new RegExp(
	[
		String.raw`undefined`,
		// German "Null" and French "nullement" are words; a code may follow, as in nullILS.
		String.raw`(?<![a-zA-Z\d])(?<![a-zA-Z\d]-)null(?:null)*(?![a-z\d]|-[a-z\d]| and void)`,
		String.raw`(?<![a-zA-Z\d])NULL(?![a-zA-Z\d])`,
		String.raw`(?<![a-zA-Z])NaN(?:NaN)*(?![a-z])`,
		String.raw`(?<!\p{L})Infinity(?! ?\p{L})`,
		String.raw`Invalid (?:Date(?:Time)?|date)(?![a-zA-Z])`,
		String.raw`\[object(?: |%20|\+)[A-Z]\w+\]`,
		String.raw`\[native code\]`,
		String.raw`#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!)`,
	].join('|'),
	'gu',
);

/** A person's name as drafts call it, or the name of a column. */
const NAME =
	'(?:(?:first|last|full|your|customer|client|user|company)?[ _-]?name|fname|lname|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)';
/** Names of values as people write them in drafts; brackets around other words are a matter of taste. */
const NAMES = [
	...[NAME, 'phone', 'mobile', 'e-?mail', 'date', 'time', 'amount', 'price', 'link', 'url', 'code'],
	...['order(?:[ _-]?(?:id|number|no))?', 'company', 'city', 'address', 'customer', 'client'],
	...['שם', 'שם (?:פרטי|משפחה|הלקוח|לקוח)', 'תאריך', 'שעה', 'סכום', 'קישור', 'טלפון', 'קוד'],
	...['الاسم', 'اسم', 'التاريخ', 'الرابط', 'имя', 'дата', 'ссылка'],
].join('|');

/** Places of drafts and of other programs' templates, in letters of any case. */
const PLACE = new RegExp(
	[
		String.raw`\[(?:${NAMES})\]`,
		String.raw`<(?:${NAMES})>`,
		String.raw`«${NAME}»`,
		// An escape in a URL has two characters between percent signs.
		String.raw`(?<![\p{L}\p{N}])%${NAME}%(?![\p{L}\p{N}])|%%\w{1,60}%%`,
		String.raw`<[%?][^<>\n]{0,60}[%?]>`,
		String.raw`\*\|\w{1,60}\|\*`,
		String.raw`\$json(?:\.\w{1,60}|\[[^\]\n]{1,60}\])`,
	].join('|'),
	'giu',
);

/** A place in braces, unless a person typed it so on purpose. */
export const BRACES = /\$?\{\{?[^{}\n]{0,60}\}\}?/gu;

/** Places in a text that were to be filled: no one types them on purpose. */
export function unfilledPlaces(text: string): string[] {
	return text.match(PLACE) ?? [];
}

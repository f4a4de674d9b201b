/**
 * Where the specification is silent or can be read in two ways: the readings of each question, the default first.
 * `README.md` says what each means. A test of the nodes that must not depend on the answer runs with all of them.
 */
export const readings = {
	/** A phone named again in `list`, in any format, or under another spelling in `listjson`. */
	duplicates: ['drop', 'keep'],
	/** Messages for a contact of several lists of one send. */
	sharedMembers: ['once', 'each'],
	/** Characters an emoji counts for: Unicode code points, or UTF-16 units. */
	emoji: ['one', 'two'],
	/** A wall-clock time that occurs twice when summer time ends. */
	repeatedHour: ['first', 'second'],
	/** A schedule in the past. */
	pastSchedule: ['refused', 'atOnce'],
	/** `np`, "mobile number, 10 digits": any 10 digits, or an Israeli mobile number. */
	notificationPhone: ['tenDigits', 'mobile'],
	/** SMS abroad: paid from the balance that `act=credit` shows, or from elsewhere. */
	smsAbroad: ['charged', 'free'],
	/** Digits that would be an Israeli number if a 0 stood before them. */
	withoutZero: ['abroad', 'unidentified'],
	/** `[first_name]` and the like in a template to a `list`, where only `[phone_num]` is replaced. */
	listPlaceholders: ['emptied', 'literal'],
	/** What a code by chat asks of a token. */
	chatOtpPermission: ['chat', 'smsAndChat'],
	/** An automation field over 500 chars; the specification lists no error for it. */
	longFields: ['cut', 'dropped', 'refused'],
	/** An empty contact field with `update=1`. */
	emptyFields: ['clear', 'keep'],
	/** Reply to an `add` that overwrote the data of a contact. */
	overwriteReply: ['ALREADY_REG', 'OK'],
	/** A campaign code that is not made of digits: `na` covers codes that are wrong, a parameter error is possible. */
	wrongTid: ['na', 'error'],
	/** `get=1` in a POST and `post=2` in a GET. */
	declaredMethod: ['checked', 'ignored'],
} as const;

/** One reading for each question. */
export type Readings = {
	-readonly [Name in keyof typeof readings]: (typeof readings)[Name][number];
};

/** The first reading of each question. */
export const defaultReadings = Object.fromEntries(
	Object.entries(readings).map(([name, [first]]) => [name, first]),
) as Readings;

/** Whether a setting is a question of `readings`. */
export function isReading(name: string): name is keyof Readings {
	return Object.hasOwn(readings, name);
}

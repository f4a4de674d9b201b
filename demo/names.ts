/** First names of made-up contacts, Hebrew and Latin. */
export const firstNames = [
	...['דנה', 'נועם', 'יעל', 'אורי', 'תמר', 'איתי', 'מיכל', 'עומר', 'שירה', 'רועי', 'נועה', 'גיא'],
	...['Maya', 'Daniel', 'Lena', 'Amir', 'Sophie', 'Tomer', 'Rana', 'Alex', 'Julia', 'Omar', 'Nina'],
];

/** Family names of made-up contacts, Hebrew and Latin. */
export const lastNames = [
	...['כהן', 'לוי', 'מזרחי', 'פרץ', 'ביטון', 'אברהם', 'פרידמן', 'שפירא', 'גולן', 'ברק', 'אלון'],
	...[
		'Cohen',
		'Levi',
		'Haddad',
		'Peretz',
		'Novak',
		'Katz',
		"O'Brien",
		'Mansour',
		'Weiss',
		'Shalev',
	],
];

/** Where made-up contacts live. */
export const cities = [
	...['תל אביב', 'ירושלים', 'חיפה', 'באר שבע', 'נתניה', 'אשדוד'],
	...['Tel Aviv', 'Jerusalem', 'Haifa', 'Nazareth', 'Eilat', 'Ra’anana'],
];

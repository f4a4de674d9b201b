// If this fails, a wrong value is sent, or a right one is refused.
import {
	domainName,
	emailAddress,
	ipAddress,
	notificationAddress,
	smsSender,
	voiceCaller,
	webAddress,
} from '../../../nodes/shared/rules/addresses';
import { readCampaignKey } from '../../../nodes/shared/rules/campaignKey';
import { listCodes } from '../../../nodes/shared/rules/lists';
import { switchedOn, yesOrNo } from '../../../nodes/shared/rules/numbers';
import { textPerPhone } from '../../../nodes/shared/rules/perPhone';
import { phonesToLeaveOut, testNumbers } from '../../../nodes/shared/rules/phoneLists';
import { notificationPhone } from '../../../nodes/shared/rules/phones';
import { recipientZone } from '../../../nodes/shared/rules/recipientZone';
import { choiceOf, codeOf, oneOf, typedCode } from '../../../nodes/shared/rules/text';
import { calendarDate } from '../../../nodes/shared/rules/times';
import { readWaitLimit } from '../../../nodes/shared/rules/waits';
import { all, none, readAll, same, type Reading } from './readings';

const anything = [7, null, undefined, true, {}];
const spaced = (right: Reading['right']): Reading['right'] =>
	right.flatMap(([text, value]): Reading['right'] => [
		[text, value],
		[` ${text as string}\n`, value],
	]);

/** A campaign's code is longer than what a number holds exactly. */
const LONG_CODE = '700000000000000001';
const exactly: Reading['right'] = [
	[LONG_CODE, LONG_CODE],
	[Number.MAX_SAFE_INTEGER, '9007199254740991'],
	[BigInt(LONG_CODE), LONG_CODE],
];
const lost = none(
	'came as a number too long to be kept exactly: it has lost digits',
	...[Number(LONG_CODE), 2 ** 53, 1e21],
);
const now = new Date('2026-01-05T10:00:00Z');
const until = (maxDateAndTime: string) => ({ limitType: 'atSpecifiedTime', maxDateAndTime });
const twoPhones = new Set(['972570002234', '972570002235']);
const fivePhones = [1, 2, 3, 4, 5].map((last) => `050123456${last}`);
const texts = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [`05${10_000_000 + n}`, 'Hi']));

readAll({
	'an email address': {
		reader: emailAddress,
		right: spaced(same('name@example.com', 'a.b+c@mail.example.co')),
		wrong: none(
			'must be an email address',
			...['name', 'name@example', '@example.com', 'a@b.com, c@d.com', 'a b@example.com', ''],
			...anything,
		),
	},
	'a web address': {
		reader: webAddress,
		right: spaced(same('https://example.com/a?b=c', 'HTTP://example.com')),
		wrong: none(
			'must be a URL',
			...['example.com', 'ftp://example.com', 'https://', 'https://a b', 'see https://a.com', ''],
			...anything,
		),
	},
	'a notification URL': {
		reader: notificationAddress,
		right: same(
			// One that was copied with its key, and the key of another server.
			`https://n8n.example.com/webhook/a/campaign-event?key=sms-${'0'.repeat(64)}&via=extapi`,
			'https://example.com/events?key=spring&via=mail',
			'https://n8n.example.com/webhook/a/campaign-event?page=17&page=18',
		),
		wrong: [
			...none(
				/which this node adds itself/,
				...['key=spring', 'via=mail', 'key[]=spring'].map(
					(query) => `https://n8n.example.com/webhook/a/campaign-event/?${query}`,
				),
			),
			...none(
				/which the service adds itself/,
				...['get=1', 'msg[]=END', 'tid[a]=7', 'info=12'].map(
					(query) => `https://example.com/events?${query}`,
				),
			),
		],
	},
	'a Campaign Key': {
		reader: readCampaignKey,
		right: [
			...spaced(same('spring', 'Frühling 2026', '👩‍👧')),
			[17, '17'],
			// What looks the same is the same key.
			...all('k 1', 'k 1', 'k\u00a01', 'k  1', 'k\n1'),
			...all('\u00e9t\u00e9', '\u00e9t\u00e9', 'e\u0301te\u0301'),
			...same('весна 2026', 'SMS-рассылка', 'άνοιξη sale', 'מבצע הSMS', 'VIP会員セール', 'µg'),
		],
		wrong: [
			...none('is empty', '', null, undefined),
			...none('must be text or a number', {}, true),
			...none(/^came as NaN/, NaN),
			...none(/^came as a number too long/, 2 ** 53, Infinity),
			...none(
				/^contains an invisible character \(U\+[0-9A-F]{4}\)/,
				...['spring\u200b', '\u202aspring\u202c', 'spr\u00ading', 'spring\u200e'],
			),
		],
	},
	'a domain': {
		reader: domainName,
		right: spaced(same('example.com', 'shop.Example.co')),
		wrong: none(
			'must be a domain name',
			...['https://example.com', 'example', 'example.com/a', '-a.com', 'a-.com', 'a..com', 'a.c'],
			...['', ...anything],
		),
	},
	'an IP address': {
		reader: ipAddress,
		right: spaced(
			same('192.0.2.7', '0.0.0.0', '255.255.255.255', '2001:db8::1', '::ffff:192.0.2.7'),
		),
		wrong: none(
			'must be an IP address',
			...['192.0.2', '192.0.2.256', '192.0.2.7.1', '2001:db8::g', ':', '1:2', 'localhost', ''],
			...anything,
		),
	},
	'an SMS sender': {
		reader: smsSender,
		right: same('+MyShop'),
		// A phone with a plus too many is no text ID that looks like one; digits that were lost are those of no one.
		wrong: [
			[1e21, /lost digits/],
			[{ id: 'x' }, /^is "{"id":"x"}", which is neither/],
		],
	},
	'a voice caller': {
		reader: voiceCaller,
		right: [...same('0', '100', '1'.repeat(15)), [0, '0'], ['077-123 4567', '0771234567']],
		wrong: none('must be a phone number of the account, or 0', '00', '12', '1'.repeat(16)),
	},
	'a notification phone': {
		reader: notificationPhone,
		right: [['057-000 2233', '0570002233']],
		wrong: none('must be a mobile number', '0312345678', '0771234567', '0212345678', '1234567890'),
	},
	'a code': {
		reader: codeOf('sub-admin', 'The service shows it.'),
		right: [...exactly, ...all('501', '0501', '501', ' 00501 ')],
		wrong: [...lost, ['See you', 'is "See you", which is not a sub-admin code (digits only)']],
	},
	'a short code': {
		reader: codeOf('list', 'The service shows it.', 3),
		right: same('1', '12', '123'),
		wrong: [
			['1234', 'must have 1 to 3 digits (it has 4)'],
			['', 'is ""'],
		],
	},
	'a code as a person types it': {
		reader: typedCode,
		right: [
			...all('12345', ' 12345', '١٢٣٤٥', '123 45', '\u200f123-45', 12345),
			['see you', 'see you'],
		],
		wrong: [],
	},
	'list codes': {
		reader: listCodes,
		right: [
			...exactly,
			[[1001, null, undefined, '', ' ', false], '1001'],
			// The same list twice is one list, by its number.
			...all('1001,1002', '01001, 1002;1001', [1001, '1002', ' 1001 ', '01001'], '["1001", 1002]'),
		],
		wrong: [
			...lost,
			[[1001, 2 ** 60], /lost digits/],
			[[null], 'contains no list code'],
			// No list is left out silently.
			[[1001, { id: 1002 }], 'contains "{"id":1002}", which isn\'t a list code'],
			[[1001, [1002]], 'contains "[1002]"'],
			[{ id: 1001 }, 'contains "{"id":1001}"'],
			['1001, VIP', 'contains "VIP"'],
		],
	},
	'one of some words': {
		reader: oneOf('sms', 'call', 'APPROVED'),
		right: [...all('sms', ' sms ', 'SMS'), ['approved', 'APPROVED']],
		wrong: [['fax', 'must be one of sms, call, APPROVED']],
	},
	'one of some values': {
		reader: choiceOf('sms', 'call'),
		right: same('sms'),
		wrong: [
			['sms ', 'must be one of sms, call, not "sms"'],
			['Sms', /, not "Sms"$/],
		],
	},
	'a switch that is sent as 1 or 0': {
		reader: yesOrNo,
		right: [...all(1, true, 1, '1', 'true', ' True '), ...all(0, false, 0, '0', 'False')],
		wrong: none(/true or false/, '', ' ', 2, 'yes', {}, [], null, undefined),
	},
	'a switch that is sent as 1 or not at all': {
		reader: switchedOn,
		right: [...all(1, true), ...all(undefined, false)],
		wrong: none(/true or false/, 'yes'),
	},
	'the numbers of a test': {
		reader: testNumbers,
		right: [
			[' 050-123-4567, +1 415 555 2671 ,', ['0501234567', '14155552671']],
			[fivePhones, fivePhones],
			[14155552671, ['14155552671']],
			[['', '0501234567', null], ['0501234567']],
		],
		wrong: [
			['', 'contains no phone number'],
			['0501234567, 050', 'contains "050", which isn\'t a valid Israeli'],
			[501234567, 'contains "501234567", which seems to have lost its leading 0'],
			['0501234567, +972 50 123 4567', 'contains "+972 50 123 4567" twice'],
			[`${fivePhones.join()},0501234566`, 'contains 6 numbers; a test takes at most 5'],
		],
	},
	'phones to leave out': {
		reader: phonesToLeaveOut,
		right: [
			...all(
				twoPhones,
				...['0570002234; +972 57 000 2235', '0570002234\n972570002235'],
				[570002234, '00972570002235'],
				['057-0002234', '0570002235'].map((phone) => ({ json: { phone } })),
				[{ phone: '0570002234' }, { phone: '0570002235' }],
			),
			...all(new Set(), [], [{}]),
			// As spreadsheets and people write them.
			...all(
				new Set(['972570002234']),
				...["'0570002234", '"0570002234"', '057/0002234', '057/000-2234', ["'057/0002234'"]],
			),
		],
		wrong: [
			[['0570002234', undefined], 'contains an empty entry (entry 1)'],
			[[{}, {}], 'contains an item without the column "phone" (entry 0)'],
			[[{ phone: '0570002234' }, {}], 'contains an item without the column "phone" (entry 1)'],
			[[{ json: { mobile: '0570002234' } }], /without the column "phone" \(entry 0\)/],
			['0570002234, everyone', 'contains "everyone", which'],
			// Who is meant is not known.
			...none(/./, ...['0570004567/0570004568', '057000456/7', '057/000/4567', "'", '/']),
		],
	},
	'a text for each phone': {
		reader: textPerPhone,
		right: [
			[
				{ '0501234567': 'Hi', '+972-50-111-2233': 7 },
				{ '0501234567': 'Hi', '972501112233': '7' },
			],
			['{"0501234567": "Hi", "+972-50-111-2233": 7}', { '0501234567': 'Hi', '972501112233': '7' }],
			[{ '14155552671.0': 'Hi' }, { '14155552671': 'Hi' }],
			[texts(10_000), texts(10_000)],
		],
		wrong: [
			...none('is empty or missing', undefined, null, '', ' \n', []),
			...none(
				'must be an object that maps phone numbers to messages',
				...['{}', {}, '{"0501234567"', '["Hi"]', ['Hi'], 7, 'Hi', 'null'],
			),
			[{ '12': 'Hi' }, 'contains "12", which '],
			[{ '+44 (0) 20 7946 0958': 'Hi' }, 'contains "+44 (0) 20 7946 0958", which has a 0'],
			[{ '0501234567': 'Hi', '972501234567': 'Hi' }, 'contains "972501234567" twice'],
			[{ '0501234567': '' }, 'for 0501234567 is empty or missing'],
			[{ '0501234567': {} }, 'for 0501234567 must be text'],
			[{ '0501234567': 'x'.repeat(1001) }, 'for 0501234567 is longer than 1,000 characters'],
			[texts(10_001), 'contains 10001 phone numbers; a request takes at most 10000'],
		],
	},
	'a date without a time': {
		reader: calendarDate,
		right: [
			...same('1990-12-31', '2024-02-29'),
			...all('1990-12-31', ' 1990-12-31 ', '1990-12-31T12:00:00.000Z', new Date('1990-12-31')),
			// A birthday in UTC keeps its day.
			...all(
				'1990-12-31',
				...['1990-12-30T22:00:00.000Z', new Date('1990-12-30T22:00:00.000Z')],
				...['1990-12-31T00:00:00+09:00', '1990-12-31 00:00:00'],
			),
		],
		wrong: none(
			'must be a real date',
			...['1990-02-30', '2023-02-29', '1990-13-01', '1990-00-10', '31.12.1990'],
			...['1990-12-31 at 10', '', 19901231, null, true, {}, [], new Date(NaN)],
		),
	},
	// A workflow would wait forever.
	'the limit of a wait': {
		reader: (entered) => readWaitLimit(entered as object, now, 'Asia/Jerusalem'),
		right: [
			[undefined, undefined],
			[{ resumeAmount: 45, resumeUnit: 'minutes' }, Date.parse('2026-01-05T10:45:00Z')],
			[{ resumeAmount: 1.5, resumeUnit: 'hours' }, Date.parse('2026-01-05T11:30:00Z')],
			[{ resumeAmount: 3650, resumeUnit: 'days' }, Date.parse('2036-01-03T10:00:00Z')],
			[{}, Date.parse('2026-01-05T11:00:00Z')],
			[until('2026-01-05T18:00:00'), Date.parse('2026-01-05T16:00:00Z')],
			[until('2026-01-05T10:00:20.5Z'), Date.parse('2026-01-05T10:00:20.5Z')],
		],
		wrong: [
			...none(
				'must be more than 0 minutes, hours or days, and at most 3650 days',
				...[0, -1, 'soon'].map((resumeAmount) => ({ resumeAmount, resumeUnit: 'hours' })),
				...[{ resumeUnit: 'weeks' }, { resumeAmount: 3651, resumeUnit: 'days' }],
			),
			[until('2026-01-05T12:00:00'), 'ends in the past'],
			...none('must contain a date and time', until('2026-01-05T18:00:75'), until('')),
			[{ limitType: 'never' }, 'must have a type that is'],
		],
	},
	'the time zone of a row': {
		reader: recipientZone,
		right: [
			...all('Europe/Berlin', 'Europe/Berlin', ' europe/berlin '),
			...all('America/New_York', 'America/New_York', 'US/Eastern'),
			...all('UTC', 'UTC', 'Etc/UTC'),
			...all('+02:00', '+02:00', ' +0200'),
			['-09:30', '-09:30'],
			...all('Asia/Jerusalem', '', ' ', null, undefined),
		],
		wrong: none(
			/^contains .*, which isn't a valid time zone/,
			...['EST', 'PST', 'GMT+2', '+2', '+15:00', '02:00', 'Etc/GMT+3', 'etc/gmt-3', 'Etc/GMT'],
			...['Berlin', 'Mars/Base', 'New York', 2, [], {}, true],
		),
	},
});

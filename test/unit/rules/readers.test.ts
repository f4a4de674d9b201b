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
import { readChecks, readWords } from '../../../nodes/shared/rules/messageChecks';
import { readCampaignKey } from '../../../nodes/shared/rules/campaignKey';
import { itemValue } from '../../../nodes/shared/rules/itemValue';
import { listCodes } from '../../../nodes/shared/rules/lists';
import { plainCharacters } from '../../../nodes/shared/rules/messageSize';
import { switchedOn, yesOrNo } from '../../../nodes/shared/rules/numbers';
import { jsonObject } from '../../../nodes/shared/rules/jsonObject';
import { phoneList, phonesToLeaveOut, testNumbers } from '../../../nodes/shared/rules/phoneLists';
import { notificationPhone, readPhone } from '../../../nodes/shared/rules/phones';
import { readQuietHours } from '../../../nodes/shared/rules/quietHours';
import { quoted, readAs, type Reader } from '../../../nodes/shared/rules/reader';
import { recipientZone } from '../../../nodes/shared/rules/recipientZone';
import { choiceOf, codeOf, oneOf, typedCode } from '../../../nodes/shared/rules/text';
import { calendarDate, scheduleParts } from '../../../nodes/shared/rules/times';
import { unreplaced } from '../../../nodes/shared/rules/typedText';
import { waitingMinutes } from '../../../nodes/shared/rules/waits';
import { decimalNumber } from '../../../nodes/shared/rules/writtenNumber';
import { groupedValues } from '../../../nodes/shared/templates/parameterValues';
import readings from './readings.json';

const many = Array.from({ length: 10_001 }, (_, index) => `05${10_000_000 + index}`);

/** A rule that gives a value or nothing. */
const orNone =
	(read: (entered: never) => unknown): Reader =>
	(entered) => {
		const value = read(entered as never);
		return value === undefined ? { problem: { rule: 'none', fix: '.' } } : { value };
	};
const scheduled: Reader = (entered) => {
	const read = scheduleParts(entered, 'Asia/Jerusalem', new Date('2026-01-01T00:00:00Z'));
	if ('problem' in read) return read;
	const { dy, dm, dd, dh, di } = read.value;
	return { value: `${dy}-${dm}-${dd} ${dh}:${di}` };
};
/** A row whose columns a text may name by mistake. */
const row = {
	...{ first_name: 'Dana', 'Full Name': 'Dana Levi', 'a.b': 1, empty: null },
	customer: { phone: '0570004567' },
};
const sentAsItIs: Reader = (saved) => {
	const found = unreplaced(saved, row);
	return found === undefined ? { value: 'any' } : { problem: found };
};

/** What is read, by its name in readings.json. */
const readers: Record<keyof typeof readings, Reader> = {
	'an email address': emailAddress,
	'a web address': webAddress,
	'a notification URL': notificationAddress,
	'a Campaign Key': readCampaignKey,
	'a domain': domainName,
	'an IP address': ipAddress,
	'an SMS sender': smsSender,
	'a voice caller': voiceCaller,
	'a notification phone': notificationPhone,
	'a code': codeOf('sub-admin', 'The service shows it.'),
	'a short code': codeOf('list', 'The service shows it.', 3),
	'a code as a person types it': typedCode,
	'list codes': listCodes,
	'one of some words': oneOf('sms', 'call', 'APPROVED'),
	'one of some values': choiceOf('sms', 'call'),
	'a switch that is sent as 1 or 0': yesOrNo,
	'a switch that is sent as 1 or not at all': switchedOn,
	'the numbers of a test': testNumbers,
	'phones to leave out': phonesToLeaveOut,
	'a date without a time': calendarDate,
	// A workflow would wait forever.
	'the limit of a wait': waitingMinutes,
	'the time zone of a row': recipientZone,
	// If one of these makes no sense and is taken for none, what it was to keep back is sent.
	'Quiet Hours': readQuietHours,
	'the checks that block': readAs(readChecks, (checks) => [...checks]),
	'words of which a text needs one': readWords,
	// +508 looks as Israeli mobiles without their 0 do; the plus says that it is abroad.
	'a phone number with one meaning': readPhone,
	// Each person once, under the first spelling; what is left of repeats counts against the limit.
	'a list of phone numbers': phoneList,
	// Otherwise a number with a comma is read as a thousand times itself.
	'a number as a person writes it': orNone(decimalNumber),
	'an object a person writes': orNone(jsonObject),
	'values for a template, which may need none': groupedValues as Reader,
	// The exact name wins, wherever it stands; otherwise a merge field takes another column.
	'a value of an item': orNone(([name, json]: [string, object]) => itemValue({ ...json }, name)),
	'a wrong value in a message': orNone(quoted),
	// What would not be English stays as it is: a text is not changed without making it cheaper.
	'plain characters': orNone(plainCharacters),
	// The second of two equal hours is not sent as the first.
	'a schedule in the time of the service': scheduled,
	// Otherwise braces reach a customer in place of a value.
	'a text that is sent as it is': sentAsItIs,
};

/** Values that JSON does not have. */
const right: Array<[name: keyof typeof readings, entered: unknown, value: unknown]> = [
	['a code', BigInt('700000000000000001'), '700000000000000001'],
	['list codes', BigInt('700000000000000001'), '700000000000000001'],
	['list codes', [1001, null, undefined, '', ' ', false], '1001'],
	['a switch that is sent as 1 or not at all', false, undefined],
	['a date without a time', new Date('1990-12-31'), '1990-12-31'],
	// A birthday in UTC keeps its day.
	['a date without a time', new Date('1990-12-30T22:00:00.000Z'), '1990-12-31'],
	// A database gives a time as a date.
	['a schedule in the time of the service', new Date('2026-11-25T10:00:00Z'), '2026-11-25 12:00'],
	['a wrong value in a message', undefined, '""'],
	['a text that is sent as it is', undefined, 'any'],
	['the time zone of a row', undefined, 'Asia/Jerusalem'],
	['a list of phone numbers', [...many.slice(1), many[1]], many.slice(1).join()],
];
const wrong: Array<[name: keyof typeof readings, entered: unknown, says: string]> = [
	['an email address', undefined, 'must be an email address'],
	['a Campaign Key', undefined, 'is empty'],
	['a Campaign Key', NaN, '/^came as NaN/'],
	['a Campaign Key', Infinity, '/^came as a number too long/'],
	['a switch that is sent as 1 or 0', undefined, '/true or false/'],
	['phones to leave out', ['0570002234', undefined], 'contains an empty entry (entry 1)'],
	['a date without a time', new Date(NaN), 'must be a real date'],
	['a phone number with one meaning', NaN, '/decimal/'],
	['a schedule in the time of the service', new Date(NaN), "isn't a date and time"],
	['a number as a person writes it', '9'.repeat(400), 'none'],
	['an object a person writes', undefined, 'none'],
	['a list of phone numbers', many, '/10001 phone numbers/'],
];

/** A value as JSON has it. */
const plain = (value: unknown) =>
	JSON.parse(
		JSON.stringify(value, (_key, each: unknown) => (each instanceof Set ? [...each] : each)),
	) as unknown;
/** A title that is short where the value is not. */
const shown = (entered: unknown) =>
	(typeof entered === 'bigint' ? String(entered) : (JSON.stringify(entered) ?? 'nothing')).slice(
		...[0, 99],
	);

describe.each(Object.entries(readers))('%s', (name, reader) => {
	const own = readings[name as keyof typeof readings];

	/** A value, and what it is read from beside itself; or a value that is read as it is. */
	for (const row of own.right as unknown[]) {
		const [value, ...entered] = Array.isArray(row) ? (row as unknown[]) : [row, row];
		for (const each of entered) {
			it(`is read from ${shown(each)}`, () => expect(plain(reader(each))).toEqual({ value }));
		}
	}
	for (const [, entered, value] of right.filter(([of]) => of === name)) {
		it(`is read from ${shown(entered)}`, () => expect(reader(entered)).toEqual({ value }));
	}

	const refused = (own.wrong as unknown[][]).flatMap(([says, ...all]) =>
		all.map((entered) => [entered, says as string] as const),
	);
	const special = wrong.filter(([of]) => of === name).map(([, ...each]) => each);
	/** How the message begins, or between slashes a pattern that it has. */
	for (const [entered, says] of [...refused, ...special]) {
		it(`is refused: ${shown(entered)}`, () => {
			const read = reader(entered);
			const { rule, fix } = 'problem' in read ? read.problem : { rule: 'none', fix: '' };
			if (says.startsWith('/')) expect(rule).toMatch(new RegExp(says.slice(1, -1)));
			else expect(rule.slice(0, says.length)).toBe(says);
			expect(fix).toMatch(/\.$/);
		});
	}
});

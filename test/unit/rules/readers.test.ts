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
import { readChecks, readLimits } from '../../../nodes/shared/rules/beforeSending';
import { readCampaignKey } from '../../../nodes/shared/rules/campaignKey';
import { listCodes } from '../../../nodes/shared/rules/lists';
import { switchedOn, yesOrNo } from '../../../nodes/shared/rules/numbers';
import { textPerPhone } from '../../../nodes/shared/rules/perPhone';
import { phoneList, phonesToLeaveOut, testNumbers } from '../../../nodes/shared/rules/phoneLists';
import { notificationPhone, readPhone } from '../../../nodes/shared/rules/phones';
import { readQuietHours } from '../../../nodes/shared/rules/quietHours';
import type { Reader } from '../../../nodes/shared/rules/reader';
import { recipientZone } from '../../../nodes/shared/rules/recipientZone';
import { choiceOf, codeOf, oneOf, typedCode } from '../../../nodes/shared/rules/text';
import { calendarDate } from '../../../nodes/shared/rules/times';
import { readWaitLimit } from '../../../nodes/shared/rules/waits';
import readings from './readings.json';

const now = new Date('2026-01-05T10:00:00Z');
const many = Array.from({ length: 10_001 }, (_, index) => `05${10_000_000 + index}`);
const textsFor = (phones: string[]) => Object.fromEntries(phones.map((phone) => [phone, 'Hi']));

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
	'a text for each phone': textPerPhone,
	'a date without a time': calendarDate,
	// A workflow would wait forever.
	'the limit of a wait': (entered) => readWaitLimit(entered as object, now, 'Asia/Jerusalem'),
	'the time zone of a row': recipientZone,
	// If one of these makes no sense and is taken for none, what it was to keep back is sent.
	'Quiet Hours': readQuietHours,
	Limits: readLimits,
	Checks: readChecks,
	// +508 looks as Israeli mobiles without their 0 do; the plus says that it is abroad.
	'a phone number with one meaning': readPhone,
	// Each person once, under the first spelling; what is left of repeats counts against the limit.
	'a list of phone numbers': phoneList,
};

/** Values that JSON does not have. */
const right: Array<[name: keyof typeof readings, entered: unknown, value: unknown]> = [
	['a code', BigInt('700000000000000001'), '700000000000000001'],
	['list codes', BigInt('700000000000000001'), '700000000000000001'],
	['list codes', [1001, null, undefined, '', ' ', false], '1001'],
	['a switch that is sent as 1 or not at all', false, undefined],
	['a text for each phone', textsFor(many.slice(1)), textsFor(many.slice(1))],
	['a date without a time', new Date('1990-12-31'), '1990-12-31'],
	// A birthday in UTC keeps its day.
	['a date without a time', new Date('1990-12-30T22:00:00.000Z'), '1990-12-31'],
	['the limit of a wait', undefined, undefined],
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
	['a text for each phone', { '0501234567': 'x'.repeat(1001) }, 'for 0501234567 is longer than'],
	['a text for each phone', undefined, 'is empty or missing'],
	['a text for each phone', textsFor(many), 'contains 10001 phone numbers; a request takes at'],
	['a date without a time', new Date(NaN), 'must be a real date'],
	['a phone number with one meaning', NaN, '/decimal/'],
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

// If this fails, a wrong value is sent, or a right one is refused.
import {
	domainName,
	emailAddress,
	ipAddress,
	notificationAddress,
	smsSender,
	unsafeLink,
	voiceCaller,
	webAddress,
} from '../../../nodes/shared/rules/addresses';
import { readChecks, readWords } from '../../../nodes/shared/rules/messageChecks';
import { readCampaignKey } from '../../../nodes/shared/rules/campaignKey';
import { columnsOf, itemValue } from '../../../nodes/shared/rules/itemValue';
import {
	listCodes,
	listedPhones,
	phoneList,
	phonesToLeaveOut,
	testNumbers,
} from '../../../nodes/shared/rules/lists';
import {
	plainCharacters,
	codeOf,
	serviceCode,
	templateCode,
	textOf,
	typedCode,
	withHiddenShown,
} from '../../../nodes/shared/rules/text';
import {
	hoursToSpread,
	lookingMinutes,
	pauseSeconds,
	switchedOn,
	waitingMinutes,
	wholeNumber,
	yesOrNo,
	quoted,
	readAs,
	type Reader,
	choiceOf,
} from '../../../nodes/shared/rules/reader';
import {
	israeliPhone,
	notificationPhone,
	readPhone,
	decimalNumber,
} from '../../../nodes/shared/rules/phones';
import { readQuietHours } from '../../../nodes/shared/rules/quietHours';
import { recipientZone, serviceZone, timeZoneName } from '../../../nodes/shared/rules/timeZones';
import { calendarDate, scheduleParts } from '../../../nodes/shared/rules/times';
import { unreplaced } from '../../../nodes/shared/rules/typedText';
import { playTables } from '../playTables';
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
const sentAsItIs: Reader = (text) => {
	const found = unreplaced(String(text), row);
	return found === undefined ? { value: 'any' } : { problem: found };
};

playTables(readings, {
	'an email address': emailAddress,
	'a web address': webAddress,
	'a notification URL': notificationAddress,
	'a Campaign Key': readCampaignKey,
	'a domain': domainName,
	'an IP address': ipAddress,
	'an SMS sender': smsSender,
	'a voice caller': voiceCaller,
	'a notification phone': notificationPhone,
	'an Israeli phone': israeliPhone,
	'phones that the service lists': orNone(listedPhones),
	'a code': codeOf('sub-admin', 'The service shows it.'),
	'the code of an automation': codeOf('automation', 'The service shows it.'),
	'a short code': codeOf('list', 'The service shows it.', 3),
	'a code as a person types it': typedCode,
	'a text of two to five characters': textOf({ atLeast: 2, atMost: 5 }),
	'a whole number without an end': wholeNumber(3, Infinity),
	'hours to spread over': hoursToSpread,
	'the first link that is not safe': orNone(unsafeLink),
	'list codes': listCodes,
	'one of some values': choiceOf('sms', 'call'),
	'a switch that is sent as 1 or 0': yesOrNo,
	'a switch that is sent as 1 or not at all': switchedOn,
	'the numbers of a test': testNumbers,
	'phones to leave out': phonesToLeaveOut,
	'a date without a time': calendarDate,
	// A workflow would wait forever.
	'the limit of a wait': waitingMinutes,
	'for how long to look': lookingMinutes,
	'seconds between two checks': pauseSeconds,
	'the time zone of a row': recipientZone,
	'the time zone of a schedule': timeZoneName,
	'the time zone that a schedule is read in': orNone(serviceZone),
	'the code of a template': templateCode,
	'the code of a telephony service': serviceCode,
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
	// The exact name wins, wherever it stands; otherwise a merge field takes another column.
	'a value of an item': orNone(([name, json]: [string, object]) => itemValue({ ...json }, name)),
	'a text whose hidden characters are seen': orNone(withHiddenShown),
	'the columns of an item': orNone(columnsOf),
	'a wrong value in a message': orNone(quoted),
	// What would not be English stays as it is: a text is not changed without making it cheaper.
	'plain characters': orNone(plainCharacters),
	// The second of two equal hours is not sent as the first.
	'a schedule in the time of the service': scheduled,
	// Otherwise braces reach a customer in place of a value.
	'a text that is sent as it is': sentAsItIs,
});

it('a list of phone numbers holds 10,000 different ones at most', () => {
	const once = { value: many.slice(1).join() };
	expect(phoneList([...many.slice(1), many[1]])).toEqual(once);
	expect(phoneList(many)).toMatchObject({
		problem: { rule: expect.stringMatching(/10001 phone numbers/) as string },
	});
});

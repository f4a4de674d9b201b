// If this fails, a message goes to a stranger, at a wrong time or half filled, or one mistake is reported as many.
import { checkRequest, exactlyOneOf } from '../../../nodes/shared/values/bodyReader';
import {
	chunksOf,
	inserted,
	isJoined,
	isSameForAll,
	probeOf,
	typedWithFields,
} from '../../../nodes/shared/rules/expressions';
import { fieldWithFallback } from '../../../nodes/shared/rules/itemValue';
import { recipientsOfBody, toSomeOf } from '../../../nodes/shared/rules/lists';
import {
	checkChoices,
	itemCheckChoices,
	messageOf,
	warningsOf,
	type CheckedMessage,
} from '../../../nodes/shared/rules/messageChecks';
import { countMessages, plainCharacters } from '../../../nodes/shared/rules/text';
import { quietFor, quietTime, type QuietTimes } from '../../../nodes/shared/rules/quietHours';
import { problem } from '../../../nodes/shared/rules/reader';
import { repairPhone } from '../../../nodes/shared/rules/phones';
import {
	clearStart,
	localTime,
	quietStart,
	startInWords,
} from '../../../nodes/shared/rules/schedule';
import {
	firstClear,
	instantOfParts,
	partsAt,
	readInstant,
	scheduleParts,
} from '../../../nodes/shared/rules/times';
import { playTables } from '../playTables';
import rules from './rules.json';

/** What an SMS is warned of that a person typed with merge fields. */
const warned = (own: string, typed = '', more: Partial<CheckedMessage> = {}) =>
	warningsOf({ channel: 'sms', own, whole: own, typed: typedWithFields(typed), ...more });

const zone = 'Asia/Jerusalem';
const iso = (moment: number) => new Date(moment).toISOString();
const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** Quiet hours as a person says them, on the clock of the service or another one. */
interface Quiet {
	hours?: [from: string, until: string];
	days?: QuietTimes['days'];
	zone?: string;
}
const quiet = ({ hours, days = [], zone: clock = zone }: Quiet) =>
	quietFor(
		{ days, ...(hours && { hours: { from: minutes(hours[0]), until: minutes(hours[1]) } }) },
		{ zone: clock, timeZone: zone },
	)!;

playTables(rules, {
	'a number of a spreadsheet, repaired': (entered: unknown, repairs = true) =>
		repairPhone(entered, repairs),
	'the checks that warn of a message': (...message: Parameters<typeof warned>) =>
		warned(...message)
			.map(({ check }) => check)
			.join(' '),
	'what a warning quotes, one fault once': warned,
	'the quiet time a moment is in': (times: Quiet, moment: string, lastsMs?: number) => {
		const found = quietTime(quiet(times), Date.parse(moment), lastsMs);
		return found && { ...found, startsAt: iso(found.startsAt), endsAt: iso(found.endsAt) };
	},
	'when a request ends, with a delay of three minutes or another': (now: string, more?: object) => {
		const listjson = { '0570002233': 'a', '0570002234': 'b', '0570002235': 'c' };
		const night = quiet({ hours: ['21:00', '08:00'] });
		return quietStart({ listjson, ...(more ?? { int: 180 }) }, night, zone, Date.parse(now))
			.extraOutput;
	},
	'a request as it leaves': (body: object, now: string, hours?: Quiet['hours']) => {
		const times = hours && quiet({ hours });
		const { startsAt, ...others } = quietStart({ ...body }, times, zone, Date.parse(now));
		return { ...others, ...(startsAt !== undefined && { startsAt: iso(startsAt) }) };
	},
	'the time of a schedule': (entered: string, at: string, now: string, clock?: string) => {
		const read = scheduleParts(entered, at, new Date(now), clock);
		if ('problem' in read) return read.problem.rule;
		const { dy, dm, dd, dh, di } = read.value;
		return `${dy}-${dm}-${dd} ${dh}:${di}`;
	},
	'a start in words': (at: string, now: string) =>
		startInWords(Date.parse(at), zone, Date.parse(now)),
	'a time on a clock, and the clock at that moment': (entered: string, clock: string) => {
		const { value } = readInstant(entered, clock) as { value: number };
		return [iso(value), localTime(value, clock)];
	},
	'the first moment that a schedule can name': (moment: string, hours?: Quiet['hours']) => {
		const at = Date.parse(moment);
		const clear = hours ? clearStart(at, quiet({ hours }), zone) : firstClear(at, zone);
		const asTheServiceReadsIt = iso(instantOfParts({ ...partsAt(at, zone) }, zone)!);
		return { asTheServiceReadsIt, clear: iso(clear) };
	},
	'the rules of a request': (entered: object) => {
		const reader = (value: unknown) => ({ value });
		const parameters = {
			tts: { label: 'Text', reader: () => problem('is wrong', 'Correct it.') },
			sid: { label: 'Service Code', reader },
			from: { label: 'Caller', reader, isRequired: true },
		};
		const notBeside = { wire: 'other', besides: 'sid', rule: 'cannot be beside', fix: 'Clear it.' };
		const together = [
			...[exactlyOneOf('tts', 'sid'), exactlyOneOf('tts', 'sid')],
			({ other }: { other?: unknown }) => (other === undefined ? undefined : [notBeside]),
		];
		const checked = checkRequest(parameters, together, { ...entered }, { now: new Date() });
		if ('body' in checked) return checked.body;
		return checked.problems.map(({ field, rule }) => `${field} ${rule}`);
	},
	'exactly one of several parameters': (body: object, entered = body) =>
		exactlyOneOf('tts', 'fileurl', 'sid')({ ...body }, { entered } as never),
	'plain characters, unless a text would become more messages or too long': (
		text: string,
		atMost?: number,
		end = '',
	) => plainCharacters(text + end, atMost),
	'the messages of a text': (text: string, end = '') => countMessages(text + end),
	'the recipients of a request': (body: Parameters<typeof recipientsOfBody>[0]) =>
		recipientsOfBody(body)
			.map(({ compared }) => compared)
			.sort(),
	'a request to some of its recipients': toSomeOf,
	'whether an expression is the same for every item': isSameForAll,
	'the pieces of an expression: text, and code in a list': (expression: string) =>
		chunksOf(expression).map(({ text, isCode }) => (isCode ? [text] : text)),
	'a merge field in pieces': fieldWithFallback,
	'the message of a request': (request: object) => messageOf({ ...request }, 'Hi'),
	'whether an expression is joined': isJoined,
	'an expression that fails where a piece of code does': probeOf,
	'a typed text with its fields': typedWithFields,
	'what of a text was not typed': (own: string, typed: string) => inserted(/\d/g, { own, typed }),
});

it('each check has a text that it warns of', () => {
	const tried = rules['the checks that warn of a message'].map(({ what }) => what);
	const known = [...tried, 'sameForAll', 'requiredWording'];
	expect(checkChoices.filter(({ value }) => !known.includes(value))).toEqual([]);
	const ofAll = checkChoices.map(({ value }) => value);
	expect(ofAll).not.toContain('requiredWording');
	expect(itemCheckChoices.map(({ value }) => value)).toEqual(
		ofAll.filter((value) => value !== 'sameForAll'),
	);
});

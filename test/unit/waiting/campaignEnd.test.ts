// If this fails, a campaign's end is read wrongly from its status.
import fc from 'fast-check';

import {
	campaignStatusOf,
	eachOnce,
	endOfEvent,
	endFor,
	endOfStatus,
	notSeenToEnd,
	type CampaignEnd,
} from '../../../nodes/shared/waiting/campaignEnd';
import { statuses } from '../../../nodes/shared/service/campaignStatuses';
import { comparablePhone } from '../../../nodes/shared/rules/phones';
import { readEvent } from '../../../nodes/shared/service/events';

const phones = ['0570002233', '0570002234', '0570002235'];
const all = new Set(phones.map(comparablePhone));
const statusOf = (taskStatus: string, notSent: string[] = []) =>
	campaignStatusOf('7', { data: { taskStatus, notSent } });
const read = (notSent: unknown) => statusOf('done', notSent as string[]);
const ended = (
	endedBy: string,
	sentCount: number | null,
	notSent: string[] | null = [],
): CampaignEnd => ({
	...{ endedBy, sentCount, notSent, timedOut: false },
});

describe('the end of a campaign, by its status', () => {
	it.each<[string, string[], number | undefined, CampaignEnd]>([
		// It counts nothing: the service may have skipped some of them.
		['done', [], 3, ended('END', null)],
		['done', [phones[0]], 3, ended('END', null, [phones[0]])],
		['cancel', [phones[0]], 3, ended('STOP', null, [phones[0]])],
		['error', [], 3, ended('ERROR', null)],
		['empty', [], 3, ended('NO_USERS_FOUND', 0, null)],
		['empty', [], undefined, ended('NO_USERS_FOUND', 0)],
	])('%s, %j left out of %s', (status, notSent, recipients, end) => {
		expect(endOfStatus(statusOf(status, notSent), recipients)).toEqual(end);
	});

	it('is none while it can still change, in words no one knows, and where the service knows no campaign', () => {
		for (const status of ['pending', 'running', 'stop', 'napping', 'na']) {
			expect(endOfStatus(statusOf(status), 1)).toBeUndefined();
		}
	});

	it('has a word of its own for each status that is final', () => {
		const words = Object.keys(statuses).flatMap((status) => {
			const { finished } = statusOf(status);
			return finished && status !== 'na' ? [endOfStatus(statusOf(status), 2)?.endedBy] : [];
		});
		expect(words).toHaveLength(7);
		expect(words).not.toContain(undefined);
		expect(new Set(words).size).toBe(words.length);
		expect(words.join()).toBe(words.join().toUpperCase());
	});
});

describe('the end of a campaign, by its notification', () => {
	it('has the count of the notification, and the numbers of the status', () => {
		const event = readEvent({ msg: 'STOP', tid: '7', info: '2' }, 'sms', new Date())!;
		expect(endOfEvent(event, [phones[0]])).toEqual(ended('STOP', 2, [phones[0]]));
	});

	it('is that of a count of 0 where there was no one to send to', () => {
		const event = readEvent({ msg: 'NO_USERS_FOUND', tid: '7' }, 'sms', new Date())!;
		expect(endOfEvent(event, [], 3)).toEqual(ended('NO_USERS_FOUND', 0, null));
	});

	it.each<[msg: string, count: string, recipients: number | undefined, notSent: string[] | null]>([
		['END', '2', 3, null],
		['STOP', '0', 3, null],
		['END', '3', 3, []],
		['END', '4', 3, null],
		['END', '2', undefined, []],
	])('%s of %s of %s, none named: not sent to %j', (msg, info, recipients, notSent) => {
		const event = readEvent({ msg, tid: '7', info }, 'sms', new Date())!;
		expect(endOfEvent(event, [], recipients)).toMatchObject({ notSent });
	});
});

describe('what the end means for one recipient', () => {
	const listed = [phones[0]];
	it.each<[string, CampaignEnd, Set<string> | undefined, Array<boolean | null>]>([
		['all were sent', ended('END', 3), all, [true, true, true]],
		['more were sent than there are', ended('END', 4), all, [null, null, null]],
		['it ended, not counted', ended('END', null), all, [null, null, null]],
		['it ended, to lists', ended('END', 2), undefined, [null, null, null]],
		['one is missing, no one says which', ended('END', 2), all, [null, null, null]],
		['none was sent, no one is named', ended('END', 0, null), all, [false, false, false]],
		['the one that is missing is named', ended('END', 2, listed), all, [false, true, true]],
		['it was stopped, one is named', ended('STOP', 2, listed), all, [false, true, true]],
		['more are missing than are named', ended('STOP', 1, listed), all, [false, null, null]],
		['no one knows who is named', ended('STOP', 2, ['12025550123']), all, [null, null, null]],
	])('%s', (_name, end, recipients, sent) => {
		const said = phones.map((phone) => endFor(end, recipients)(phone));
		expect(said).toEqual(
			sent.map((each) => ({ endedBy: end.endedBy, sent: each, timedOut: false })),
		);
	});

	it.each<[info: string, notSent: string[], sent: Array<boolean | null>]>([
		['+972570002233', ['972570002233'], [false, true, true]],
		[`["${phones[0]}"]`, [`["${phones[0]}"]`], [null, null, null]],
		[phones.slice(0, 2).join(', '), phones.slice(0, 2), [false, false, true]],
		[`${phones[0]}, +972570002233`, [phones[0]], [false, true, true]],
		['+1 202 555 0123', ['12025550123'], [null, null, null]],
		['all', ['all'], [null, null, null]],
		[`${phones[0]}, abc`, [phones[0], 'abc'], [false, null, null]],
	])('a notification names %s', (info, notSent, sent) => {
		const told = (msg: string, more: string) =>
			readEvent({ msg, tid: '7', info: more }, 'sms', new Date())!;
		const { failedNumbers } = told('CP_SEND_ERROR', info);
		const count = phones.length - notSent.length;
		const end = endOfEvent(told('END', String(count)), eachOnce(failedNumbers), phones.length);
		expect(end.notSent).toEqual(notSent);
		expect(phones.map((phone) => endFor(end, all)(phone).sent)).toEqual(sent);
		// A status may list the same.
		expect(read(info).notSent).toEqual(failedNumbers);
	});

	it('never claims more messages than were counted, and none for who is named', () => {
		const endedBy = fc.constantFrom('END', 'STOP', 'ERROR', 'RATE_LIMIT', 'DELETED');
		const count = fc.option(fc.nat(4), { nil: null });
		fc.assert(
			fc.property(endedBy, count, fc.subarray(phones), (word, sentCount, notSent) => {
				const end = ended(word, sentCount, notSent);
				const sent = phones.filter((phone) => endFor(end, all)(phone).sent);
				expect(sent.length).toBeLessThanOrEqual(sentCount ?? 0);
				expect(sent.filter((phone) => notSent.includes(phone))).toEqual([]);
			}),
		);
	});
});

describe('a campaign whose end no one saw', () => {
	it('claims nothing, and says which status it had if someone looked', () => {
		const nothing = { endedBy: 'TIME_LIMIT', sentCount: null, notSent: [], timedOut: true };
		for (const [end, says, more] of [
			[notSeenToEnd(), 'was not seen', {}],
			[notSeenToEnd(statusOf('running')), 'its status was "running" (Being sent)', {}],
			[notSeenToEnd(statusOf('na')), 'did not know the campaign', { endedBy: 'UNKNOWN' }],
		] as const) {
			const message = expect.stringContaining(says) as string;
			expect(end).toMatchObject({ ...nothing, ...more, message });
		}
		expect(endFor(notSeenToEnd(), all)(phones[0])).toEqual({
			...{ endedBy: 'TIME_LIMIT', sent: null, timedOut: true },
		});
	});
});

describe('the numbers a status lists as not reached', () => {
	it.each<[unknown, string[]]>([
		[undefined, []],
		['', []],
		[['0570990001'], ['0570990001']],
		[
			[972570990001, 570990001],
			['972570990001', '0570990001'],
		],
		['0570990001, 0570990002', ['0570990001', '0570990002']],
	])('%j', (notSent, phones) => {
		expect(read(notSent).notSent).toEqual(phones);
	});

	it.each<[unknown, string[] | null]>([
		['some', ['some']],
		[
			['0570990001', 'and others'],
			['0570990001', 'and others'],
		],
		[{ count: 2 }, null],
		[[{ phone: '0570990001' }], null],
	])('%j names others, too, and no one is said to have the message', (notSent, named) => {
		const status = read(notSent);
		expect(status.notSent).toEqual(named);
		const end = endOfStatus(status, 2)!;
		expect(end).toMatchObject({ sentCount: null, notSent: named });
		expect(endFor(end, all)(phones[0]).sent).toBeNull();
		expect(endFor({ ...end, sentCount: 3 }, all)(phones[0]).sent).toBeNull();
	});
});

// If this fails, a campaign's end is read wrongly from its status.
import fc from 'fast-check';

import {
	endOfEvent,
	endFor,
	endOfStatus,
	notEndedYet,
	notSeenToEnd,
	type CampaignEnd,
} from '../../../nodes/shared/waiting/campaignEnd';
import { campaignStatusOf, statusMeanings } from '../../../nodes/shared/waiting/campaignStatus';
import { readEvent } from '../../../nodes/shared/service/events';

const phones = ['0570002233', '0570002234', '0570002235'];
const statusOf = (taskStatus: string, notSent: string[] = []) =>
	campaignStatusOf('7', { data: { taskStatus, notSent } });
const ended = (
	outcome: string,
	sentCount: number | null,
	notSent: string[] | null = [],
): CampaignEnd => ({
	...{ outcome, sentCount, notSent, timedOut: false },
});

describe('the end of a campaign, by its status', () => {
	it.each<[string, string[], number | undefined, CampaignEnd]>([
		// It counts nothing: the service may have skipped some of them.
		['done', [], 3, ended('END', null)],
		['done', [], undefined, ended('END', null)],
		['done', [phones[0]], 3, ended('END', null, [phones[0]])],
		['cancel', [phones[0]], 3, ended('STOP', null, [phones[0]])],
		['cancel', [], 3, ended('STOP', null)],
		['error', [], 3, ended('ERROR', null)],
		['noMsgLeft', [], 3, ended('NO_MSG_LEFT', null)],
		['abort', [], 3, ended('ABORT', null)],
		['limit', [], 3, ended('RATE_LIMIT', null)],
		['empty', [], 3, ended('NO_USERS_FOUND', 0, null)],
		['empty', [], undefined, ended('NO_USERS_FOUND', 0)],
		['na', [], 3, ended('DELETED', null)],
		['na', [], undefined, ended('DELETED', null)],
		// The service keeps no campaign to one number.
		['na', [], 1, ended('UNKNOWN', null)],
		['done', [], 1, ended('END', null)],
	])('%s, %j left out of %s', (status, notSent, recipients, end) => {
		expect(endOfStatus(statusOf(status, notSent), recipients)).toEqual(end);
	});

	it('is none while it can still change, or in words nobody knows', () => {
		for (const status of ['pending', 'running', 'stop', 'napping']) {
			expect(endOfStatus(statusOf(status), 1)).toBeUndefined();
		}
	});

	it('has a word of its own for each status that is final', () => {
		const words = Object.entries(statusMeanings).flatMap(([status, { final }]) =>
			final ? [endOfStatus(statusOf(status), 2)?.outcome] : [],
		);
		expect(words).not.toContain(undefined);
		expect(new Set(words).size).toBe(words.length);
		expect(words.join()).toBe(words.join().toUpperCase());
	});

	it('is told apart from that of the next campaign', () => {
		const first = endOfStatus(statusOf('na'), 1)!;
		first.outcome = 'changed';
		expect(endOfStatus(statusOf('na'), 1)?.outcome).toBe('UNKNOWN');
	});
});

describe('the end of a campaign, by its notification', () => {
	it('has the count of the notification, and the numbers of the status', () => {
		const event = readEvent({ msg: 'STOP', tid: '7', info: '2' }, 'sms', new Date())!;
		expect(endOfEvent(event, [phones[0]])).toEqual(ended('STOP', 2, [phones[0]]));
	});

	it.each<[msg: string, count: string, recipients: number | undefined, notSent: string[] | null]>([
		['END', '2', 3, null],
		['STOP', '0', 3, null],
		['END', '3', 3, []],
		['END', '2', undefined, []],
	])('%s of %s of %s, none named: not sent to %j', (msg, info, recipients, notSent) => {
		const event = readEvent({ msg, tid: '7', info }, 'sms', new Date())!;
		expect(endOfEvent(event, [], recipients)).toMatchObject({ notSent });
	});
});

describe('what the end means for one recipient', () => {
	const listed = [phones[0]];
	it.each<[string, CampaignEnd, number | undefined, Array<boolean | null>]>([
		['all were sent', ended('END', 3), 3, [true, true, true]],
		['it ended, not counted', ended('END', null), 3, [null, null, null]],
		['it ended, to lists', ended('END', 2), undefined, [null, null, null]],
		['one is missing, nobody says which', ended('END', 2), 3, [null, null, null]],
		['the one that is missing is named', ended('END', 2, listed), 3, [false, true, true]],
		['it was stopped, nobody is named', ended('STOP', 2), 3, [null, null, null]],
		['it was stopped, the missing one is named', ended('STOP', 2, listed), 3, [false, true, true]],
		['more are missing than are named', ended('STOP', 1, listed), 3, [false, null, null]],
		['it was stopped, not counted', ended('STOP', null, listed), 3, [false, null, null]],
		['all are named', ended('STOP', 0, phones), 3, [false, false, false]],
		['it was deleted', ended('DELETED', null), 3, [null, null, null]],
	])('%s', (_name, end, recipients, sent) => {
		const said = phones.map((phone) => endFor(end, recipients)(phone));
		expect(said).toEqual(
			sent.map((each) => ({ outcome: end.outcome, sent: each, timedOut: false })),
		);
	});

	it('is found in every spelling of a number', () => {
		const end = ended('STOP', 1, ['972570002233', '0570002234']);
		const sent = ['0570002233', '972570002234', '972570002235'].map(
			(phone) => endFor(end, 3)(phone).sent,
		);
		expect(sent).toEqual([false, false, true]);
	});

	it('never claims more messages than were counted, and none for who is named', () => {
		const outcome = fc.constantFrom('END', 'STOP', 'ERROR', 'RATE_LIMIT', 'DELETED');
		const count = fc.option(fc.nat(4), { nil: null });
		fc.assert(
			fc.property(outcome, count, fc.subarray(phones), (word, sentCount, notSent) => {
				const end = ended(word, sentCount, notSent);
				const sent = phones.filter((phone) => endFor(end, phones.length)(phone).sent);
				expect(sent.length).toBeLessThanOrEqual(sentCount ?? 0);
				expect(sent.filter((phone) => notSent.includes(phone))).toEqual([]);
			}),
		);
	});
});

describe('a campaign whose end nobody saw', () => {
	it('claims nothing, and says which status it had if somebody looked', () => {
		const nothing = { outcome: 'TIME_LIMIT', sentCount: null, notSent: [], timedOut: true };
		expect(notSeenToEnd()).toMatchObject({
			...nothing,
			message: expect.stringContaining('was not seen'),
		});
		expect(notEndedYet(statusOf('running'))).toMatchObject({
			...nothing,
			message: expect.stringContaining('its status was "running" (Being sent)'),
		});
		expect(endFor(notSeenToEnd(), 3)(phones[0])).toEqual({
			...{ outcome: 'TIME_LIMIT', sent: null, timedOut: true },
		});
	});
});

describe('the numbers a status lists as not reached', () => {
	const read = (notSent: unknown) =>
		campaignStatusOf('7', {
			data: { taskStatus: 'done', notSent } as never,
		});

	it.each<[unknown, string[]]>([
		[undefined, []],
		[null, []],
		['', []],
		[[], []],
		[{}, []],
		[['0570990001'], ['0570990001']],
		[
			[972570990001, 570990001],
			['972570990001', '0570990001'],
		],
		[570990001, ['0570990001']],
		['0570990001, 0570990002', ['0570990001', '0570990002']],
		[{ 0: '0570990001', 1: 570990002 }, ['0570990001', '0570990002']],
		[{ '0570990001': 'no route' }, ['0570990001']],
		[[{ phone: '0570990001' }], ['0570990001']],
	])('%j', (notSent, phones) => {
		expect(read(notSent).notSent).toEqual(phones);
	});

	it.each<[unknown]>([['some'], [true], [3], [['0570990001', 'and others']], [{ count: 2 }]])(
		'%j is a form nobody knows, and nobody is told to have the message',
		(notSent) => {
			const status = read(notSent);
			expect(status.notSent).toBeNull();
			const end = endOfStatus(status, 2)!;
			expect(end).toMatchObject({ sentCount: null, notSent: null });
			expect(endFor(end, 2)('0570990001').sent).toBeNull();
			expect(endFor({ ...end, sentCount: 2 }, 2)('0570990001').sent).toBeNull();
		},
	);
});

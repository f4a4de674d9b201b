// If this fails, a wait asks too often, or stops asking too early.
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { endsOfWait } from '../../../nodes/shared/waiting/endsOfWait';
import { newWait, noteTold, type PendingWait } from '../../../nodes/shared/waiting/pendingWaits';
import { readEvent } from '../../../nodes/shared/service/events';

/** Whom a waiting execution asks and for how long, by a clock that passes as soon as someone sleeps. */
const start = Date.UTC(2026, 10, 22);

/** A status; an answer no one can read, or none at all. */
type Answer = string | { taskStatus: string; notSent: string[] } | 'cut' | 'none';

interface Look {
	/** The campaigns the execution waits for, each to two recipients or as many. */
	codes?: string[];
	recipients?: number | 'lists';
	/** When the look begins, in seconds. */
	at?: number;
	/** What the service answers of a campaign: in order, the last for all further questions. */
	answers?: Record<string, Answer[]>;
	wait?: Partial<PendingWait>;
	looksAgain?: boolean;
	/** What happens at a time, in seconds. */
	happens?: (wait: PendingWait, seconds: number) => void;
	/** What happens while the service is asked. */
	whenAsked?: (wait: PendingWait, code: string) => void;
}

const event = (taskId: string, msg = 'END', info?: string, channel: 'sms' | 'chat' = 'sms') =>
	readEvent({ msg, tid: taskId, info }, channel, new Date(start))!;
const told = (...events: Array<ReturnType<typeof event>>): PendingWait => {
	const wait = newWait();
	for (const each of events) noteTold(wait, each);
	return wait;
};
/** A notification that comes at a second. */
const tellAt =
	(second: number, each: ReturnType<typeof event>): Look['happens'] =>
	(wait, seconds) => {
		if (seconds === second) noteTold(wait, each);
	};

async function look({
	codes = ['1'],
	recipients = 2,
	at = 0,
	answers = {},
	wait: given = {},
	looksAgain = false,
	happens = () => {},
	whenAsked = () => {},
}: Look) {
	let now = start + at * 1_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation((done, ms = 0) => {
		now += ms;
		happens(wait, (now - start) / 1_000);
		setImmediate(done as () => void);
		return undefined as unknown as NodeJS.Timeout;
	});
	const asked: string[] = [];
	const isLooking: boolean[] = [];
	const wait: PendingWait = { ...newWait(), ...given };
	const ask = async (_credential: string, { body }: IDataObject) => {
		const { tid } = body as { tid: string };
		asked.push(`${(now - start) / 1_000} s ${tid}`);
		isLooking.push(wait.isLooking);
		whenAsked(wait, tid);
		if (asked.length > 200) throw new Error('It never ends');
		const own = answers[tid] ?? ['running'];
		const count = asked.filter((each) => each.endsWith(` ${tid}`)).length;
		const answer = own[Math.min(count, own.length) - 1];
		if (answer === 'none') throw new Error('socket hang up');
		const data = typeof answer === 'string' ? { taskStatus: answer } : answer;
		const reply = JSON.stringify({ status: 1, action: 'checkstatus', message: 'OK', data });
		return { statusCode: 200, headers: {}, body: answer === 'cut' ? reply.slice(0, 20) : reply };
	};
	const context = {
		getNode: () => ({ name: 'SMS', parameters: {} }),
		getCredentials: async () => ({ token: 'demo-token-full' }),
		helpers: { httpRequestWithAuthentication: ask },
	} as unknown as IWebhookFunctions;
	const phones = new Set(['972570002233', '972570002234']);
	const count = recipients === 'lists' ? undefined : recipients;
	const sentTo = { recipients: count, phones };
	const campaigns = new Map(codes.map((code) => [code, sentTo]));
	const ends = await endsOfWait(context, campaigns, wait, looksAgain);
	const endings = ends && Object.fromEntries([...ends].map(([code, end]) => [code, end.endedBy]));
	return { ends, endings, asked, isLooking, wait, seconds: (now - start) / 1_000 };
}
afterEach(() => jest.restoreAllMocks());

describe('the ends of a wait', () => {
	it('are those of the statuses, each asked for once', async () => {
		const answers = { 1: ['done'], 2: ['cancel'] };
		const { endings, asked } = await look({ codes: ['1', '2'], answers });
		expect(endings).toEqual({ 1: 'END', 2: 'STOP' });
		expect(asked).toEqual(['0 s 1', '0 s 2']);
	});

	it.each<[name: string, more: Look, asks: number]>([
		['to lists', { recipients: 'lists' }, 1],
		['to one number', { recipients: 1 }, 1],
		['after a notification, which is answered soon', { looksAgain: true }, 6],
	])('need no question for what comes after one that goes on: %s', async (_name, more, asks) => {
		const { asked } = await look({ codes: ['1', '2'], ...more });
		expect(asked.filter((each) => each.endsWith(' 1'))).toHaveLength(asks);
		expect(asked).toHaveLength(asks);
	});

	it('need no more questions when the service does not answer', async () => {
		const answers = { 2: ['none'] } as Record<string, Answer[]>;
		expect((await look({ codes: ['2', '3'], answers })).asked).toEqual(['0 s 2']);
	});

	it.each<Answer>(['none', 'cut', 'napping'])(
		'are not known by the answer "%s"',
		async (answer) => {
			expect((await look({ answers: { 1: [answer] } })).ends).toBeUndefined();
		},
	);

	it('are those of the notifications, which need no question', async () => {
		const { ends, asked } = await look({
			codes: ['1', '2'],
			wait: told(event('1', 'END', '2'), event('2', 'NO_USERS_FOUND')),
		});
		expect(asked).toEqual([]);
		expect(ends?.get('1')).toMatchObject({ endedBy: 'END', sentCount: 2 });
		expect(ends?.get('2')).toMatchObject({ endedBy: 'NO_USERS_FOUND' });
	});

	it('name those a stopped campaign left out, as soon as the status does', async () => {
		const { ends, asked } = await look({
			answers: { 1: ['stop', { taskStatus: 'cancel', notSent: ['0570002233'] }] },
			wait: told(event('1', 'STOP', '1')),
			looksAgain: true,
		});
		expect(asked).toEqual(['0 s 1', '0.25 s 1']);
		expect(ends?.get('1')).toMatchObject({
			...{ endedBy: 'STOP', sentCount: 1, notSent: ['0570002233'] },
		});
	});

	it('need no question where a notification named each who is missing from the count', async () => {
		const wait = told(event('1', 'END', '1'), event('1', 'CP_SEND_ERROR', '0570002233'));
		const { ends, asked } = await look({ wait, looksAgain: true });
		const notSent = ['0570002233'];
		expect(ends?.get('1')).toMatchObject({ endedBy: 'END', sentCount: 1, notSent });
		expect(asked).toEqual([]);
	});
});

describe('an end that counts fewer than there are', () => {
	const NAMED = '0570002233';
	const withNamed = { taskStatus: 'done', notSent: [NAMED] };
	const short = () => told(event('1', 'END', '1'));
	/** The look after that notification; the campaign is done. */
	const lookAfter = async (more: Look = {}) =>
		await look({ wait: short(), answers: { 1: ['done'] }, looksAgain: true, ...more });
	const nameAt = (second: number): Look['happens'] => {
		let isNamed = false;
		return (wait, passed) => {
			if (isNamed || passed < second) return;
			isNamed = true;
			noteTold(wait, event('1', 'CP_SEND_ERROR', NAMED));
		};
	};

	it.each<[status: string, at: number]>([
		['done', 1],
		['running', 6],
	])('has those named who are named after it (status %s, named after %d s)', async (status, at) => {
		const { ends, seconds } = await lookAfter({ answers: { 1: [status] }, happens: nameAt(at) });
		expect(ends?.get('1')).toMatchObject({ endedBy: 'END', sentCount: 1, notSent: [NAMED] });
		expect(seconds).toBeLessThan(at + 1);
	});

	it('and is followed by another count keeps the first', async () => {
		const wait = { ...short(), ...told(event('1', 'END', '1'), event('1', 'END', '2')) };
		const { ends } = await lookAfter({ wait, happens: nameAt(3) });
		expect(ends?.get('1')).toMatchObject({ sentCount: 1, notSent: [NAMED] });
	});

	it('names no one when no one was named for ten seconds in all, however often it comes', async () => {
		const late = { ...event('1', 'END', '1'), receivedAt: new Date(start + 9_000).toISOString() };
		for (const more of [[], [late]]) {
			const wait = { ...short(), ...told(event('1', 'END', '1'), ...more) };
			const { ends, seconds } = await lookAfter({ wait });
			expect(ends?.get('1')).toMatchObject({ endedBy: 'END', sentCount: 1, notSent: null });
			expect(Math.round(seconds)).toBe(10);
		}
	});

	it('is known at once where the status names the others', async () => {
		const { endings, seconds } = await lookAfter({ answers: { 1: [withNamed] } });
		expect(endings).toEqual({ 1: 'END' });
		expect(seconds).toBe(0);
	});
});

describe('an end that only the status tells', () => {
	it('counts when its notification has not come for ten seconds; no one is asked again', async () => {
		const { endings, asked, seconds } = await look({ answers: { 1: ['error'] } });
		expect(endings).toEqual({ 1: 'ERROR' });
		expect(asked).toEqual(['0 s 1']);
		expect(seconds).toBeGreaterThanOrEqual(10);
	});

	it('gives way to its notification, at once', async () => {
		const { endings, seconds } = await look({
			answers: { 1: ['error'] },
			happens: tellAt(3, event('1', 'UNKNOWN_ERROR')),
		});
		expect([endings, seconds]).toEqual([{ 1: 'UNKNOWN_ERROR' }, 3]);
	});
});

describe('a campaign that the service does not know', () => {
	/** Plays what the service answered of it, and what notifications told, each with its second: `1 na, 30 pending`. */
	async function seen(happened: string, more: Look = {}, isLast = false) {
		const wait = newWait();
		let result: Awaited<ReturnType<typeof look>> | undefined;
		const all = happened.split(', ').map((each) => each.split(' '));
		for (const [index, [at, said]] of all.entries()) {
			if (/[A-Z]/.test(said)) {
				noteTold(wait, event('1', said));
				if (said !== 'END') continue;
			}
			wait.isLast = isLast && index === all.length - 1;
			result = await look({ ...more, wait, at: Number(at), answers: { 1: [said] } });
		}
		return result!;
	}

	it.each<[name: string, happened: string, more: Look]>([
		['for less than a minute', '1 na, 3 na, 7 na, 15 na, 31 na, 60 na', {}],
		['any more, which had begun', '1 running, 7 na, 127 na', {}],
		['and numbers of which failed', '1 na, 7 CP_SEND_ERROR, 127 na', {}],
		['as it is to one number', '1 na, 127 na', { recipients: 1 }],
		['and that is to lists', '1 na, 127 na', { recipients: 'lists' }],
	])(
		'%s is waited for, and its END is taken; at the limit its end is unknown',
		async (_name, happened, more) => {
			expect((await seen(happened, more)).ends).toBeUndefined();
			const told = await seen(`${happened}, 130 END`, more);
			expect(told.endings).toEqual({ 1: 'END' });
			const { ends } = await seen(happened, more, true);
			expect(ends?.get('1')).toMatchObject({
				...{ endedBy: 'UNKNOWN', sentCount: null, timedOut: true },
				message: expect.stringContaining('did not know the campaign'),
			});
		},
	);
});

describe('after a notification', () => {
	const looks = [0, 0.25, 0.75, 1.75, 2.75, 3.75].map((seconds) => `${seconds} s 1`);

	it('the others are asked for again, for some seconds, in which other calls see it', async () => {
		const { ends, asked, isLooking, wait } = await look({ looksAgain: true });
		expect(ends).toBeUndefined();
		expect(asked).toEqual(looks);
		expect(new Set(isLooking)).toEqual(new Set([true]));
		expect(wait.isLooking).toBe(false);
	});

	it('no one is asked again who has ended', async () => {
		const answers = { 1: ['done'], 2: ['running', 'running', 'done'] };
		const { endings, asked } = await look({ codes: ['1', '2'], answers, looksAgain: true });
		expect(endings).toEqual({ 1: 'END', 2: 'END' });
		expect(asked).toEqual(['0 s 1', '0 s 2', '0.25 s 2', '0.75 s 2']);
	});

	it('another one has all asked for anew, at once', async () => {
		const { asked } = await look({ looksAgain: true, happens: tellAt(2, event('2')) });
		const anew = [2, 2.25, 2.75, 3.75, 4.75, 5.75].map((seconds) => `${seconds} s 1`);
		expect(asked).toEqual([...looks.slice(0, 4), ...anew]);
	});

	it('its own ends the looking', async () => {
		const { endings, asked } = await look({ looksAgain: true, happens: tellAt(1, event('1')) });
		expect(endings).toEqual({ 1: 'END' });
		expect(asked).toEqual(looks.slice(0, 3));
	});
});

describe('at the time limit', () => {
	const last = { isLast: true };

	it('each campaign has its end, or the last that is known of it', async () => {
		const { ends, asked } = await look({
			codes: ['1', '2', '3', '4'],
			answers: { 2: ['none'], 3: ['done'] },
			wait: { ...told(event('4'), event('2', 'CP_SEND_ERROR', '0570002233')), ...last },
		});
		expect(asked).toEqual(['0 s 1', '0 s 2', '0 s 3']);
		const known = [...ends!.values()].map(({ endedBy, timedOut }) => `${endedBy} ${timedOut}`);
		expect(known).toEqual(['TIME_LIMIT true', 'TIME_LIMIT true', 'END false', 'END false']);
		expect(ends?.get('1')?.message).toContain('its status was "running"');
		expect(ends?.get('2')).toMatchObject({
			message: expect.stringContaining('was not seen'),
			notSent: ['0570002233'],
		});
	});

	it('a look under way becomes the last, and names the status seen last if no one answers', async () => {
		const { ends, asked } = await look({
			answers: { 1: ['running', 'running', 'running', 'none'] },
			looksAgain: true,
			happens: (wait, seconds) => (wait.isLast ||= seconds >= 1),
		});
		expect(asked).toEqual(['0 s 1', '0.25 s 1', '0.75 s 1', '1 s 1']);
		const message = expect.stringContaining('its status was "running"') as string;
		expect(ends?.get('1')).toMatchObject({ endedBy: 'TIME_LIMIT', message });
	});

	it('a campaign that was left out of the look under way is asked for', async () => {
		const wait = told(event('2', 'START'));
		const { endings, asked } = await look({
			...{ codes: ['1', '2', '3'], answers: { 2: ['done'] }, wait },
			whenAsked: (own, code) => (own.isLast ||= code === '1'),
		});
		expect(endings).toEqual({ 1: 'TIME_LIMIT', 2: 'END', 3: 'TIME_LIMIT' });
		expect(asked.slice(0, 4)).toEqual(['0 s 1', '0 s 2', '0 s 3', '0 s 1']);
	});
});

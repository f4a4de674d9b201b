// If this fails, a wait asks too often, or stops asking too early.
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { endsOfWait } from '../../../nodes/shared/waiting/endsOfWait';
import { newWait, type PendingWait } from '../../../nodes/shared/waiting/pendingWaits';
import { readEvent } from '../../../nodes/shared/service/events';

/** Whom a waiting execution asks and for how long, by a clock that passes as soon as somebody sleeps. */
const start = Date.UTC(2026, 10, 22);
const HOUR = 3_600_000;

/** A status; an answer nobody can read, or none at all. */
type Answer = string | { taskStatus: string; notSent: string[] } | 'cut' | 'none';

interface Look {
	/** The campaigns the execution waits for, each to two recipients. */
	codes?: string[];
	/** What the service answers of a campaign: in order, the last for all further questions. */
	answers?: Record<string, Answer[]>;
	wait?: Partial<PendingWait>;
	looksAgain?: boolean;
	/** What happens at a time, in seconds. */
	happens?: (wait: PendingWait, seconds: number) => void;
	/** How long the service takes to answer. */
	answerMs?: number;
}

const event = (taskId: string, msg = 'END', info?: string) =>
	readEvent({ msg, tid: taskId, info }, 'sms', new Date(start))!;
const told = (...events: Array<ReturnType<typeof event>>) => ({
	events: new Map(events.map((each) => [each.taskId, each])),
});

async function look({
	codes = ['1'],
	answers = {},
	wait: given = {},
	looksAgain = false,
	happens = () => {},
	answerMs = 0,
}: Look) {
	let now = start;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation((done, ms = 0) => {
		now += ms;
		happens(wait, (now - start) / 1_000);
		setImmediate(done as () => void);
		return undefined as unknown as NodeJS.Timeout;
	});
	const asked: string[] = [];
	const timeouts: number[] = [];
	const isLooking: boolean[] = [];
	const wait: PendingWait = { ...newWait(), ...given };
	const ask = async (_credential: string, { body, timeout }: IDataObject) => {
		const { tid } = body as { tid: string };
		asked.push(`${(now - start) / 1_000} s ${tid}`);
		timeouts.push(Number(timeout));
		isLooking.push(wait.isLooking);
		if (asked.length > 50) throw new Error('It never ends');
		now += answerMs;
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
		helpers: { httpRequestWithAuthentication: ask },
	} as unknown as IWebhookFunctions;
	const phones = new Set(['972570002233', '972570002234']);
	const campaigns = new Map(codes.map((code) => [code, { recipients: 2, unnamed: 0, phones }]));
	const ends = await endsOfWait(context, campaigns, wait, looksAgain);
	const outcomes = ends && Object.fromEntries([...ends].map(([code, end]) => [code, end.outcome]));
	return { ends, outcomes, asked, timeouts, isLooking, wait, seconds: (now - start) / 1_000 };
}
afterEach(() => jest.restoreAllMocks());

describe('the ends of a wait', () => {
	it('are those of the statuses, each asked for once', async () => {
		const answers = { 1: ['done'], 2: ['cancel'] };
		const { outcomes, asked } = await look({ codes: ['1', '2'], answers });
		expect(outcomes).toEqual({ 1: 'END', 2: 'STOP' });
		expect(asked).toEqual(['0 s 1', '0 s 2']);
	});

	it('are not known while one goes on; what comes after it is not asked for', async () => {
		const { ends, asked } = await look({ codes: ['1', '2'] });
		expect(ends).toBeUndefined();
		expect(asked).toEqual(['0 s 1']);
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
		expect(ends?.get('1')).toMatchObject({ outcome: 'END', sentCount: 2 });
		expect(ends?.get('2')).toMatchObject({ outcome: 'NO_USERS_FOUND' });
	});

	it('name those a stopped campaign left out, as soon as the status does', async () => {
		const { ends, asked } = await look({
			answers: { 1: ['stop', { taskStatus: 'cancel', notSent: ['0570002233'] }] },
			wait: told(event('1', 'STOP', '1')),
			looksAgain: true,
		});
		expect(asked).toEqual(['0 s 1', '0.25 s 1']);
		expect(ends?.get('1')).toMatchObject({
			...{ outcome: 'STOP', sentCount: 1, notSent: ['0570002233'] },
		});
	});

	it.each<[failed: string, asks: number]>([
		['0570002233', 0],
		['all', 6],
	])('ask the status unless a notification named each: %s', async (failed, asks) => {
		const wait = { ...told(event('1', 'END', '1')), failed: new Map([['1', new Set([failed])]]) };
		const { ends, asked } = await look({ wait, looksAgain: true });
		expect(ends?.get('1')).toMatchObject({ outcome: 'END', sentCount: 1, notSent: [failed] });
		expect(asked).toHaveLength(asks);
	});

	it('are known all the same when the status never does', async () => {
		const wait = told(event('1', 'STOP', '1'));
		const { ends, asked } = await look({ wait, looksAgain: true });
		expect(ends?.get('1')).toMatchObject({ outcome: 'STOP', sentCount: 1, notSent: null });
		expect(asked).toHaveLength(6);
	});
});

describe('an end that only the status tells', () => {
	it('counts when its notification has not come for ten seconds; nobody is asked again', async () => {
		const { outcomes, asked, seconds } = await look({ answers: { 1: ['error'] } });
		expect(outcomes).toEqual({ 1: 'ERROR' });
		expect(asked).toEqual(['0 s 1']);
		expect(seconds).toBeGreaterThanOrEqual(10);
	});

	it('gives way to its notification, at once', async () => {
		const { outcomes, seconds } = await look({
			answers: { 1: ['error'] },
			happens: ({ events }, passed) => {
				if (passed === 3) events.set('1', event('1', 'UNKNOWN_ERROR'));
			},
		});
		expect([outcomes, seconds]).toEqual([{ 1: 'UNKNOWN_ERROR' }, 3]);
	});

	it('keeps no notification of another campaign waiting for an answer', async () => {
		const wait = { ...told(event('2')), goesOnAt: start + HOUR };
		const { ends, seconds } = await look({
			...{ codes: ['1', '2'], answers: { 1: ['done'] }, wait, looksAgain: true },
		});
		expect(ends).toBeUndefined();
		expect(seconds).toBeLessThan(4);
	});

	it('counts before n8n goes on by itself', async () => {
		const wait = { goesOnAt: start + 5_000 };
		const { outcomes, seconds } = await look({ answers: { 1: ['done'] }, wait });
		expect(outcomes).toEqual({ 1: 'END' });
		expect(seconds).toBeLessThan(4);
	});
});

describe('after a notification', () => {
	const looks = [0, 0.25, 0.75, 1.75, 2.75, 3.75].map((seconds) => `${seconds} s 1`);

	it('the others are asked for again, for some seconds', async () => {
		const { ends, asked } = await look({ looksAgain: true });
		expect(ends).toBeUndefined();
		expect(asked).toEqual(looks);
	});

	it('nobody is asked again who has ended', async () => {
		const answers = { 1: ['done'], 2: ['running', 'running', 'done'] };
		const { outcomes, asked } = await look({ codes: ['1', '2'], answers, looksAgain: true });
		expect(outcomes).toEqual({ 1: 'END', 2: 'END' });
		expect(asked).toEqual(['0 s 1', '0 s 2', '0.25 s 2', '0.75 s 2']);
	});

	it('another one has all asked for anew, at once', async () => {
		const { asked } = await look({
			looksAgain: true,
			happens: ({ events }, seconds) => {
				if (seconds === 2) events.set('2', event('2'));
			},
		});
		const anew = [2, 2.25, 2.75, 3.75, 4.75, 5.75].map((seconds) => `${seconds} s 1`);
		expect(asked).toEqual([...looks.slice(0, 4), ...anew]);
	});

	it('its own ends the looking', async () => {
		const { outcomes, asked } = await look({
			looksAgain: true,
			happens: ({ events }, seconds) => {
				if (seconds === 1) events.set('1', event('1'));
			},
		});
		expect(outcomes).toEqual({ 1: 'END' });
		expect(asked).toEqual(looks.slice(0, 3));
	});

	it('other calls see that one is looking, and not when it has ended', async () => {
		const { isLooking, wait } = await look({ looksAgain: true });
		expect(new Set(isLooking)).toEqual(new Set([true]));
		expect(wait.isLooking).toBe(false);
	});
});

describe('at the time limit', () => {
	const last = { isLast: true, goesOnAt: start + 5_000 };

	it('each campaign has its end, or the last that is known of it', async () => {
		const { ends, asked } = await look({
			codes: ['1', '2', '3', '4'],
			answers: { 2: ['none'], 3: ['done'] },
			wait: { ...last, ...told(event('4')), failed: new Map([['2', new Set(['0570002233'])]]) },
		});
		expect(asked).toEqual(['0 s 1', '0 s 2', '0 s 3']);
		expect([...ends!.values()].map(({ outcome, timedOut }) => [outcome, timedOut])).toEqual([
			...[
				['TIME_LIMIT', true],
				['TIME_LIMIT', true],
			],
			...[
				['END', false],
				['END', false],
			],
		]);
		expect(ends?.get('1')?.message).toContain('its status was "running"');
		expect(ends?.get('2')).toMatchObject({
			message: expect.stringContaining('was not seen'),
			notSent: ['0570002233'],
		});
	});

	it('the status that was seen last is named, though nobody answers any more', async () => {
		const { ends } = await look({
			answers: { 1: ['running', 'none'] },
			looksAgain: true,
			happens: (wait, seconds) => (wait.isLast ||= seconds >= 1),
		});
		expect(ends?.get('1')?.message).toContain('its status was "running"');
	});

	it('a look that is under way becomes the last', async () => {
		const { outcomes, asked } = await look({
			looksAgain: true,
			happens: (wait, seconds) => (wait.isLast ||= seconds >= 1),
		});
		expect(outcomes).toEqual({ 1: 'TIME_LIMIT' });
		expect(asked).toEqual(['0 s 1', '0.25 s 1', '0.75 s 1', '1 s 1']);
	});

	it('nobody is asked any more when n8n is about to go on', async () => {
		const wait = { ...last, goesOnAt: start + 1_000 };
		const { outcomes, asked } = await look({ codes: ['1', '2'], wait, answerMs: 800 });
		expect(outcomes).toEqual({ 1: 'TIME_LIMIT', 2: 'TIME_LIMIT' });
		expect(asked).toEqual(['0 s 1']);
	});

	it.each<[string, number | undefined, number]>([
		['is an hour ahead', HOUR, 15_000],
		['is not known here', undefined, 15_000],
		['is ten seconds ahead', 10_000, 9_500],
		['is two seconds ahead', 2_000, 1_500],
		['is nearly there', 600, 500],
	])('a service that does not answer holds nobody up: it %s', async (_name, ahead, timeout) => {
		const wait = ahead === undefined ? {} : { goesOnAt: start + ahead };
		expect((await look({ wait })).timeouts).toEqual([timeout]);
	});
});

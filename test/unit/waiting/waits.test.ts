// If this fails, a campaign's end is read wrongly, a wait asks too often or stops asking too early, or rows that wait come
// out paired to other rows.
import fc from 'fast-check';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { comparablePhone } from '../../../nodes/shared/rules/phones';
import { statuses, readEvent } from '../../../nodes/shared/service/events';
import {
	campaignStatusOf,
	eachOnce,
	endFor,
	endOfEvent,
	endOfStatus,
	notSeenToEnd,
	type CampaignEnd,
} from '../../../nodes/shared/waiting/campaignEnd';
import { endsOfWait } from '../../../nodes/shared/waiting/endsOfWait';
import { newWait, noteTold, type PendingWait } from '../../../nodes/shared/waiting/pendingWaits';
import { leaveForLater } from '../../../nodes/shared/waiting/waitingItems';
import { watchWait } from '../../../nodes/shared/waiting/watchWait';
import { playTables } from '../playTables';
import waits from './waits.json';

const phones = ['0570002233', '0570002234', '0570002235'];
const all = new Set(phones.map(comparablePhone));
const statusOf = (taskStatus: string, notSent: unknown = []) =>
	campaignStatusOf('7', { data: { taskStatus, notSent } as IDataObject });
const sentTo = (end: CampaignEnd) => phones.map((phone) => endFor(end, all)(phone).sent);

/** The clock of these tests passes as soon as someone sleeps. */
const start = Date.UTC(2026, 10, 22);
const MINUTE = 60_000;
function startClock(onTick: (seconds: number) => void = () => {}, seconds = 0) {
	let now = start + seconds * 1_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation((done, ms = 0) => {
		now += ms;
		onTick((now - start) / 1_000);
		setImmediate(done as () => void);
		return undefined as unknown as NodeJS.Timeout;
	});
	return () => (now - start) / 1_000;
}
afterEach(() => jest.restoreAllMocks());

/** A notification: the campaign, what it says, what it adds, and when it came, in seconds. */
type Told = [code: string, msg: string, info?: string | null, after?: number];
const eventOf = ([tid, msg, info, after = 0]: Told) =>
	readEvent({ msg, tid, info: info ?? undefined }, 'sms', new Date(start + after * 1_000))!;

/** A status; an answer no one can read, or none at all. */
type Answer = string | { taskStatus: string; notSent: string[] } | 'cut' | 'none';

/** A call of a waiting execution, which looks how its campaigns ended. */
interface Look {
	/** The campaigns it waits for, each to two recipients or as many. */
	codes?: string[];
	recipients?: number | 'lists';
	/** When it begins, in seconds. */
	at?: number;
	/** What the service answers of a campaign: in order, the last for all further questions. */
	answers?: Record<string, Answer[]>;
	/** The notifications before it. */
	told?: Told[];
	looksAgain?: boolean;
	isLast?: boolean;
	/** What happens at a time, in seconds: notifications, or the limit. */
	happens?: Array<{ at: number; told?: Told[]; isLast?: boolean }>;
	/** The campaign about which the service is being asked when the limit comes. */
	lastWhenAsked?: string;
}

async function look(wait: PendingWait, given: Look) {
	const { codes = ['1'], recipients = 2, answers = {}, looksAgain = false } = given;
	const toCome = [...(given.happens ?? [])];
	const seconds = startClock((passed) => {
		while (toCome.length > 0 && toCome[0].at <= passed) {
			const { told = [], isLast = false } = toCome.shift()!;
			for (const each of told) noteTold(wait, eventOf(each));
			wait.isLast ||= isLast;
		}
	}, given.at);
	for (const each of given.told ?? []) noteTold(wait, eventOf(each));
	wait.isLast = given.isLast ?? false;
	const asked: string[] = [];
	const wasLooking = new Set<boolean>();
	const ask = async (_credential: string, { body }: IDataObject) => {
		const { tid } = body as { tid: string };
		asked.push(`${seconds()} s ${tid}`);
		wasLooking.add(wait.isLooking);
		wait.isLast ||= tid === given.lastWhenAsked;
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
	const two = new Set(phones.slice(0, 2).map(comparablePhone));
	const awaited = { recipients: recipients === 'lists' ? undefined : recipients, phones: two };
	const campaigns = new Map(codes.map((code) => [code, awaited]));
	const ends = await endsOfWait(context, campaigns, wait, looksAgain);
	return {
		...{ ends: ends ? Object.fromEntries(ends) : null, asked, seconds: seconds() },
		...{ wasLooking, isLooking: wait.isLooking },
	};
}

/** When a wait is watched: from and until which minute, and what ends it besides. */
interface Watch {
	from?: number;
	until?: number;
	overAfter?: number;
	isStopped?: boolean;
}

/** The looks at a wait, each answered by a status, the last for all further ones; null: no one is there. */
async function looksAt(
	answers: Array<number | null>,
	{ from = 0, until = 10, overAfter = Infinity, isStopped }: Watch = {},
) {
	const looks: string[] = [];
	const seconds = startClock();
	jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
		const isLast = new URL(url as string).searchParams.get('look') === 'last';
		looks.push(`${seconds()} s${isLast ? ' last' : ''}`);
		const status = answers[Math.min(looks.length, answers.length) - 1];
		if (looks.length > 50) throw new Error('It never ends');
		if (status === null) throw new TypeError('fetch failed');
		return new Response('', { status });
	});
	const context = {
		getExecutionCancelSignal: () => (isStopped ? AbortSignal.abort() : undefined),
	} as unknown as IExecuteFunctions;
	await watchWait(context, {
		...{ startsAt: start + from * MINUTE, limitAt: start + until * MINUTE },
		addressFor: (isLast) => `http://n8n.example/webhook-waiting/7?look=${isLast ? 'last' : 1}`,
		isOver: () => looks.length === overAfter,
	});
	return looks;
}

playTables(waits, {
	'the end of a campaign by its status': (status: string, notSent: string[], count?: number) =>
		endOfStatus(statusOf(status, notSent), count),
	'the end of a campaign by its notification': (
		msg: string,
		info: string | null,
		notSent: string[],
		count?: number,
	) => endOfEvent(eventOf(['7', msg, info]), notSent, count),
	'what an end means for each of three recipients': (end: CampaignEnd, to: 'all' | 'lists') =>
		phones.map(endFor(end, to === 'all' ? all : undefined)),
	'whom a notification of failed numbers means': (info: string, count: number) => {
		const { failedNumbers } = eventOf(['7', 'CP_SEND_ERROR', info]);
		const counted = eventOf(['7', 'END', String(count)]);
		const end = endOfEvent(counted, eachOnce(failedNumbers), phones.length);
		const listedByStatus = statusOf('done', info).notSent;
		return { notSent: end.notSent, sent: sentTo(end), listedByStatus };
	},
	'a campaign whose end no one saw': (status?: string) => {
		const end = notSeenToEnd(status === undefined ? undefined : statusOf(status));
		expect(sentTo(end)).toEqual([null, null, null]);
		return end;
	},
	'the numbers a status lists as not reached': (listed: unknown) => {
		const end = endOfStatus(statusOf('done', listed), 2)!;
		const sentIfAllWereCounted = sentTo({ ...end, sentCount: 3 })[0];
		const { notSent, sentCount } = end;
		return { notSent, sentCount, sent: sentTo(end)[0], sentIfAllWereCounted };
	},
	'the looks of a wait': async (...looks: Look[]) => {
		const wait = newWait();
		let last: object = {};
		for (const each of looks) last = await look(wait, each);
		return last;
	},
	'when a wait is looked at': looksAt,
	'what an execution that begins to wait leaves': (
		items: INodeExecutionData[],
		onError = 'continueRegularOutput',
	) => {
		const source = { main: [{ previousNode: 'Items' }] };
		const executeData = { source: source as unknown, data: { main: [[]] } };
		const getNode = () => ({ type: 'x', onError });
		const context = { getExecuteData: () => executeData, getNode };
		const failed = new Set(items.filter(({ json, error }) => json.error ?? error));
		leaveForLater(context as unknown as IExecuteFunctions, { items, failed, awaited: new Map() });
		return { items: executeData.data.main[0], isPaired: executeData.source === source };
	},
});

it('each status that is final has a word of its own', () => {
	const words = Object.keys(statuses).flatMap((status) => {
		const { finished } = statusOf(status);
		return finished && status !== 'na' ? [endOfStatus(statusOf(status), 2)?.endedBy] : [];
	});
	expect(words).toHaveLength(7);
	expect(words).not.toContain(undefined);
	expect(new Set(words).size).toBe(words.length);
	expect(words.join()).toBe(words.join().toUpperCase());
});

it('an end never claims more messages than were counted, and none for who is named', () => {
	const endedBy = fc.constantFrom('END', 'STOP', 'ERROR', 'RATE_LIMIT', 'DELETED');
	const count = fc.option(fc.nat(4), { nil: null });
	fc.assert(
		fc.property(endedBy, count, fc.subarray(phones), (word, sentCount, notSent) => {
			const end = { endedBy: word, sentCount, notSent, timedOut: false };
			const sent = phones.filter((_, nth) => sentTo(end)[nth]);
			expect(sent.length).toBeLessThanOrEqual(sentCount ?? 0);
			expect(sent.filter((phone) => notSent.includes(phone))).toEqual([]);
		}),
	);
});

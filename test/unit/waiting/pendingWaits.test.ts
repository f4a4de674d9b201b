import {
	isTooLate,
	pendingWait,
	stopLooking,
	wasResumed,
} from '../../../nodes/shared/waiting/pendingWaits';

/** By a clock that is set. */
const start = Date.UTC(2026, 10, 22);
const minute = 60_000;
const at = (now: number) => jest.spyOn(Date, 'now').mockReturnValue(now);
beforeEach(() => at(start));
afterEach(() => jest.restoreAllMocks());

let executions = 0;
const newId = () => `pending ${++executions}`;
const event = {
	...{ event: 'END', taskId: '1', channel: 'sms' as const, info: '2', sentCount: 2 },
	...{ failedNumbers: [], receivedAt: '' },
};

describe('the calls of a waiting execution', () => {
	it('share what they find, whatever the order of its campaigns', () => {
		const id = newId();
		pendingWait(id, ['1', '2']).events.set('1', event);
		expect(pendingWait(id, ['2', '1']).events.get('1')).toBe(event);
	});

	it('share nothing with another execution, or with its next wait in a loop', () => {
		const id = newId();
		pendingWait(id, ['1']).resumedAt = start;
		expect(wasResumed(id, ['1'])).toBe(true);
		expect(wasResumed(id, ['2'])).toBe(false);
		expect(wasResumed(id, ['1', '2'])).toBe(false);
		expect(wasResumed(newId(), ['1'])).toBe(false);
		expect(pendingWait(id, ['2'])).toEqual({ events: new Map(), isLooking: false, isLast: false });
	});

	it('resume it no more when n8n is about to go on by itself', () => {
		const wait = pendingWait(newId(), ['1']);
		expect(isTooLate(wait)).toBe(false);
		wait.limitAt = start + minute;
		const lateness = [0, minute - 1_000, minute - 1, minute, minute + 1].map((passed) => {
			at(start + passed);
			return isTooLate(wait);
		});
		expect(lateness).toEqual([false, false, true, true, true]);
	});

	it('forget the notifications when one has looked in vain: the next comes with its own', () => {
		const id = newId();
		const elsewhere = pendingWait(id, ['1']);
		elsewhere.events.set('1', event);
		stopLooking(id, ['1']);
		expect(pendingWait(id, ['1'])).not.toBe(elsewhere);
		expect(pendingWait(id, ['1']).events.size).toBe(0);
	});

	it('still know then when n8n goes on by itself, if it does so here', () => {
		const id = newId();
		const wait = Object.assign(pendingWait(id, ['1']), { limitAt: start + minute });
		wait.events.set('1', event);
		stopLooking(id, ['1']);
		expect(pendingWait(id, ['1'])).toBe(wait);
		expect(wait.events.size).toBe(0);
	});
});

/** What is never forgotten fills the memory of an n8n that runs for months. */
describe('a wait that is over', () => {
	/** Whether it is still known so many minutes later, after another one began. */
	const isKnown = (minutes: number, wait: { resumedAt?: number; limitAt?: number }) => {
		const id = newId();
		const before = Object.assign(pendingWait(id, ['1']), wait);
		at(start + minutes * minute);
		pendingWait(newId(), ['1']);
		return pendingWait(id, ['1']) === before;
	};

	it.each<[string, { resumedAt?: number; limitAt?: number }, number, boolean]>([
		['that was resumed', { resumedAt: start }, 10, true],
		['that was resumed', { resumedAt: start }, 11, false],
		['that was resumed long before its limit', { resumedAt: start, limitAt: Infinity }, 11, false],
		['that came to its limit', { limitAt: start + minute }, 11, true],
		['that came to its limit', { limitAt: start + minute }, 12, false],
		['that goes on', { limitAt: start + 60 * minute }, 59, true],
		['that another process began', {}, 60, true],
	])('%s (%j) is kept %i minutes later: %s', (_name, wait, minutes, known) => {
		expect(isKnown(minutes, wait)).toBe(known);
	});
});

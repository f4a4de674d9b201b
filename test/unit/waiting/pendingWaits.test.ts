// If this fails, a wait takes the end of another, or n8n's memory grows.
import {
	newWait,
	noteTold,
	pendingWait,
	toldOf,
	waitId,
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
		noteTold(pendingWait(waitId(id, ['1', '2'])), event);
		expect(toldOf(pendingWait(waitId(id, ['2', '1'])), '1')).toMatchObject({ event });
	});

	it('share nothing with another execution, or with its next wait in a loop', () => {
		const id = newId();
		pendingWait(waitId(id, ['1'])).resumedAt = start;
		for (const other of [waitId(id, ['2']), waitId(id, ['1', '2']), waitId(newId(), ['1'])]) {
			expect(pendingWait(other)).toEqual(newWait());
		}
	});
});

/** What is never forgotten fills the memory of an n8n that runs for months. */
describe('a wait that is over', () => {
	/** Whether it is still known so many minutes later, after another one began. */
	const isKnown = (minutes: number, wait: { resumedAt?: number; goesOnAt?: number }) => {
		const id = newId();
		const before = Object.assign(pendingWait(waitId(id, ['1'])), wait);
		at(start + minutes * minute);
		pendingWait(waitId(newId(), ['1']));
		return pendingWait(waitId(id, ['1'])) === before;
	};

	it.each<[string, { resumedAt?: number; goesOnAt?: number }, number, boolean]>([
		['that was resumed', { resumedAt: start }, 10, true],
		['that was resumed', { resumedAt: start }, 11, false],
		['that was resumed long before its limit', { resumedAt: start, goesOnAt: Infinity }, 11, false],
		['that came to its limit', { goesOnAt: start + minute }, 11, true],
		['that came to its limit', { goesOnAt: start + minute }, 12, false],
		['that another process began', {}, 60, true],
		['that another process began', {}, 24 * 60 + 11, false],
	])('%s (%j) is kept %i minutes later: %s', (_name, wait, minutes, known) => {
		expect(isKnown(minutes, wait)).toBe(known);
	});
});

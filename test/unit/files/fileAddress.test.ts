// If this fails, a file's link dies before the service needs it.
import { lifeProblem, linkLife, type FileUse } from '../../../nodes/shared/files/fileAddress';

const DAY = 86_400;
const now = Date.parse('2030-01-01T00:00:00Z');
const use = (given: Partial<FileUse>): FileUse => ({ now, recipients: 1, body: {}, ...given });
const inDays = (days: number) => now + days * DAY * 1000;

it.each<[string, Partial<FileUse>, number]>([
	['at once', {}, DAY],
	['at a time that has just passed', { startsAt: now - 30_000 }, DAY],
	['scheduled', { startsAt: inDays(3) }, 4 * DAY],
	['with a delay between recipients', { recipients: 101, body: { int: 60 } }, DAY + 6_000],
	['with retries of calls', { body: { retry: 10, retryint: 30 } }, DAY + 18_000],
	[
		'with retries of many',
		{ recipients: 11, body: { int: 60, retry: 2, retryint: 5 } },
		DAY + 2_400,
	],
	['to lists', { recipients: undefined }, DAY],
	['to lists, one after the other', { recipients: undefined, body: { int: 2 } }, 14 * DAY],
	['as long as n8n keeps it', { startsAt: inDays(13) }, 14 * DAY],
])('the life of a link: %s', (_name, given, seconds) => {
	expect(linkLife(use(given))).toBe(seconds);
	expect(lifeProblem(use(given))).toBeUndefined();
});

it.each<[string, Partial<FileUse>, string]>([
	['scheduled too late', { startsAt: inDays(13) + 60_000 }, '2030-01-14'],
	['too slow', { recipients: 10_000, body: { int: 180 } }, '2030-01-21'],
])('no link lives long enough: %s', (_name, given, day) => {
	expect(lifeProblem(use(given))?.rule).toContain(`would be needed until ${day}`);
});

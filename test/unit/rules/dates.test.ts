// If this fails, a message is scheduled for the wrong hour, above all when clocks change.
import { scheduleParts } from '../../../nodes/shared/rules/times';

const now = new Date('2026-01-01T00:00:00Z');
const parts = (entered: unknown, readIn = 'Asia/Jerusalem', sendIn = 'Asia/Jerusalem') =>
	scheduleParts(entered, readIn, sendIn, now);

describe('scheduleParts', () => {
	it('passes a time through when both zones are the same', () => {
		expect(parts('2026-11-25T09:05:00')).toEqual({
			value: { dh: '09', di: '05', dy: '2026', dm: '11', dd: '25' },
		});
	});

	it.each([
		['2026-11-25T10:00:00Z', '12', '25'],
		['2026-07-25T10:00:00Z', '13', '25'],
		[' 2026-07-25T10:00:00Z ', '13', '25'],
		['2026-11-25T23:30:00.000-05:00', '06', '26'],
	])('turns %s into Israel time', (entered, dh, dd) => {
		expect(parts(entered)).toMatchObject({ value: { dh, dd } });
	});

	it('takes a date alone for its first minute', () => {
		const parts0 = { dh: '00', di: '00', dy: '2026', dm: '11', dd: '25' };
		expect(parts('2026-11-25')).toEqual({ value: parts0 });
	});

	it('takes a time that a database gives as a date', () => {
		expect(parts(new Date('2026-11-25T10:00:00Z'))).toEqual(parts('2026-11-25T10:00:00Z'));
	});

	it('reads a time without an offset in the zone of the workflow', () => {
		expect(parts('2026-11-25T10:00:00', 'America/New_York')).toMatchObject({ value: { dh: '17' } });
	});

	it('refuses a time that the change of clocks skips', () => {
		expect(parts('2026-03-27T02:30:00')).toMatchObject({
			problem: { rule: expect.stringContaining('does not exist') },
		});
	});

	it('takes the first of two equal times in autumn', () => {
		expect(parts('2026-10-25T01:30:00', 'Asia/Jerusalem', 'UTC')).toMatchObject({
			value: { dh: '22', dd: '24' },
		});
	});

	it.each(['2026-02-30T10:00:00', '2026-11-25T24:00:00', '2026-13-01', 'tomorrow', ''])(
		'refuses %s',
		(entered) => {
			expect(parts(entered)).toHaveProperty('problem');
		},
	);

	it('refuses the past and takes the running minute', () => {
		expect(
			scheduleParts('2026-01-01T00:00:59Z', 'UTC', 'UTC', new Date('2026-01-01T00:01:30Z')),
		).toHaveProperty('problem');
		expect(
			scheduleParts('2026-01-01T00:01:00Z', 'UTC', 'UTC', new Date('2026-01-01T00:01:30Z')),
		).toHaveProperty('value');
	});
});

describe('dates that expressions give', () => {
	const now = new Date('2026-11-01T00:00:00Z');
	const sent = (entered: unknown) => scheduleParts(entered, 'Europe/Paris', 'Asia/Jerusalem', now);

	it.each([
		[new Date(NaN)],
		['2026-11-25T10:00+99:99'],
		['2026-11-25T10:00-15:00'],
		['2026-11-25T10:00+02:60'],
		['2026-11-25T10:00[Nowhere/City]'],
	])('refuses %p', (entered) => {
		expect(sent(entered)).toEqual({
			problem: { rule: expect.any(String), fix: expect.any(String) },
		});
	});

	it.each([
		['2026-11-25T10:00[Asia/Jerusalem]', '10'],
		['2026-11-25T10:00:00+02:00[Asia/Jerusalem]', '10'],
		['2026-11-25T10:00[America/New_York]', '17'],
		['2026-11-25T10:00', '11'],
	])('reads %s in its own zone', (entered, dh) => {
		expect(sent(entered)).toMatchObject({ value: { dh, di: '00', dd: '25' } });
	});

	it.each([
		['2026-10-25T01:30:00+03:00', '01', '30'],
		['2026-10-25T01:30:00+02:00', '02', '00'],
		['2026-10-25T02:00:00+02:00', '02', '00'],
	])('does not send the second of two equal hours as the first: %s', (entered, dh, di) => {
		const parts = scheduleParts(entered, 'UTC', 'Asia/Jerusalem', new Date('2026-10-01T00:00:00Z'));
		expect(parts).toMatchObject({ value: { dd: '25', dh, di } });
	});
});

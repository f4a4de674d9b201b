// If this fails, a workflow waits forever.
import { readWaitLimit } from '../../../nodes/shared/rules/waits';

const now = new Date('2026-01-05T10:00:00Z');
const read = (entered?: object) => readWaitLimit(entered, now, 'Asia/Jerusalem');

describe('the limit of a wait', () => {
	it.each([
		[{ resumeAmount: 45, resumeUnit: 'minutes' }, '2026-01-05T10:45:00.000Z'],
		[{ resumeAmount: 1.5, resumeUnit: 'hours' }, '2026-01-05T11:30:00.000Z'],
		[{ resumeAmount: '2', resumeUnit: 'days' }, '2026-01-07T10:00:00.000Z'],
		[{}, '2026-01-05T11:00:00.000Z'],
		[
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '2026-01-05T18:00:00' },
			'2026-01-05T16:00:00.000Z',
		],
		[
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '2026-01-05T10:00:20.5Z' },
			'2026-01-05T10:00:20.500Z',
		],
	])('%j', (entered, moment) => {
		expect(read(entered)).toEqual({ value: Date.parse(moment) });
	});

	it('is none when left out', () => expect(read()).toEqual({ value: undefined }));

	it.each([
		{ resumeAmount: 0, resumeUnit: 'hours' },
		{ resumeAmount: -1, resumeUnit: 'hours' },
		{ resumeAmount: 'soon', resumeUnit: 'hours' },
		{ resumeAmount: 1, resumeUnit: 'weeks' },
		{ resumeAmount: 3651, resumeUnit: 'days' },
		{ limitType: 'atSpecifiedTime', maxDateAndTime: '2026-01-05T12:00:00' },
		{ limitType: 'atSpecifiedTime', maxDateAndTime: '2026-01-05T18:00:75' },
		{ limitType: 'atSpecifiedTime', maxDateAndTime: '' },
	])('cannot be %j', (entered) => expect(read(entered)).toHaveProperty('problem'));
});

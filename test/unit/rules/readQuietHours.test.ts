// If this fails, quiet hours that make no sense are taken for none.
import { readQuietHours, type EnteredQuietHours } from '../../../nodes/shared/rules/quietHours';

const said = (entered: EnteredQuietHours) => {
	const read = readQuietHours({ hours: entered });
	return 'problem' in read ? `Quiet Hours ${read.problem.rule}` : read.value;
};

describe('Quiet Hours as entered', () => {
	it.each<[EnteredQuietHours, object]>([
		[
			{ from: '21:00', until: '08:00' },
			{ hours: { from: 1260, until: 480 }, days: [], timeZone: 'Asia/Jerusalem' },
		],
		[
			{ from: ' 9:05', until: '23:59:00', timeZone: 'Europe/Berlin' },
			{ hours: { from: 545, until: 1439 }, days: [], timeZone: 'Europe/Berlin' },
		],
		[
			{ from: '00:00', until: '00:01', days: 'Saturday, friday' },
			{ hours: { from: 0, until: 1 }, days: ['friday', 'saturday'], timeZone: 'Asia/Jerusalem' },
		],
		[{ days: ['saturday', 'saturday'] }, { days: ['saturday'], timeZone: 'Asia/Jerusalem' }],
	])('%j', (entered, value) => {
		expect(said(entered)).toEqual(value);
	});

	it.each<[EnteredQuietHours, string]>([
		[{}, 'was added, and has neither hours nor days'],
		[{ from: '', until: null, days: [] }, 'was added, and has neither hours nor days'],
		[{ timeZone: 'Europe/Berlin' }, 'was added, and has neither hours nor days'],
		[{ from: '21:00' }, "has a time for 'From' only"],
		[{ until: '08:00' }, "has a time for 'Until' only"],
		[{ from: '24:00', until: '08:00' }, 'contains "24:00", which isn\'t a valid time of day'],
		[{ from: '21:00', until: '8' }, 'contains "8", which isn\'t a valid time of day'],
		[{ from: '21:00', until: '08:60' }, 'contains "08:60", which isn\'t a valid time of day'],
		[{ from: '9 pm', until: '08:00' }, 'contains "9 pm", which isn\'t a valid time of day'],
		[{ from: {}, until: '08:00' }, 'contains "{}", which isn\'t a valid time of day'],
		[
			{ from: '08:00', until: '8:00' },
			'begins and ends at 08:00, which could mean all day or never',
		],
		[{ days: ['sabbath'] }, 'contains "sabbath", which isn\'t a day of the week'],
		[{ days: [''] }, 'has an empty entry among the quiet days'],
		[{ days: 'sunday,,' }, 'has an empty entry among the quiet days'],
		[{ from: '21:00', until: '08:00', days: [null] }, 'has an empty entry among the quiet days'],
		[{ from: '21:00', until: '08:00', days: {} }, 'contains "{}", which isn\'t a day of the week'],
		[
			{ from: '21:00', until: '08:00', days: false },
			'contains "false", which isn\'t a day of the week',
		],
		[{ days: [7] }, 'contains "7", which isn\'t a day of the week'],
		[{ days: [{}] }, 'contains "{}", which isn\'t a day of the week'],
		[
			{ days: 'sunday,monday,tuesday,wednesday,thursday,friday,saturday' },
			'makes every day quiet, so nothing would ever be sent',
		],
		[{ timeZone: 'Israel time' }, 'contains "Israel time", which isn\'t a valid time zone'],
	])('refuses %j', (entered, rule) => {
		expect(said(entered)).toBe(`Quiet Hours ${rule}`);
	});
});

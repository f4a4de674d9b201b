// If this fails, an option that makes no sense is taken for none, and what it was to keep back is sent.
import { readChecks, readLimits } from '../../../nodes/shared/rules/beforeSending';
import { readQuietHours } from '../../../nodes/shared/rules/quietHours';
import { all, none, readAll } from './readings';

const noDay = 'has an empty entry among the quiet days';
const hours = (entered: object) => ({ hours: entered });
const wording = (words: object) => ({ words });
const blocking = (checks: unknown) => ({ refuse: { checks } });

readAll({
	'Quiet Hours': {
		reader: readQuietHours,
		right: [
			[
				hours({ from: ' 9:05', until: '23:59:00' }),
				{ hours: { from: 545, until: 1439 }, days: [] },
			],
			[
				hours({ from: '00:00', until: '00:01', days: 'Saturday, friday' }),
				{ hours: { from: 0, until: 1 }, days: ['friday', 'saturday'] },
			],
			[hours({ days: ['saturday', 'saturday'] }), { days: ['saturday'] }],
		],
		wrong: [
			...none(
				'was added, and has neither hours nor days',
				...[{}, { from: '', until: null, days: [] }].map(hours),
			),
			[hours({ from: '21:00' }), "has a time for 'From' only"],
			[hours({ until: '08:00' }), "has a time for 'Until' only"],
			...none(
				/^contains ".*", which isn't a valid time of day/,
				...['24:00', '8', '9 pm', {}].map((from) => hours({ from, until: '09:00' })),
				hours({ from: '21:00', until: '08:60' }),
			),
			[hours({ from: '08:00', until: '8:00' }), 'begins and ends at 08:00, which could mean'],
			...none(noDay, hours({ days: [''] }), hours({ days: 'sunday,,' })),
			...none(
				/^contains ".*", which isn't a day of the week/,
				...['sabbath', {}, false, [7], [{}]].map((days) => hours({ days })),
			),
			[
				hours({ days: 'sunday,monday,tuesday,wednesday,thursday,friday,saturday' }),
				'makes every day quiet, so nothing would ever be sent',
			],
		],
	},
	Limits: {
		reader: readLimits,
		right: [
			[
				{ maxRecipients: { most: '7' }, maxMessages: { most: 1 } },
				{ maxRecipients: 7, maxMessages: 1 },
			],
		],
		wrong: [
			[{}, 'is empty or missing'],
			[{ maxRecipients: { most: 'many' } }, "has 'Max Recipients', which must be a whole number"],
			[{ maxRecipient: { most: 1 } }, 'has "maxRecipient", which is not a limit'],
		],
	},
	Checks: {
		reader: readChecks,
		right: [
			// Words are separated as phones are; the name of a sender is one, whatever it holds.
			...all(
				{ wording: { optOutWords: ['stop', 'opt out'] } },
				...['stop, opt out', 'stop; opt out', 'stop\nopt out;', ' stop ,, opt out'].map(
					(optOutWords) => wording({ optOutWords }),
				),
			),
			[wording({ senderName: ' Shop; Co ' }), { wording: { senderName: 'Shop; Co' } }],
			...all(
				{ refused: new Set(['leftovers', 'links']) },
				...[blocking(['leftovers', 'links']), blocking('leftovers, links')],
			),
			[
				{ ...wording({ senderName: 'Shop' }), ...blocking(['requiredWording']) },
				{ wording: { senderName: 'Shop' }, refused: new Set(['requiredWording']) },
			],
		],
		wrong: [
			[wording({ optOutWords: ', ;' }), /'Opt-Out Words', which has no word/],
			[wording({ optOutWords: 7 }), /'Opt-Out Words', which must be text/],
			[wording({}), "has 'Required Wording', which is empty or missing"],
			...none("has 'Blocking Checks', which is empty or missing", blocking([]), blocking('')),
			[blocking('leftovers, spelling'), /which contains "spelling", which isn't a check/],
			[blocking([null]), /which has an empty entry among the checks/],
			[blocking('requiredWording'), "blocks on 'Required Wording', which was not added"],
			[blocking({}), /which contains "{}", which isn't a check/],
		],
	},
});

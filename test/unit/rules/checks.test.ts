// If this fails, a text that says how to opt out is kept back, or one that does not is sent.
import { readChecks } from '../../../nodes/shared/rules/beforeSending';

const wordsOf = (optOutWords: unknown) => readChecks({ words: { optOutWords } });

it.each(['stop, opt out', 'stop; opt out', 'stop\nopt out;', ' stop ,, opt out'])(
	'words are separated as phones are: %j',
	(entered) => {
		expect(wordsOf(entered)).toEqual({ value: { wording: { optOutWords: ['stop', 'opt out'] } } });
	},
);

it.each([', ;', 7])('%j are no words', (entered) => {
	expect(wordsOf(entered)).toEqual({ problem: expect.anything() });
});

it('the name of a sender is one, whatever it holds', () => {
	expect(readChecks({ words: { senderName: ' Shop; Co ' } })).toEqual({
		value: { wording: { senderName: 'Shop; Co' } },
	});
});

describe('blocking checks', () => {
	const checks = (names: unknown) => readChecks({ refuse: { checks: names } });

	it.each([[['leftovers', 'optOut']], ['leftovers, optOut']])('are read from %j', (entered) => {
		expect(checks(entered)).toEqual({ value: { refused: new Set(['leftovers', 'optOut']) } });
	});

	it.each([
		[['leftovers', 'spelling'], 'contains "spelling", which isn\'t a check'],
		[[null], 'has an empty entry among the checks'],
		[true, 'contains "true", which isn\'t a check'],
		[{}, 'contains "{}", which isn\'t a check'],
	])('%j are refused by name', (entered, rule) => {
		expect(checks(entered)).toMatchObject({
			problem: { rule: `has 'Blocking Checks', which ${rule}` },
		});
	});
});

// If this fails, a text that says how to opt out is kept back, or one that does not is sent.
import { readWording } from '../../../nodes/shared/rules/wording';

const wordsOf = (optOutWords: unknown) => readWording({ words: { optOutWords } });

it.each(['stop, opt out', 'stop; opt out', 'stop\nopt out;', ' stop ,, opt out'])(
	'words are separated as phones are: %j',
	(entered) => {
		expect(wordsOf(entered)).toEqual({ value: { optOutWords: ['stop', 'opt out'] } });
	},
);

it.each([', ;', 7])('%j are no words', (entered) => {
	expect(wordsOf(entered)).toEqual({ problem: expect.anything() });
});

it('the name of a sender is one, whatever it holds', () => {
	expect(readWording({ words: { senderName: ' Shop; Co ' } })).toEqual({
		value: { senderName: 'Shop; Co' },
	});
});

// If this fails, a half-filled message is sent without a word, or people learn to overlook warnings.
import {
	checkChoices,
	warningsOf,
	type CheckedMessage,
	type CheckName,
} from '../../../nodes/shared/rules/messageChecks';
import { typedWithFields } from '../../../nodes/shared/rules/typedFields';
import texts from './checkedTexts.json';

/** What an SMS is warned of that a person typed with merge fields. */
const found = (own: string, typed = '', more: Partial<CheckedMessage> = {}) =>
	warningsOf({
		...{ channel: 'sms', own, whole: own, typed: typedWithFields(typed) },
		...more,
	});
const names = (...message: Parameters<typeof found>) => found(...message).map(({ check }) => check);

type Text = string | [own: string, typed: string];
const apart = (text: Text): [own: string, typed: string] =>
	typeof text === 'string' ? [text, ''] : text;

/** Texts that are warned of, by check, and texts that are right: what the recipient reads, perhaps with what a person typed. */
const { faulty, right, ordinary, senders, optOutWords } = texts as unknown as {
	faulty: Partial<Record<CheckName, Text[]>>;
	right: Text[];
	/** What people write, from shops that do not exist. */
	ordinary: string[];
	/** What is looked for, in which text, and whether it is there. */
	senders: Array<[name: string, text: string, isThere: boolean]>;
	optOutWords: Array<[word: string, text: string, isThere: boolean]>;
};

describe('the checks of a message', () => {
	const warned = Object.entries(faulty).flatMap(([check, all]) =>
		all.map((text) => [check, ...apart(text)] as const),
	);
	it.each(warned)('%s warn of %j', (check, own, typed) => {
		expect(names(own, typed)).toContain(check);
	});

	it.each(right.map(apart))('say nothing of %j', (own, typed) => {
		expect(found(own, typed)).toEqual([]);
	});

	it.each(ordinary)('say nothing of %j, typed, from a column, or before a field', (text) => {
		expect(found(text, text)).toEqual([]);
		expect(found(text, '={{ $json.text }}')).toEqual([]);
		expect(found(`${text}\nDana`, `${text}\n{name}`)).toEqual([]);
		// A value of a template is one line.
		expect(found(text.replaceAll('\n', ' '), '', { channel: 'chat' })).toEqual([]);
	});

	it('all have a text that they warn of', () => {
		const tried = new Set([...Object.keys(faulty), 'sameForAll', 'requiredWording']);
		expect(checkChoices.filter(({ value }) => !tried.has(value))).toEqual([]);
	});

	it('name the place, and one fault once', () => {
		const place = { check: 'emptyPlaces', found: 'Hello , welcome' };
		expect(found('Hello , welcome', 'Hello {name}, welcome')).toEqual([place]);
		const around = (sign: string) =>
			found(`Order-Number ${sign} is ready today`, `Order-Number ${sign}{n} is ready today`);
		expect(around('no. ')).toEqual([{ ...place, found: 'r-Number no.  is ready tod' }]);
		expect(around('no. #')).toEqual([{ ...place, found: '-Number no. # is ready to' }]);
	});

	it.each(senders)('look for a sender, %j, as whole words: %j', (requiredName, text, has) => {
		const missing = { check: 'requiredWording', found: requiredName };
		expect(found(text, '', { requiredName })).toEqual(has ? [] : [missing]);
	});

	it.each(optOutWords)('look for an opt-out word, %j, as a whole: %j', (word, text, has) => {
		expect(names(text, '', { optOutWords: [word] })).toEqual(has ? [] : ['requiredWording']);
	});

	it('name all that a text lacks; one of the opt-out words is enough', () => {
		const wording = { requiredName: 'My Shop', optOutWords: ['STOP', 'Bye'] };
		expect(found('Sale today', '', wording)).toEqual([
			{ check: 'requiredWording', found: 'My Shop; STOP or Bye' },
		]);
		expect(found('My Shop. Text bye', '', wording)).toEqual([]);
	});

	it('leave to the service what it fills in templates', () => {
		expect(names('[phone_num]', '', { channel: 'chat' })).toEqual([]);
		expect(names('[phone_num]')).toEqual(['leftovers']);
		expect(names('[first_name]')).toEqual(['leftovers']);
		expect(names('Hi null', '', { channel: 'voice' })).toEqual(['brokenValues']);
	});
});

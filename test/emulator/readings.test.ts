// If this fails, where the specification is silent, only one reading is ever tried.
import { readings } from '../../emulator';
import asked from './readings.json';
import { emulatorForTests, repeated, type Sent } from './support';

const emulator = emulatorForTests();
type Reading = keyof typeof readings;

/** What shows a reading. `duplicates` and `sharedMembers` are shown by stories.json. */
interface Question {
	reading: Reading;
	what: string;
	/** The time and the account beforehand. */
	now?: string;
	account?: object;
	sends: Array<[script: string, sent: Sent]>;
	/** Where it shows, once all was sent. */
	shows: keyof typeof seen;
	answers: Record<string, unknown>;
}
const questions = repeated(asked) as Question[];

const credit = async () =>
	Number((await emulator.json('scheduleSms', { act: 'credit' })).data.credit);
const ledger = () => emulator.control.ledger().entries;
const afterSending =
	(look: () => unknown) =>
	async ({ sends }: Question) => {
		for (const [script, sent] of sends) await emulator.json(script, sent);
		return look();
	};
const replies =
	(reply: (...sent: [string, Sent]) => Promise<unknown>) =>
	async ({ sends }: Question) => {
		const all: unknown[] = [];
		for (const sent of sends) all.push(await reply(...sent));
		return all;
	};
const seen = {
	said: replies(async (...sent) => {
		const { message, data } = await emulator.json(...sent);
		return data.description ?? message;
	}),
	plain: replies(async (...sent) => await emulator.plain(...sent)),
	price: async ({ sends: [sent] }: Question) => {
		const before = await credit();
		await emulator.json(...sent);
		emulator.control.advance({ seconds: 1 });
		return before - (await credit());
	},
	startsAt: afterSending(() =>
		new Date(emulator.control.campaigns().at(-1)!.startsAt).toISOString(),
	),
	phones: afterSending(() => ledger().map(({ phone }) => phone)),
	texts: afterSending(() => ledger().map(({ text }) => text.split('\n')[0])),
	contact: afterSending(() => emulator.control.contacts(1003)[0].fields),
	arrived: afterSending(() => emulator.control.runs()[0]?.variables['trigger.name']?.length ?? 0),
};

it('of every silence of the specification are shown', () => {
	const shown = [...questions.map(({ reading }) => reading), 'duplicates', 'sharedMembers'];
	expect([...new Set(shown)].sort()).toEqual(Object.keys(readings).sort());
});

describe.each(questions)('$reading: $what', (question) => {
	const { reading: name, answers, now, account = {} } = question;
	it('is answered under every reading', () => {
		expect(Object.keys(answers)).toEqual([...readings[name]]);
	});

	it.each(Object.entries(answers))('%s', async (reading, answer) => {
		expect(emulator.control.settings()[name]).toBe(readings[name][0]);
		emulator.control.changeSettings({ [name]: reading });
		emulator.control.changeAccount(account);
		if (now) emulator.control.setNow(now);
		expect(await seen[question.shows](question)).toEqual(answer);
	});
});

describe('settings', () => {
	it('that do not exist are refused, and nothing is changed', () => {
		const change = () =>
			emulator.control.changeSettings({ emoji: 'two', duplicate: 'keep' } as object);
		expect(change).toThrow('there is no field duplicate, only ');
		expect(emulator.control.settings().emoji).toBe('one');
	});
});

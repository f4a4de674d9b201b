import type { Choices, PhoneCell, Row, Scenario } from './scenario';

/** The quietest settings. */
const plainChoices: Choices = {
	...{ byExpression: false, split: false, perRecipient: false, duplicates: 'once' },
	...{ checkBalance: false, poor: false, onlyEstimate: false, toList: false },
	...{ extraOption: 'none', pauses: false, spelling: 'given', failure: 'node' },
};

const phones = ['0570002210', '0570002215', '0570002216', '0570002217'];
const cell = (reading: string): PhoneCell => ({ entered: reading, reading });

/** Good rows, in the order of {@link phones}, with what is particular to each. */
const rows = (...particular: Array<Partial<Row>>): Row[] =>
	particular.map((own, index) => ({
		...{ phone: cell(phones[index]), text: 'one', pick: 1, columns: {} },
		...own,
	}));

/** A scenario, quiet where it says nothing. */
const scenario = (
	operation: string,
	onError: Scenario['onError'],
	of: Row[],
	{
		choices,
		...more
	}: Partial<Omit<Scenario, 'choices'>> & { choices?: Partial<Scenario['choices']> } = {},
): Scenario => ({
	...{ operation, onError, rows: of, phoneColumn: 'phone', textColumn: 'text', faults: [] },
	...more,
	choices: { ...plainChoices, ...choices },
});

const STOP = 'stopWorkflow';
const CONTINUE = 'continueRegularOutput';
const BRANCH = 'continueErrorOutput';
/** What fails of the requests that send. */
const send = (rule: Scenario['faults'][number]['rule']): Scenario['faults'] => [
	{ target: 'send', rule },
];
/** The credential cannot be read any more. */
const lockedFrom = (from: number) => ({ from, times: 1000 });

/** Scenarios that once broke the account, by what was seen; played before the random ones. Add one as the test prints it. */
export const regressions: Record<string, Scenario> = {
	'an error that is held back is heard by no one when n8n gives up on a later row': scenario(
		'SMS send',
		STOP,
		rows({ phone: { entered: '050' } }, { throws: 'recipient' }),
	),
	'a question that was sent fails for its credential, which is read again for the time limit':
		scenario('Chat sendAndWait', CONTINUE, rows({}), {
			choices: { failure: 'node' },
			credential: { from: 3, times: 1 },
		}),
	'a row is refused twice: for its list, and for the message limit': scenario(
		'Chat sendTemplateCampaign',
		CONTINUE,
		rows({}, { text: 'two' }),
		{ choices: { toList: true, mostMessages: 1 } },
	),
	'a row that is sent again to another column names the phone of the first try': scenario(
		'Chat sendTemplateCampaign',
		STOP,
		rows({}, { pick: 2 }),
		{
			choices: { perRecipient: true, sendAgain: true, sendAt: 'byRow', failure: 'node' },
			faults: send({ kind: 'resetAfter', nth: 2 }),
			changed: 'phone',
		},
	),
	...Object.fromEntries(
		(
			[
				['add', 6],
				['addMany', 9],
			] as const
		).map(([name, from]) => [
			`a credential that fails in a later try hides what the first one did: ${name}`,
			scenario(`Contacts ${name}`, BRANCH, rows({}, {}, {}), {
				...{ choices: { byExpression: true }, tries: 3, credential: lockedFrom(from) },
				faults: send({ kind: 'emptyBody', nth: 1, accept: false }),
			}),
		]),
	),
};

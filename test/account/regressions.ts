import type { PhoneCell, Row, Scenario } from './scenario';
import { plainChoices } from './shrink';

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
	...Object.fromEntries(
		(
			[
				['SMS sendCampaign', BRANCH, 'option'],
				['SMS sendCampaign', CONTINUE, 'content'],
				['Contacts removeMany', CONTINUE, 'recipient'],
				['SMS send', BRANCH, 'option'],
			] as const
		).map(([operation, onError, throws]) => [
			`what throws for one row lets all rows pass for done: ${operation}, ${throws}`,
			scenario(operation, onError, rows({}, { throws })),
		]),
	),
	'a balance that cannot be asked for lets all rows pass for sent': scenario(
		'SMS sendCampaign',
		BRANCH,
		rows({}, {}),
		{
			choices: { checkBalance: true },
			faults: [{ target: 'balance', rule: { kind: 'plainError' } }],
		},
	),
	'rows are missing in the error items when the templates cannot be listed': scenario(
		'Chat sendTemplateCampaign',
		CONTINUE,
		rows({}, {}),
		{ faults: [{ target: 'templates', rule: { kind: 'plainError' } }] },
	),
	...Object.fromEntries(
		(
			[
				['Voice sendCampaign', CONTINUE],
				['SMS send', BRANCH],
			] as const
		).map(([operation, onError]) => [
			`a credential that cannot be read lets messages pass for sent: ${operation}`,
			scenario(operation, onError, rows({}, {}), { credential: lockedFrom(1) }),
		]),
	),
	'MAINTENANCE counts as a campaign': scenario('SMS send', STOP, rows({}), {
		faults: send({ kind: 'undocumented', accept: false, body: 'MAINTENANCE' }),
	}),
	'a status without a message counts as a contact that was removed': scenario(
		'Contacts remove',
		STOP,
		rows({}),
		{
			faults: [
				{ target: 'send', rule: { kind: 'undocumented', accept: false, body: '{"status":1}' } },
			],
		},
	),
	'a trunk prefix in brackets makes another subscriber': scenario(
		'OTP send',
		CONTINUE,
		rows({ phone: { entered: '+44 (0) 7700 900123' } }),
	),
	'a float makes another subscriber': scenario(
		'SMS send',
		CONTINUE,
		rows({ phone: { entered: '14155552671.0', reading: '14155552671', isOdd: true } }),
	),
	'a bad phone stops the run after a good row was sent': scenario(
		'SMS send',
		STOP,
		rows({}, { phone: { entered: 'none' } }, {}),
	),
	'a failing expression stops the run after a good row was sent': scenario(
		'SMS send',
		STOP,
		rows({}, {}, { throws: 'content' }),
	),
	'an error that is held back is heard by no one when n8n gives up on a later row': scenario(
		'Sender ID verifyCode',
		STOP,
		rows({ phone: cell('14155552671') }, { throws: 'recipient' }),
	),
	'what was accepted before and beside a failure is not told': scenario(
		'Voice send',
		STOP,
		rows({}, {}, {}),
		{ faults: send({ kind: 'plainError', nth: 2 }) },
	),
	'error items of a campaign lack the row': scenario('SMS sendCampaign', BRANCH, rows({}, {}), {
		faults: send({ kind: 'http500', accept: false }),
	}),
	'error items on the main output lack the row': scenario(
		'Chat sendTemplateCampaign',
		CONTINUE,
		rows({}, { phone: {}, columns: { error: 'kept', message: 7 } }),
	),
	'a retry makes of contacts that joined some that had been there': scenario(
		'Contacts add',
		STOP,
		rows({}, {}, {}),
		{ tries: 2, faults: send({ kind: 'plainError', nth: 3 }) },
	),
	'a retry makes of a right code a wrong one': scenario('OTP verify', STOP, rows({}, {}), {
		tries: 3,
		faults: send({ kind: 'plainError', nth: 2 }),
	}),
	'columns of the row are overwritten in One Item Per Recipient': scenario(
		'SMS sendCampaign',
		STOP,
		rows({ columns: { taskId: 'kept', recipient: 7 } }, { columns: { error: 'kept' } }),
		{ choices: { perRecipient: true } },
	),
	'binary data is lost in One Item Per Recipient': scenario(
		'Voice sendCampaign',
		STOP,
		rows({ hasBinary: true }, {}),
		{ choices: { perRecipient: true } },
	),
	'a list gets a message for each row': scenario(
		'SMS sendCampaign',
		CONTINUE,
		rows({}, { text: 'two' }),
		{ choices: { toList: true } },
	),
	'a list that an expression chooses gets a message for each row': scenario(
		'SMS send',
		CONTINUE,
		rows({}, {}),
		{ choices: { toList: true, choicesByExpression: 'nothing' } },
	),
	'a list gets its message again in the next try, when no one knows what became of the first':
		scenario('SMS send', STOP, rows({}, {}, {}), {
			choices: { toList: true },
			tries: 3,
			faults: send({ kind: 'resetAfter', nth: 1 }),
		}),
	'rows that repeat another claim its message once more, under a number that was not sent':
		scenario(
			'SMS sendCampaign',
			STOP,
			rows({}, { phone: { entered: '+972-57-0002210', reading: phones[0] } }),
			{ choices: { perRecipient: true } },
		),
	'a try that follows has another number for a row that repeats another': scenario(
		'SMS sendCampaign',
		STOP,
		rows({}, { phone: { entered: '+972-57-0002210', reading: phones[0] } }, { pick: 2 }),
		{
			choices: { perRecipient: true, split: true },
			tries: 2,
			faults: send({ kind: 'plainError', nth: 2 }),
		},
	),
	'a test claims one message for all its numbers': scenario(
		'SMS sendCampaign',
		STOP,
		rows({}, {}),
		{ choices: { perRecipient: true, test: { numbers: 3, rows: 2 } } },
	),
	'an error passes for sent what an earlier execution left unknown': scenario(
		'Voice sendCampaign',
		STOP,
		rows({ text: 'one' }, { text: 'three' }),
		{
			choices: { campaignKey: 'again', failure: 'node' },
			faults: send({ kind: 'wrongContentType', accept: false }),
		},
	),
	'a question that was sent fails for its credential, which is read again for the time limit':
		scenario('Chat sendAndWait', CONTINUE, rows({}), {
			choices: { failure: 'node' },
			credential: { from: 3, times: 1 },
		}),
	'a list of one account counts as reached by the message of another': scenario(
		'SMS send',
		CONTINUE,
		rows({}, { pick: 2 }),
		{ choices: { toList: true, accounts: true } },
	),
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

import type { PhoneCell, Row, Scenario } from './scenario';
import { plainChoices } from './shrink';

/** A scenario that once broke the account, and what was seen. */
interface Regression {
	found: string;
	scenario: Scenario;
}

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

/** Scenarios that once broke the account; played before the random ones. Add one as the test prints it. */
export const regressions: Regression[] = [
	{
		found: 'an option that throws for one row lets all rows pass for sent',
		scenario: scenario('SMS sendCampaign', 'continueErrorOutput', rows({}, { throws: 'option' })),
	},
	{
		found: 'a message that throws for one row lets all rows pass for sent',
		scenario: scenario(
			'SMS sendCampaign',
			'continueRegularOutput',
			rows({}, { throws: 'content' }),
		),
	},
	{
		found: 'a recipient that throws for one row lets all contacts pass for removed',
		scenario: scenario(
			'Contacts removeMany',
			'continueRegularOutput',
			rows({}, { throws: 'recipient' }),
		),
	},
	{
		found: 'a balance that cannot be asked for lets all rows pass for sent',
		scenario: scenario('SMS sendCampaign', 'continueErrorOutput', rows({}, {}), {
			choices: { checkBalance: true },
			faults: [{ target: 'balance', rule: { kind: 'plainError' } }],
		}),
	},
	{
		found: 'rows are missing in the error items when the templates cannot be listed',
		scenario: scenario('Chat sendTemplateCampaign', 'continueRegularOutput', rows({}, {}), {
			faults: [{ target: 'templates', rule: { kind: 'plainError' } }],
		}),
	},
	{
		found: 'a credential that cannot be read lets a campaign pass for sent',
		scenario: scenario('Voice sendCampaign', 'continueRegularOutput', rows({}, {}), {
			credential: { from: 1, times: 1000 },
		}),
	},
	{
		found: 'a credential that cannot be read lets single messages pass for sent',
		scenario: scenario('SMS send', 'continueErrorOutput', rows({}, {}), {
			credential: { from: 1, times: 1000 },
		}),
	},
	{
		found: 'MAINTENANCE counts as a campaign',
		scenario: scenario('SMS send', 'stopWorkflow', rows({}), {
			faults: [
				{ target: 'send', rule: { kind: 'undocumented', accept: false, body: 'MAINTENANCE' } },
			],
		}),
	},
	{
		found: 'a status without a message counts as a contact that was removed',
		scenario: scenario('Contacts remove', 'stopWorkflow', rows({}), {
			faults: [
				{ target: 'send', rule: { kind: 'undocumented', accept: false, body: '{"status":1}' } },
			],
		}),
	},
	{
		found: 'a trunk prefix in brackets makes another subscriber',
		scenario: scenario(
			'OTP send',
			'continueRegularOutput',
			rows({ phone: { entered: '+44 (0) 7700 900123' } }),
		),
	},
	{
		found: 'a float makes another subscriber',
		scenario: scenario(
			'SMS send',
			'continueRegularOutput',
			rows({ phone: { entered: '14155552671.0', reading: '14155552671', isOdd: true } }),
		),
	},
	{
		found: 'a bad phone stops the run after a good row was sent',
		scenario: scenario('SMS send', 'stopWorkflow', rows({}, { phone: { entered: 'none' } }, {})),
	},
	{
		found: 'a failing expression stops the run after a good row was sent',
		scenario: scenario('SMS send', 'stopWorkflow', rows({}, {}, { throws: 'content' })),
	},
	{
		found: 'an error that is held back is heard by no one when n8n gives up on a later row',
		scenario: scenario(
			'Sender ID verifyCode',
			'stopWorkflow',
			rows({ phone: cell('14155552671') }, { throws: 'recipient' }),
		),
	},
	{
		found: 'what was accepted before and beside a failure is not told',
		scenario: scenario('Voice send', 'stopWorkflow', rows({}, {}, {}), {
			faults: [{ target: 'send', rule: { kind: 'plainError', nth: 2 } }],
		}),
	},
	{
		found: 'error items of single messages lead to no row',
		scenario: scenario('SMS send', 'continueErrorOutput', rows({}, { throws: 'option' })),
	},
	{
		found: 'error items of a campaign lack the row',
		scenario: scenario('SMS sendCampaign', 'continueErrorOutput', rows({}, {}), {
			faults: [{ target: 'send', rule: { kind: 'http500', accept: false } }],
		}),
	},
	{
		found: 'error items on the main output lack the row',
		scenario: scenario(
			'Chat sendTemplateCampaign',
			'continueRegularOutput',
			rows({}, { phone: {}, columns: { error: 'kept', message: 7 } }),
		),
	},
	{
		found: 'a retry makes of contacts that joined some that had been there',
		scenario: scenario('Contacts add', 'stopWorkflow', rows({}, {}, {}), {
			tries: 2,
			faults: [{ target: 'send', rule: { kind: 'plainError', nth: 3 } }],
		}),
	},
	{
		found: 'a retry makes of a right code a wrong one',
		scenario: scenario('OTP verify', 'stopWorkflow', rows({}, {}), {
			tries: 3,
			faults: [{ target: 'send', rule: { kind: 'plainError', nth: 2 } }],
		}),
	},
	{
		found: 'columns of the row are overwritten in One Item Per Recipient',
		scenario: scenario(
			'SMS sendCampaign',
			'stopWorkflow',
			rows({ columns: { taskId: 'kept', recipient: 7 } }, { columns: { error: 'kept' } }),
			{ choices: { perRecipient: true } },
		),
	},
	{
		found: 'binary data is lost in One Item Per Recipient',
		scenario: scenario('Voice sendCampaign', 'stopWorkflow', rows({ hasBinary: true }, {}), {
			choices: { perRecipient: true },
		}),
	},
	{
		found: 'a list gets a message for each row',
		scenario: scenario('SMS sendCampaign', 'continueRegularOutput', rows({}, { text: 'two' }), {
			choices: { toList: true },
		}),
	},
	{
		found: 'a list that an expression chooses gets a message for each row',
		scenario: scenario('SMS send', 'continueRegularOutput', rows({}, {}), {
			choices: { toList: true, choicesByExpression: 'nothing' },
		}),
	},
	{
		found:
			'a list gets its message again in the next try, when no one knows what became of the first',
		scenario: scenario('SMS send', 'stopWorkflow', rows({}, {}, {}), {
			choices: { toList: true },
			tries: 3,
			faults: [{ target: 'send', rule: { kind: 'resetAfter', nth: 1 } }],
		}),
	},
	{
		found: 'rows that repeat another claim its message once more, under a number that was not sent',
		scenario: scenario(
			'SMS sendCampaign',
			'stopWorkflow',
			rows({}, { phone: { entered: '+972-57-0002210', reading: phones[0] } }),
			{ choices: { perRecipient: true } },
		),
	},
	{
		found: 'a try that follows has another number for a row that repeats another',
		scenario: scenario(
			'SMS sendCampaign',
			'stopWorkflow',
			rows({}, { phone: { entered: '+972-57-0002210', reading: phones[0] } }, { pick: 2 }),
			{
				choices: { perRecipient: true, split: true },
				tries: 2,
				faults: [{ target: 'send', rule: { kind: 'plainError', nth: 2 } }],
			},
		),
	},
	{
		found: 'a test claims one message for all its numbers',
		scenario: scenario('SMS sendCampaign', 'stopWorkflow', rows({}, {}), {
			choices: { perRecipient: true, test: { numbers: 3, rows: 2 } },
		}),
	},
	{
		found: 'an error passes for sent what an earlier execution left unknown',
		scenario: scenario(
			'Voice sendCampaign',
			'stopWorkflow',
			rows({ text: 'one' }, { text: 'three' }),
			{
				choices: { campaignKey: 'again', failure: 'node' },
				faults: [{ target: 'send', rule: { kind: 'wrongContentType', accept: false } }],
			},
		),
	},
	{
		found:
			'a question that was sent fails for its credential, which is read again for the time limit',
		scenario: scenario('Chat sendAndWait', 'continueRegularOutput', rows({}), {
			choices: { failure: 'node' },
			credential: { from: 3, times: 1 },
		}),
	},
	{
		found: 'a list of one account counts as reached by the message of another',
		scenario: scenario('SMS send', 'continueRegularOutput', rows({}, { pick: 2 }), {
			choices: { toList: true, accounts: true },
		}),
	},
	{
		found: 'a row is refused twice: for its list, and for the message limit',
		scenario: scenario(
			'Chat sendTemplateCampaign',
			'continueRegularOutput',
			rows({}, { text: 'two' }),
			{ choices: { toList: true, mostMessages: 1 } },
		),
	},
	{
		found: 'a row that is sent again to another column names the phone of the first try',
		scenario: scenario('Chat sendTemplateCampaign', 'stopWorkflow', rows({}, { pick: 2 }), {
			choices: { perRecipient: true, sendAgain: true, sendAt: 'byRow', failure: 'node' },
			faults: [{ target: 'send', rule: { kind: 'resetAfter', nth: 2 } }],
			changed: 'phone',
		}),
	},
	...['add', 'addMany'].map((name) => ({
		found: `a credential that fails in a later try hides what the first one did: ${name}`,
		scenario: scenario(`Contacts ${name}`, 'continueErrorOutput', rows({}, {}, {}), {
			choices: { byExpression: true },
			tries: 3,
			faults: [{ target: 'send', rule: { kind: 'emptyBody', nth: 1, accept: false } }],
			credential: { from: name === 'add' ? 6 : 9, times: 1000 },
		}),
	})),
];

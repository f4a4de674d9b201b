/** A known way to break the product, and the suite that has to notice. */
export interface Break {
	name: string;
	/** Code that stands once in `nodes/` or `credentials/`, wherever it is moved to. */
	was: string;
	/** What takes its place; has to compile. */
	becomes: string;
	suite: Suite;
	/** Tests of the suite that are enough, by a pattern of their names; all when left out. */
	tests?: string;
}

/** How a suite is run: arguments for Jest, and the environment that keeps it short. */
export interface Suite {
	name: string;
	args: string[];
	env?: Record<string, string>;
}

const integration = (name: string): Suite => ({
	name,
	args: ['--selectProjects', 'integration', '--testPathPatterns', `integration/${name}\\.test`],
});
const differential: Suite = { name: 'differential', args: ['--selectProjects', 'differential'] };
const account: Suite = {
	name: 'account',
	args: ['--selectProjects', 'account', '--testPathPatterns', 'account/account\\.test'],
	env: { ACCOUNT_RUNS: '400', ACCOUNT_SHRINK: '0' },
};
/** One mixture of the account, which alone has to notice. */
const accountOf = (mixture: string): Suite => ({
	name: `account (${mixture})`,
	args: [...account.args, '-t', 'balances in'],
	env: { ACCOUNT_MIXTURE: mixture, ACCOUNT_RUNS: '60', ACCOUNT_SHRINK: '0' },
});
const secrecy: Suite = {
	name: 'secrecy',
	args: ['--selectProjects', 'e2e', '--testPathPatterns', 'e2e/secrecy\\.test'],
};
const faultMatrix = integration('faultMatrix');
const wireNames = integration('wireNames');

const TOKEN_IS_READ = 'const own = Object.create(context) as IExecuteFunctions;';
const keeping = (written: string) =>
	`${TOKEN_IS_READ} context.getContext('node').kept = ${written};`;

/** Each suite of a kind of its own proves here that it can fail. */
export const breaks: Break[] = [
	{
		name: 'a message may have 3 characters',
		was: 'reader: textOf({ atMost: 1000 }),\n} satisfies',
		becomes: 'reader: textOf({ atMost: 3 }),\n} satisfies',
		suite: differential,
		tests: 'Message: Send: msg$',
	},
	{
		name: 'whole numbers may be broken',
		was: "inRange('a whole number', /^[+-]?\\d+$/)",
		becomes: "inRange('a whole number', /./)",
		suite: differential,
		tests: 'Message: Send: int$',
	},
	{
		name: 'another number is sent than was entered',
		was: "return found ? { problem: found } : { value: written.value.groups.join('') };",
		becomes:
			"return found ? { problem: found } : { value: written.value.groups.join('').replace('9', '8') };",
		suite: differential,
		tests: 'Message: Send: list$',
	},
	{
		name: 'quiet hours are dropped',
		was: 'isTest ? noTiming : options;',
		becomes: 'isTest ? noTiming : { ...options, quietHours: undefined };',
		suite: account,
	},
	{
		name: 'spreading is dropped',
		was: 'hours === undefined ? { value: planned }',
		becomes: 'hours === undefined || hours > 0 ? { value: planned }',
		suite: account,
	},
	{
		name: 'a row that is left out says that it was sent',
		was: "isUnknown ? 'unknown' : because ? 'leftOut' : 'alreadySent'",
		becomes: "isUnknown ? 'unknown' : 'accepted'",
		suite: account,
	},
	{
		name: 'the balance is not checked',
		was: 'if (!run.options.checkBalance) return undefined;',
		becomes: 'if (run.options.checkBalance) return undefined;',
		suite: account,
	},
	{
		name: 'a retry forgets what was accepted',
		was: 'note(some, { accepted: says });',
		becomes: '',
		suite: account,
	},
	{
		name: 'an option whose expression gives nothing counts as left out',
		was: 'if ((!mayBeEmpty && isNothing) || isPartEmpty) return NOTHING;',
		becomes: 'if ((!mayBeEmpty && isNothing) || isPartEmpty) return { value: undefined };',
		suite: accountOf('wrongOptions'),
	},
	{
		name: 'an unknown word is a choice',
		was: 'if (values.includes(entered as T)) return { value: entered as T };',
		becomes:
			"if (values.includes(entered as T) || entered === 'perhaps') return { value: entered as T };",
		suite: accountOf('wrongOptions'),
	},
	{
		name: 'the refusal of a repeat hides that the first request may have been accepted',
		was: "if (before === undefined || 'accepted' in before.outcome) return undefined;",
		becomes: 'if (before !== undefined) return undefined;',
		suite: accountOf('lostAnswer'),
	},
	{
		name: 'a test that was sent counts as the campaign',
		was: "`test ${test.numbers.join(',')}`",
		becomes: 'MESSAGE',
		suite: accountOf('changedNode'),
	},
	{
		name: 'a retry takes a Campaign Key that was added meanwhile',
		was: 'if (key !== undefined && keptKey(key) === before.key) return undefined;',
		becomes: 'if (key !== undefined) return undefined;',
		suite: accountOf('changedKey'),
	},
	{
		name: 'a Campaign Key with other blanks is another key',
		was: 'return valueRead(readCampaignKey(entered));',
		becomes: 'return String(entered);',
		suite: accountOf('changedKey'),
	},
	{
		name: 'a chosen time is told in another zone',
		was: 'const { year, month, day, hour, minute } = wallTimeAt(instant, zone);',
		becomes: "const { year, month, day, hour, minute } = wallTimeAt(instant, zone && 'UTC');",
		suite: accountOf('times'),
	},
	{
		name: 'each campaign has the message limit of the run',
		was: 'if (requests.length === 1) return undefined;',
		becomes: 'if (requests.length > 0) return undefined;',
		suite: accountOf('limits'),
	},
	{
		name: 'everybody beyond the message limit counts as reached',
		was: '? { messageLimit: Number(ms) } : {};',
		becomes: '? {} : {};',
		suite: accountOf('limits'),
	},
	{
		name: 'a list gets several messages of a run',
		was: 'if (items.length === 1) continue;',
		becomes: 'if (items.length > 0) continue;',
		suite: accountOf('lists'),
	},
	{
		name: 'the answer of the row comes out as that of the question',
		was: "...[...ERROR_COLUMNS, 'approved', 'seal', 'declinedBecause', 'answeredBy', 'answeredAt'],",
		becomes: "...[...ERROR_COLUMNS, 'seal', 'declinedBecause', 'answeredBy', 'answeredAt'],",
		suite: integration('approval'),
	},
	{
		name: 'any key opens a question',
		was: "sameKey(given, keyFor(context, token, 'answer link', askedAt, phone)),",
		becomes: 'given !== undefined && phone !== undefined,',
		suite: integration('sendAndWaitSecurity'),
	},
	{
		name: 'a link answers another question to the same phone',
		was: 'const bound = [context.getExecutionId(), context.getNode().id, askedAt, comparablePhone(phone)];',
		becomes: 'const bound = [context.getNode().id, comparablePhone(phone)];',
		suite: integration('sendAndWaitSecurity'),
	},
	{
		name: 'a link without a key is answered',
		was: "sameKey(given, keyFor(context, token, 'answer link', askedAt, phone)),",
		becomes: 'given === undefined && phone !== undefined,',
		suite: integration('sendAndWaitSecurity'),
	},
	{
		name: 'n8n keeps the token in base64',
		was: TOKEN_IS_READ,
		becomes: keeping("Buffer.from(String(credential.token)).toString('base64')"),
		suite: secrecy,
	},
	{
		name: 'n8n keeps the token in hexadecimal',
		was: TOKEN_IS_READ,
		becomes: keeping("Buffer.from(String(credential.token)).toString('hex')"),
		suite: faultMatrix,
		tests: 'SMS: Message: Send plainError',
	},
	{
		name: 'an unusable reply counts as certain',
		was: "...unusableReply(node, reason, outcome === 'unknown' ? effect : 'asks'),",
		becomes: "...unusableReply(node, reason, 'asks'),",
		suite: faultMatrix,
		tests: 'SMS: Message: Send (emptyBody|undocumented)',
	},
	{
		name: "a refusal leaves out the service's words",
		was: ': `${known?.what ?? REFUSED}: "${words}"`,',
		becomes: ': REFUSED,',
		suite: faultMatrix,
		tests: 'SMS: Message: Send plainError',
	},
	{
		name: 'a problem names the parameter of the service, not the field',
		was: 'const labelOf = (wire: string) => parameters[wire]?.label ?? wire;',
		becomes: 'const labelOf = (wire: string) => wire;',
		suite: wireNames,
		tests: 'Message: Send: ',
	},
	{
		name: "a problem with Quiet Hours speaks in the service's words",
		was: "which isn't a valid time of day`,",
		becomes: "which isn't a valid dh`,",
		suite: wireNames,
		tests: 'SMS: Message: Send: Quiet Hours$',
	},
	{
		name: 'a field refuses nothing',
		was: 'reader: notificationPhone,',
		becomes: 'reader: (value) => ({ value: value as string }),',
		suite: wireNames,
		tests: 'SMS: Message: Send: Notification Phone$',
	},
	{
		name: 'a phone to leave out counts in one spelling only',
		was: 'leaveOut?.has(comparablePhone(phone.value))',
		becomes: 'leaveOut?.has(phone.value)',
		suite: account,
	},
	{
		name: 'a Campaign Key knows a recipient in one spelling only',
		was: '[{ recipient: phone, compared: comparablePhone(phone) }]',
		becomes: '[{ recipient: phone, compared: phone }]',
		suite: integration('stories'),
	},
	{
		name: 'escaped braces count as an opt-out link',
		was: 'fields.includes(OPT_OUT_FIELD)',
		becomes: "texts.join().includes('{optOut')",
		suite: integration('stories'),
		tests: 'opt-out link',
	},
	{
		name: 'what a page of a campaign shows is not escaped',
		was: 'apart = (text: string) => `<bdi>${escapedData(text)}</bdi>`',
		becomes: 'apart = (text: string) => `<bdi>${text}</bdi>`',
		suite: integration('stories'),
		tests: 'the page of a preview',
	},
	{
		name: 'a campaign that no one approved is sent',
		was: 'sameKey(seal, sealOfApproval(context, sealing, hash))',
		becomes: 'seal !== null',
		suite: integration('stories'),
		tests: 'approv',
	},
	{
		name: 'an approval is good in every workflow',
		was: 'hash, context.getInstanceId(), id]',
		becomes: 'hash]',
		suite: integration('stories'),
		tests: 'approv',
	},
	{
		name: 'the contents of approved rows are not sealed',
		was: '${JSON.stringify([recipient, content, settings])}',
		becomes: '${JSON.stringify([recipient, settings])}',
		suite: integration('stories'),
		tests: 'approv',
	},
	{
		name: 'each node sends an approval once',
		was: 'if (isOurs) return;',
		becomes: 'if (isOurs !== null) return;',
		suite: integration('stories'),
		tests: 'approv',
	},
	{
		name: 'a template may change after the approval',
		was: 'JSON.stringify(templateOf(body)) !== JSON.stringify(template)',
		becomes: 'false',
		suite: integration('sendApproved'),
	},
	{
		name: 'a preview that was changed is shown for approval',
		was: '!sameKey(seal, sealOfPreview(context, account, hash))',
		becomes: 'false',
		suite: integration('stories'),
		tests: 'no person is asked',
	},
	{
		name: 'who declines a campaign gives its seal',
		was: 'approves !== undefined && answer.approved === true',
		becomes: 'approves !== undefined',
		suite: integration('campaignApproval'),
	},
	{
		name: 'opt-out links that no trigger answers are sent',
		was: 'answer.status === OK && answer.html.includes(proofOfPage)',
		becomes: "answer.status === OK || proofOfPage !== ''",
		suite: integration('optOut'),
	},
	{
		name: 'a preview holds the links of recipients',
		was: 'optOut === undefined || onlyEstimate',
		becomes: 'optOut === undefined',
		suite: integration('optOutLinks'),
	},
	{
		name: 'a call within the arguments of a reviewed call is asked about',
		was: "toolCallId !== undefined || type === 'tool_call'",
		becomes: "toolCallId !== undefined && type === 'tool_call'",
		suite: integration('stories'),
		tests: 'a call of which a person would read something else',
	},
];

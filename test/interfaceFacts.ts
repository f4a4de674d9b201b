const row = (parameter: string, ...words: string[]) => [`| ${parameter} |`, ...words];

/**
 * Facts of the service that its reference must keep, by part: each a set of words that one line holds. They are
 * written by hand, so that a slip in the reference or a limit changed in passing is seen.
 */
export const interfaceFacts: Record<string, string[][]> = {
	'Shared sending parameters': [
		row('`list`', '10,000'),
		row('`desc`', '2–100'),
		row('`int`', '2–180', 'full speed'),
		row('`np`', '10 digits'),
		row('`ne`', 'single number'),
		row('`dh`, `di`, `dy`, `dm`, `dd`', '00–23', '00–59', '01–12', '01–31', 'at once'),
		['`OK <count> <taskId>`', '`data.count`'],
		['`OK VALID <taskId>`', '`data.valid`'],
		['`sendsms`', '`sendvms`', '`sendwa`'],
	],
	'Send SMS': [
		row('`from`', '2–11', '`+`', '`*`'),
		row('`msg`', '1000'),
		row('English', '140', '134'),
		row('any other text', '70', '67'),
	],
	'SMS balance': [row('`act`', '`credit`'), ['`data.credit`']],
	'Send voice': [
		row('`desc`', 'yes', '2–100'),
		row('`tts`', '1000'),
		row('`getdigits`', '`no`', '`all`', '`num`', '5 seconds', '`0`'),
		row('`stop`', 'HHMM'),
		row('`retry`', '1–10'),
		row('`retryint`', '1–30'),
		row('`lang`', '`he`, `ar`, `ru`, `en` | `he`'),
		row('`gender`', '`male`, `female` | `male`'),
		row('`data`', '50'),
		row('`constdata`', '50'),
		...['0', '1', '2', '3'].map((value) => row(value)),
	],
	'Send chat template': [
		row('`ms`', 'unlimited'),
		row('`fileurl`', '`fileurlTypes`', '`hasDefaultMedia`'),
		['A-Z a-z 0-9 - _ . ~ % / ? # = & + , :'],
		['200'],
		['`[first_name]`, `[last_name]`, `[user_data]`, `[user_data1]`'],
	],
	'Send chat reply': [
		row('`msg`', '1–2000', '1000'),
		row('`desc`', '2–100'),
		row('size', '2 MB'),
		row(
			'types',
			'jpg jpeg png',
			'mp4 3gp',
			'pdf doc docx xls xlsx ppt pptx txt',
			'aac amr mp3 m4a ogg',
		),
		['`sendwafree`'],
		['200 an hour'],
	],
	'One-time codes': [
		row('`type`', '`sms`, `vms`, `wa`, `auto`'),
		row('`codelen`', '3–8', '| 5 |'),
		row('`minvalid`', '1–60', '| 10 |'),
		row('`maxsms`, `maxvms`, `maxwa`', '1–10', '| 2 |'),
		row('`precode`', '3–8'),
		row('`lang`', '`he`, `en`, `ar`, `ru`', '| `he` |'),
		['`@<domain> #<code>`'],
		['`CODE_SENT`', '`data.channel`', '`MAX_SENT`'],
		['`CODE_VALID`', '`WRONG_CODE`', '`ERROR`'],
	],
	'Verify a sender': [
		row('`type`', '`sms`, `vms`, `auto`'),
		row('`desc`', '50'),
		['`CODE_SENT`', '`OK`', '`WRONG_CODE`', '`PHONE_EXIST`', '`MAX_SENT`', '`ERROR`'],
		['2 SMS', '2 calls', '15 minutes'],
	],
	Contacts: [
		row('`act`', '`add`, `del`, `check`'),
		row('`list`', '10,000'),
		row('`fname`, `lname`', '20'),
		row('`data`', '1000'),
		row('`data1`, `data2`, `data3`, `data4`', '400'),
		row('`bd`', 'YYYY-MM-DD'),
		row('`check`', '`REG`', '`NOT_REG`', '`BLOCKED`', '`ERROR`'),
		row('`add`, `del`', '`ALREADY_REG`', '`NOT_REG`', '`BLOCKED`', '`ACTION_ERROR`'),
	],
	'Sub-admin balance': [
		row('`act`', '`creditcheck`, `creditupdate`'),
		row('`type`', '`sms`, `vms`'),
		...['`PRICE_CHANGED`', '`AMOUNT_MISMATCH`', '`NOT_ENOUGH_CREDIT`'].map((word) => row(word)),
	],
	'List templates': [['`listtemplates`', '`data.count`', '`data.templates`']],
	'Follow a campaign': [
		row('`act`', '`status`, `del`'),
		row('`status`', '`checkstatus`', '`data.taskStatus`', '`data.notSent`'),
	],
	'Run an automation': [
		['500'],
		['`webhookIp`', '`datetime`', '`dayOfWeek`', '`dayOfMonth`', '`time`'],
	],
	Campaign: [
		...['pending', 'running', 'stop', 'done', 'empty', 'cancel', 'error', 'noMsgLeft', 'abort'],
		...['limit', 'na'],
	].map((status) => row(`\`${status}\``)),
	'Reply window': [['24 hours'], ['5 minutes early']],
	Notifications: [
		...['START', 'END', 'NO_MSG_LEFT', 'NO_USERS_FOUND', 'ERROR', 'UNKNOWN_ERROR'],
		...['STOP', 'ABORT', 'RATE_LIMIT', 'CP_SEND_ERROR'],
	].map((type) => [`| \`${type}\``]),
	'Error words': [
		['`MAX_SENT`', '`WRONG_CODE`', '`PHONE_EXIST`'],
		['`PRICE_CHANGED`', '`AMOUNT_MISMATCH`', '`NOT_ENOUGH_CREDIT`'],
		['`ALREADY_REG`', '`NOT_REG`', '`BLOCKED`', '`ACTION_ERROR`'],
	],
	'The template object': [
		row(
			'`status`',
			'`APPROVED`, `PENDING`, `REJECTED`, `PAUSED`, `DISABLED`, `FLAGGED`',
			'`PENDING_DELETION`',
		),
		row('`category`', '`MARKETING`, `UTILITY`, `AUTHENTICATION`'),
		row('`qualityScore`', '`GREEN`, `YELLOW`, `RED`, `UNKNOWN`'),
		row('`issue`', '`needs_resync`'),
		row('`header`', '`NONE`, `TEXT`, `IMAGE`, `VIDEO`, `DOCUMENT`', '`defaultMediaUrl`'),
		row('`otp`', '`codeParam`', '`expirationMinutes`', '`securityRecommendation`', '`buttonText`'),
		row('`paramsExample`', '`ABC123`'),
	],
};

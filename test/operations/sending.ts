import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { anyCode, nothing } from './items';
import { type RefusedCase, refusal } from './row';

/** What the rows of sending operations share. */

/** The same phones twice, in fields that take several. */
export const twoPhones = '0570002233,0570002234';

/** What the output says of a send to one phone. */
export const sentTo = (recipient: string): IDataObject => ({
	...{ taskId: anyCode, recipient },
});

/** What the output says of a campaign to two items, of which none is the other's duplicate. */
export const toBoth = { recipientCount: 2, duplicates: 0, items: 2, refused: 0 };

/** A moment in an option, and what the service gets of it. */
export const later = { timing: { sendAt: '2035-01-05T10:00:00+02:00' } };
/** What the output of a campaign says of that time. */
export const scheduled = {
	scheduledFor: '2035-01-05T10:00:00+02:00',
	scheduledZone: 'Asia/Jerusalem',
};
export const laterOnWire = { dh: '10', di: '00', dy: '2035', dm: '01', dd: '05' };

/** Each recipient of a request, with what it gets. */
export function recipients(body: IDataObject): string[] {
	if (body.listjson === undefined) {
		const content = JSON.stringify(body.msg ?? body.params ?? '');
		return String(body.list)
			.split(',')
			.map((phone) => `${phone} ${content}`);
	}
	return Object.entries(body.listjson as IDataObject).map(
		([phone, content]) => `${phone} ${JSON.stringify(content)}`,
	);
}

/** Values that every operation which takes these options refuses. */
const refusedOptions: RefusedCase[] = [
	refusal('timing.delay', 1, 'must be a whole number from 2 to 180 seconds'),
	refusal('options.description', {}, 'must be text'),
	refusal('notifications.notificationEmail', 'nobody', 'must be an email address'),
	refusal('notifications.notificationPhone', '050123', 'must be a mobile number'),
	refusal('notifications.notificationUrl', 'example.com', 'must be a URL'),
	refusal(
		'notifications.notificationUrl',
		'https://example.com/50%/campaign-event',
		'contains a percent sign',
	),
	refusal(
		'timing.sendAt',
		'2020-01-01T10:00:00',
		'is Wed 1 Jan 2020, 10:00 in Asia/Jerusalem, which is in the past',
	),
	refusal('timing.sendAt', '2035-01-05', 'is a date without a time'),
	refusal('timing.timeZone', 'Mars', 'contains "Mars", which isn\'t a valid time zone', later),
];

/** Those of them that an operation has. */
export function refusedSendingOptions(...without: string[]): RefusedCase[] {
	return refusedOptions.filter(({ field }) => !without.includes(field.split('.')[1]));
}

const refusedQuietHours = refusal(
	'timing.quietHours',
	{ hours: { from: '25:00', until: '08:00' } },
	'contains "25:00", which isn\'t a valid time of day',
);

/** Values that fields for several phones refuse. */
export const refusedPhoneNumbers: RefusedCase[] = [
	refusal('phoneNumbers', nothing, 'is empty or missing'),
	refusal('phoneNumbers', '570002233', /lost its leading 0/),
];

/** Fields for a file of the workflow: binary data that the items do not have, and an expression where none is offered. */
export const refusedFiles = (shownWith: INodeParameters = {}): RefusedCase[] => [
	refusal('fileField', 'x', /has no file of that name/, { ...shownWith, fileFrom: 'input' }),
	...['={{ "input" }}', '={{ $json.nothing }}'].map((value) => ({
		...{ field: 'fileFrom', value, with: shownWith },
		says: /must be 'Input Data Field' \(input\) or 'Link' \(link\), and takes no expression/,
	})),
];

/** Values that fields for distribution lists refuse. */
export const refusedLists: RefusedCase[] = [
	refusal('listCodes', 'VIP', 'contains "VIP", which isn', { sendTo: 'lists' }),
	refusal('listCodes', nothing, 'is empty or missing', { sendTo: 'lists' }),
];

/** Columns whose phones a campaign refuses. */
export const refusedRecipients: RefusedCase[] = [
	refusal('recipient', 'text', /Phone number "one" contains characters/),
	refusal(
		'recipient',
		'no such column',
		/Phone number is missing: there is no column "no such column" \(set in Phone Column\)/,
	),
];

/** Choices of this node, which an expression makes: fields of all of them are shown, and filled. */
export const refusedChoices = (fields: string[], filled: INodeParameters = {}): RefusedCase[] =>
	fields.flatMap((field) =>
		['other', ''].map((value) => ({
			...{ field, value: `={{ ${JSON.stringify(value)} }}`, with: filled },
			says: /must be one of|is empty or missing/,
		})),
	);

/** Fields that are a choice of this node, not a value for the service. */
const ownChoices = (...fields: string[]): Record<string, string> =>
	Object.fromEntries(fields.map((field) => [field, 'a choice between ways to work']));

/** Switches: whatever is not on is off. */
export const switches = (...fields: string[]): Record<string, string> =>
	Object.fromEntries(fields.map((field) => [field, 'a switch: what is not on is off']));

/** Switches that protect: what says neither on nor off is refused. */
export const refusedSwitches = (...fields: string[]): RefusedCase[] =>
	fields.flatMap((field) => [
		refusal(field, '', 'is empty or missing'),
		refusal(field, 'maybe', 'must be true or false'),
	]);

/** What a retry does with an unknown outcome. */
export const unknownOutcome = ownChoices('advanced.unknownOutcome');

const refusedChecks = refusal(
	'beforeSending.checks',
	{ refuse: { checks: ['spelling'] } },
	`has 'Blocking Checks', which contains "spelling"`,
);

/** Values that the options of campaigns for what is done before sending, and when it goes, refuse. */
const refusedCampaignOptions: RefusedCase[] = [
	refusal('mode', 'maybe', 'must be one of preview, test, send, sendApproved'),
	refusal('testNumbers', '05099', 'contains "05099", which', { mode: 'test' }),
	refusal('testRows', 0, 'must be a whole number from 1 to 10', {
		mode: 'test',
		testNumbers: '0570002233',
	}),
	refusal('previewPage', '={{ $json.misspelled }}', 'is empty; it must be true or false', {
		mode: 'preview',
	}),
	refusedQuietHours,
	refusal('timing.spreadOver', 0, 'must be a number of hours from 0.01 to 168'),
	refusal('timing.recipientZone', 'text', 'contains "one", which isn\'t a valid time zone'),
	refusal('beforeSending.campaignKey', '', 'is empty'),
	refusal('beforeSending.leaveOut', 'everyone', 'contains "everyone"'),
	refusal(
		'beforeSending.limits',
		{ maxRecipients: { most: 0 } },
		"has 'Max Recipients', which must be a whole number",
	),
	refusal('beforeSending.requireApprovalAbove', 'some', 'must be a whole number from 0'),
	refusedChecks,
];

/** Addresses that no opt-out link begins with; what links do is in optOutLinks.test.ts. */
export const refusedOptOutUrls: RefusedCase[] = [
	refusal('options.optOutUrl', 'example.com', 'must be a URL'),
	refusal(
		'options.optOutUrl',
		'https://example.com/page',
		'must be the URL of an ExtApi Trigger in this n8n instance',
	),
];

/** A key of an item that protects no one, as campaignKeyPerItem.test.ts has them, and a check that there is not. */
export const refusedItemOptions: RefusedCase[] = [
	refusal('beforeSending.campaignKey', ' ', 'is empty'),
	refusedChecks,
];

/** What operations with a request per item do with lists. */
const severalPerList = switches('advanced.severalPerList');

/** The option that bounds requests, and has a bound of its own. */
export const requestsAtOnce = {
	'advanced.requestsAtOnce':
		'a bound of this node; what is no number from 1 to 100 is brought there',
};

/** What operations with a request for each item refuse and take, beside what they send. */
export const refusedBySingles = [...refusedPhoneNumbers, refusedQuietHours, ...refusedItemOptions];
export const takenBySingles = { ...requestsAtOnce, ...unknownOutcome, ...severalPerList };

/** What campaigns refuse and take, beside what they send. */
export const refusedByCampaigns = [...refusedCampaignOptions, ...refusedRecipients];
export const takenByCampaigns = {
	...unknownOutcome,
	...switches('advanced.allowManyCampaigns', 'advanced.severalPerList'),
	...switches('beforeSending.repairNumbers', 'options.includeText'),
	...ownChoices('beforeSending.duplicates', 'options.missingValues', 'options.output'),
	'options.missingText': 'any text',
};

/** The same where a campaign can be waited for. */
export const takenByWaitedCampaigns = {
	...takenByCampaigns,
	...switches('advanced.validateRecipients'),
	...switches('notifications.waitForCompletion'),
	'notifications.waitLimit': 'used only while waiting for completion',
};

/** Every notification, as entered and as sent. */
export const everyNotice = {
	notifications: {
		notificationEmail: 'a@example.com',
		notificationPhone: '0570004567',
		notificationUrl: 'http://127.0.0.1:1/page',
	},
};
export const everyNoticeOnWire = {
	...{ np: '0570004567', ne: 'a@example.com', nu: 'http://127.0.0.1:1/page' },
};

/** One phone gets no report by email. */
export const refusedEmailForOne = refusal(
	'notifications.notificationEmail',
	'a@example.com',
	'is not possible for a single number',
);

/** `2026-01-05T10:00` as the five parameters of a schedule. */
export function scheduleOf(value: unknown): IDataObject {
	const [dy, dm, dd, dh, di] = String(value).split(/[-T:]/);
	return { dy, dm, dd, dh, di };
}

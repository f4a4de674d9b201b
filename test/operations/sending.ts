import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { anyCode, lostDigits, nothing } from './items';
import type { RefusedCase } from './row';

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

/** That moment within quiet days, when the service is to begin instead, and what the output says. */
export const inQuietTime = {
	timing: {
		...later.timing,
		quietHours: { hours: { from: '', until: '', days: ['friday', 'saturday'], timeZone: '' } },
	},
};
export const afterQuietTime = { dh: '00', di: '00', dy: '2035', dm: '01', dd: '07' };
export const saidOfQuietTime = {
	scheduledFor: '2035-01-07T00:00:00+02:00',
	scheduledZone: 'Asia/Jerusalem',
	scheduledBecause: 'Friday is quiet; Saturday is quiet',
};

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

const zone = later;

/** Values that every operation which takes these options refuses. */
const refusedOptions: RefusedCase[] = [
	{ field: 'timing.delay', value: 1, says: 'must be a whole number from 2 to 180 seconds' },
	{ field: 'timing.delay', value: 181, says: 'must be a whole number from 2 to 180 seconds' },
	{ field: 'timing.delay', value: 2.5, says: 'must be a whole number' },
	{ field: 'options.description', value: {}, says: 'must be text' },
	{ field: 'notifications.notificationEmail', value: 'nobody', says: 'must be an email address' },
	{ field: 'notifications.notificationPhone', value: '050123', says: 'must be a mobile number' },
	{ field: 'notifications.notificationUrl', value: 'example.com', says: 'must be a URL' },
	{
		field: 'notifications.notificationUrl',
		value: 'https://example.com/50%/campaign-event',
		says: 'contains a percent sign',
	},
	{ field: 'timing.sendAt', value: '2020-01-01T10:00:00', says: 'is in the past' },
	{ field: 'timing.sendAt', value: '2030-02-30T10:00:00', says: "isn't a valid date or time" },
	{ field: 'timing.timeZone', value: 'Mars', with: zone, says: "isn't a valid time zone" },
];

/** Those of them that an operation has. */
export function refusedSendingOptions(...without: string[]): RefusedCase[] {
	return refusedOptions.filter(({ field }) => !without.includes(field.split('.')[1]));
}

const quietTimes = (hours: IDataObject, says: string): RefusedCase => ({
	field: 'timing.quietHours',
	value: { hours },
	says,
});

/** Quiet hours that every operation with a request per item refuses. */
export const refusedQuietHours: RefusedCase[] = [
	quietTimes({ from: '21:00', until: '' }, "has a time for 'From' only"),
	quietTimes(
		{ from: '21:00', until: '24:00' },
		'contains "24:00", which isn\'t a valid time of day',
	),
	quietTimes(
		{ days: '={{ ["Caturday"] }}' },
		'contains "caturday", which isn\'t a day of the week',
	),
	quietTimes({ timeZone: 'Mars' }, 'contains "Mars", which isn\'t a valid time zone'),
];

/** Values that fields for several phones refuse. */
export const refusedPhoneNumbers: RefusedCase[] = [
	{ field: 'phoneNumbers', value: nothing, says: 'is empty or missing' },
	{ field: 'phoneNumbers', value: '05700022', says: 'contains "05700022", which' },
	{ field: 'phoneNumbers', value: '570002233', says: /lost its leading 0/ },
];

/** Fields for a file of the workflow: binary data that the items do not have, and an expression where none is offered. */
export const refusedFiles = (shownWith: INodeParameters = {}): RefusedCase[] => [
	{
		field: 'fileField',
		value: 'x',
		with: { ...shownWith, fileFrom: 'input' },
		says: /has no file of that name/,
	},
	...['={{ "input" }}', '={{ $json.nothing }}'].map((value) => ({
		...{ field: 'fileFrom', value, with: shownWith },
		says: /must be 'Input Data Field' \(input\) or 'Link' \(link\), and takes no expression/,
	})),
];

/** Values that fields for distribution lists refuse. */
export const refusedLists: RefusedCase[] = [
	{
		field: 'listCodes',
		value: 'VIP',
		with: { sendTo: 'lists' },
		says: 'contains "VIP", which isn',
	},
	{ field: 'listCodes', value: nothing, with: { sendTo: 'lists' }, says: 'is empty or missing' },
	{
		field: 'listCodes',
		value: lostDigits,
		with: { sendTo: 'lists' },
		says: 'came as a number too',
	},
];

/** Columns whose phones a campaign refuses. */
export const refusedRecipients: RefusedCase[] = [
	{ field: 'recipient', value: 'text', says: /Phone "one" contains characters/ },
	{
		field: 'recipient',
		value: 'no such column',
		says: /Phone is missing: there is no column "no such column" \(set in Phone Column\)/,
	},
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
export const ownChoices = (...fields: string[]): Record<string, string> =>
	Object.fromEntries(fields.map((field) => [field, 'a choice between ways to work']));

/** Switches: whatever is not on is off. */
export const switches = (...fields: string[]): Record<string, string> =>
	Object.fromEntries(fields.map((field) => [field, 'a switch: what is not on is off']));

/** Switches that protect: what says neither on nor off is refused. */
export const refusedSwitches = (...fields: string[]): RefusedCase[] =>
	fields.flatMap((field) => [
		{ field, value: '', says: 'is empty or missing' },
		{ field, value: 'maybe', says: 'must be true or false' },
	]);

/** What a retry does with an unknown outcome. */
export const unknownOutcome = ownChoices('advanced.unknownOutcome');

/** Options of every campaign that are choices of this node. */
export const campaignChoices = {
	...unknownOutcome,
	...switches('advanced.allowManyCampaigns', 'advanced.severalPerList'),
};

/** Values that the options of campaigns for what is done before sending, and when it goes, refuse. */
export const refusedCampaignOptions: RefusedCase[] = [
	{ field: 'mode', value: 'maybe', says: 'must be one of send, preview, test' },
	{
		field: 'testNumbers',
		value: '05099',
		with: { mode: 'test' },
		says: 'contains "05099", which',
	},
	{ field: 'testNumbers', value: '', with: { mode: 'test' }, says: 'is empty' },
	{
		field: 'testRows',
		value: 0,
		with: { mode: 'test', testNumbers: '0570002233' },
		says: 'must be a whole number from 1 to 10',
	},
	{
		field: 'previewPage',
		value: '={{ $json.misspelled }}',
		with: { mode: 'preview' },
		says: 'is empty; it must be true or false',
	},
	{
		field: 'timing.quietHours',
		value: { hours: { from: '25:00', until: '08:00' } },
		says: 'contains "25:00", which isn\'t a valid time of day',
	},
	{ field: 'timing.spreadOver', value: 0, says: 'must be a whole number from 1 to 168 hours' },
	{
		field: 'timing.recipientZone',
		value: { phone: { severalZones: 'first' } },
		says: "has 'Country Code of Phone', which must be one of all, refuse",
	},
	{
		field: 'timing.recipientZone',
		value: { column: { name: 'text' } },
		says: 'contains "one", which isn\'t a valid time zone',
	},
	{ field: 'beforeSending.campaignKey', value: '', says: 'is empty' },
	{
		field: 'beforeSending.leaveOut',
		value: { phones: { list: 'everyone' } },
		says: 'has \'Phones\', which contains "everyone"',
	},
	{
		field: 'beforeSending.limits',
		value: { maxRecipients: { most: 0 } },
		says: "has 'Max Recipients', which must be a whole number",
	},
	{
		field: 'beforeSending.approval',
		value: { expectedPlan: { plan: 'approved' } },
		says: "has 'Expected Plan', which isn't a plan",
	},
	{
		field: 'beforeSending.checks',
		value: { refuse: { checks: ['spelling'] } },
		says: `has 'Blocking Checks', which has "spelling"`,
	},
	{
		field: 'beforeSending.checks',
		value: { words: { senderName: '', optOutWords: '' } },
		says: "has 'Required Wording', which is empty or missing",
	},
];

/** Addresses that no opt-out link begins with; what links do is in optOutLinks.test.ts. */
export const refusedOptOutUrls: RefusedCase[] = [
	{ field: 'beforeSending.optOutUrl', value: 'example.com', says: 'must be a URL' },
	{
		field: 'beforeSending.optOutUrl',
		value: 'https://example.com/page',
		says: 'must be the URL of an ExtApi Trigger in this n8n instance',
	},
];

/** The same for those that take anything. */
export const beforeSending = {
	...switches('options.repairNumbers'),
};

/** A key of an item that protects no one; what keys do is in campaignKeyPerItem.test.ts. */
export const refusedItemKey: RefusedCase[] = [
	{ field: 'beforeSending.campaignKey', value: '', says: 'is empty' },
	{ field: 'beforeSending.campaignKey', value: ' ', says: 'is empty' },
];

/** What operations with a request per item do with lists. */
export const severalPerList = switches('advanced.severalPerList');

/** The option that bounds requests, and has a bound of its own. */
export const requestsAtOnce = {
	'advanced.requestsAtOnce':
		'a bound of this node; what is no number from 1 to 100 is brought there',
};

/** Documented parameters of all operations that send campaigns, and the options that fill them. */
export const documentedSending: Record<string, string[]> = {
	int: ['timing.delay'],
	np: ['notifications.notificationPhone'],
	ne: ['notifications.notificationEmail'],
	schedule: ['timing.sendAt', 'timing.timeZone'],
};
export const documentedNotices: Record<string, string[]> = {
	desc: ['options.description'],
	nu: ['notifications.notificationUrl'],
	validate: ['advanced.validateRecipients'],
};

/** `2026-01-05T10:00` as the five parameters of a schedule. */
export function scheduleOf(value: unknown): IDataObject {
	const [dy, dm, dd, dh, di] = String(value).split(/[-T:]/);
	return { dy, dm, dd, dh, di };
}

/** What a model reads of a token that lacks the permission. */
export const tokenRefused: { says: [string, string] } = {
	says: ['token invalid or missing', 'Copy the whole token into the credential again'],
};

import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { CampaignKind } from '../../shared/campaign/campaignKind';
import { countMessages } from '../../shared/campaign/countMessages';
import { mergeTextReader } from '../../shared/campaign/mergeTextReader';
import type { PlannedRecipient } from '../../shared/campaign/planRequests';
import { sendCampaign } from '../../shared/campaign/sendCampaign';
import {
	allowManyCampaignsOption,
	campaignOptions,
	campaignRecipientFields,
	checkBalanceOption,
	duplicatesOption,
	missingTextOption,
	missingValuesOption,
	onlyEstimateOption,
	outputOption,
	severalPerListOption,
	waitForCompletionOption,
	waitLimitOption,
	withHints,
} from '../../shared/descriptions/campaignFields';
import {
	delayOption,
	descriptionOption,
	notificationEmailOption,
	notificationPhoneOption,
	notificationUrlOption,
	sendAtOption,
	timeZoneOption,
	validateRecipientsOption,
} from '../../shared/descriptions/sendingOptions';
import { showFor } from '../../shared/descriptions/showFor';
import { unknownOutcomeOption } from '../../shared/descriptions/unknownOutcomeOption';
import { endpoints } from '../../shared/transport/endpoints';
import { sendingReaders } from '../../shared/validation/sendingReaders';
import { smsSender } from '../../shared/validation/senders';
import { textOf } from '../../shared/validation/text';
import { noEmailForSingleNumber, schedule } from '../../shared/validation/crossFieldRules';
import { messageField, senderField } from './smsFields';

const settingsFields: INodeProperties[] = [
	senderField,
	campaignOptions([
		allowManyCampaignsOption,
		checkBalanceOption,
		delayOption,
		descriptionOption,
		duplicatesOption,
		missingValuesOption,
		missingTextOption,
		notificationEmailOption,
		notificationPhoneOption,
		notificationUrlOption,
		outputOption,
		onlyEstimateOption,
		sendAtOption,
		severalPerListOption,
		timeZoneOption,
		unknownOutcomeOption,
		validateRecipientsOption,
		waitForCompletionOption,
		waitLimitOption,
	]),
];

const messageWithMergeFields: INodeProperties = {
	...messageField,
	placeholder: 'e.g. Hello {first_name}, your order is on its way',
	description:
		"Text of up to 1,000 characters for every item. A name in single braces, such as {first_name}, is replaced by the item's field of that name. Write \\{ for a brace.",
	routing: undefined,
};

/** Rules of the specification's "Send SMS" and of what a campaign's requests may hold. */
const smsCampaign: CampaignKind = {
	url: endpoints.sms,
	channel: 'sms',
	settingsFields,
	rules: { readers: { ...sendingReaders, from: smsSender }, together: [schedule] },
	requestRules: [noEmailForSingleNumber],
	contentLabel: messageField.displayName,
	textSettings: { desc: 'refuse' },
	contentReader: (context) =>
		mergeTextReader(context, 'message', messageField.displayName, textOf({ atMost: 1000 })),
	recipientsOf,
	sharedContent: (text) => ({ msg: text }),
	messagesOf: countMessages,
};

/** The same text for all goes out as `list`, different ones as `listjson`. */
function recipientsOf(recipients: PlannedRecipient[]) {
	const [{ content: text }] = recipients;
	return recipients.every(({ content }) => content === text)
		? { list: recipients.map(({ phone }) => phone).join(','), msg: text }
		: { listjson: Object.fromEntries(recipients.map(({ phone, content }) => [phone, content])) };
}

export const sendCampaignFields = showFor({ resource: ['message'], operation: ['sendCampaign'] }, [
	...campaignRecipientFields,
	...withHints(messageWithMergeFields, {
		items: 'Write {first_name} for the field "first_name" of each item',
		lists:
			'The same text for every member: fields of the items are not contact data, and an SMS has no placeholders for it',
	}),
	...settingsFields,
]);

/** All input items as one campaign, in the fewest requests. */
export async function sendSmsCampaign(this: IExecuteFunctions) {
	return await sendCampaign(this, smsCampaign);
}

export const sendCampaignOption: INodePropertyOptions = {
	name: 'Send Campaign',
	value: 'sendCampaign',
	action: 'Send an SMS campaign',
	description: 'Send to all input items as one campaign, each with its own text if you like',
};

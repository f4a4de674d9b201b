import type { CampaignKind } from '../../shared/pipeline/campaignRun';
import { runCampaign } from '../../shared/pipeline/runCampaign';
import { checkBalanceOption, optOutUrlOption } from '../../shared/fields/beforeSendingFields';
import {
	countedCampaignOptions,
	campaignRecipientFields,
	completionOptions,
	replaceCharactersOption,
	sendToField,
	withHints,
} from '../../shared/fields/campaignFields';
import { type Field, optionsFields } from '../../shared/fields/field';
import { campaignPanel, modeFields } from '../../shared/fields/modeFields';
import type { CollectiveOperation } from '../../shared/operations/operation';
import { messageOptions } from '../../shared/operations/sendParts';
import { linkIn } from '../../shared/pipeline/optOutField';
import { byPhone, type PlannedRecipient } from '../../shared/pipeline/planRequests';
import { asEntered } from '../../shared/rules/reader';
import { countMessages, plainCharacters, countCharacters, textOf } from '../../shared/rules/text';
import { endpoints } from '../../shared/service/endpoints';
import { schedule } from '../../shared/values/bodyReader';
import { mergeTextReader } from '../../shared/values/mergeTextReader';
import { messageField, messageResource, senderField } from './smsFields';

const settingsFields: Field[] = [
	senderField,
	...optionsFields(
		messageOptions,
		countedCampaignOptions,
		completionOptions,
		checkBalanceOption,
		optOutUrlOption,
		replaceCharactersOption,
	),
];

const messageWithMergeFields: Field = {
	...messageField,
	placeholder: 'e.g. Hello {first_name}, your order is on its way',
	description:
		"Up to 1,000 characters. {first_name} inserts the item's field, {first_name|there} the word 'there' if it is empty. {optOut} inserts the recipient's opt-out link; see 'Opt-Out URL'. Write \\{ for a literal brace.",
	wire: undefined,
	reader: asEntered,
};

/** Characters of the longest text. */
const LONGEST = 1000;

/** Rules of the specification's "Send SMS" and of a campaign's requests. */
const smsCampaign: CampaignKind = {
	url: endpoints.sms,
	channel: 'sms',
	settingsFields,
	choicesOfRun: [...modeFields, sendToField],
	rules: [schedule],
	contentLabel: messageField.displayName,
	contentReader: (context, { replaceCharacters, optOut }) =>
		mergeTextReader(context, 'message', messageField.displayName, textOf({ atMost: LONGEST }), {
			finishing: replaceCharacters ? (text) => plainCharacters(text, LONGEST) : undefined,
			optOut: linkIn(optOut),
		}),
	recipientsOf,
	sharedContent: (text) => ({ msg: text }),
	renderer: () => (text) => ({ text }),
	checked: { channel: 'sms', typed: ({ message }) => [message], own: (text) => text },
	countsOf: (text) => ({ characters: countCharacters(text) }),
	messagesOf: countMessages,
};

/** Equal texts are sent with `list`, different ones as `listjson`. */
function recipientsOf(recipients: PlannedRecipient[]) {
	const [{ content: text }] = recipients;
	return recipients.every(({ content }) => content === text)
		? { list: recipients.map(({ phone }) => phone).join(','), msg: text }
		: { listjson: byPhone(recipients, (content) => content) };
}

/** All input items as one campaign, in the fewest requests (specification, "Send SMS"). */
export const sendCampaign: CollectiveOperation = {
	resource: messageResource,
	name: 'Send Campaign',
	value: 'sendCampaign',
	action: 'Send SMS campaign',
	description:
		'Send an SMS to all input items, such as the rows of a table, as one campaign, each with its own text if you like',
	endpoint: endpoints.sms,
	effect: 'once',
	fields: campaignPanel([
		...campaignRecipientFields,
		...withHints(messageWithMergeFields, {
			items:
				"{first_name} inserts each item's first_name. {first_name|there} inserts 'there' if it is empty.",
			lists:
				'All list members get the same text. {first_name} comes from the input item, not from the contact.',
		}),
		...settingsFields,
	]),
	overAllItems: async (context) => await runCampaign(context, smsCampaign),
};

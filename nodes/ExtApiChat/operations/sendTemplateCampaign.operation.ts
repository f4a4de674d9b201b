import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { CampaignKind } from '../../shared/campaign/campaignKind';
import type { PlannedRecipient } from '../../shared/campaign/planRequests';
import { sendCampaign } from '../../shared/campaign/sendCampaign';
import {
	allowManyCampaignsOption,
	campaignOptions,
	campaignRecipientFields,
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
import { paramsObject, type ParameterValues } from '../../shared/templates/template';
import { templateField } from '../../shared/templates/templateField';
import { endpoints } from '../../shared/transport/endpoints';
import { webAddress } from '../../shared/validation/addresses';
import { wholeNumber } from '../../shared/validation/numbers';
import { phone } from '../../shared/validation/phones';
import { sendingReaders } from '../../shared/validation/sendingReaders';
import { digits } from '../../shared/validation/text';
import { noEmailForSingleNumber, schedule } from '../../shared/validation/crossFieldRules';
import { chatSenderField, mostMessagesOption, showAllTemplatesOption } from './chatFields';
import { templateContentReader } from './templateContent';
import { parametersForm } from './templateParameters';

const settingsFields: INodeProperties[] = [
	{
		...templateField('searchTemplates'),
		routing: { send: { type: 'body', property: 'template' } },
	},
	{
		displayName: 'Media Link',
		name: 'fileUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/invoice.pdf',
		description: "Public address of the file for the template's header",
		hint: 'Only for templates whose header takes a file; without one their default is sent',
		routing: { send: { type: 'body', property: 'fileurl' } },
	},
	campaignOptions([
		allowManyCampaignsOption,
		delayOption,
		descriptionOption,
		duplicatesOption,
		missingValuesOption,
		missingTextOption,
		mostMessagesOption,
		notificationEmailOption,
		notificationPhoneOption,
		notificationUrlOption,
		outputOption,
		onlyEstimateOption,
		sendAtOption,
		chatSenderField,
		severalPerListOption,
		showAllTemplatesOption,
		timeZoneOption,
		unknownOutcomeOption,
		validateRecipientsOption,
		waitForCompletionOption,
		waitLimitOption,
	]),
];

const parametersFromField: INodeProperties = {
	displayName: 'Parameters From',
	name: 'parametersFrom',
	type: 'options',
	options: [
		{
			name: 'Form',
			value: 'form',
			description: "One field for each of the template's parameters",
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'For a template that is known only when the workflow runs',
		},
	],
	default: 'form',
	description:
		"How the template's parameters are filled. A name in single braces, such as {first_name}, is replaced by the item's field of that name.",
};

const parameterFields: INodeProperties[] = [
	...withHints(parametersFromField, {
		items: 'Write {first_name} for the field "first_name" of each item',
		lists:
			"Fields of the items are not contact data. The service replaces [first_name], [last_name], [user_data], [user_data1] to [user_data4] and [phone_num] by each member's own.",
	}),
	{
		...parametersForm('getTemplateTextParameters'),
		displayOptions: { show: { parametersFrom: ['form'] } },
	},
	{
		displayName: 'Parameters JSON',
		name: 'parametersJson',
		type: 'json',
		default: '{\n  "body": { "1": "{first_name}" }\n}',
		description:
			'Object with header and body (by placeholder number) and button (by position, from 0)',
		displayOptions: { show: { parametersFrom: ['json'] } },
	},
];

/** Rules of the specification's "Send chat-channel message by approved template". */
const chatCampaign: CampaignKind = {
	url: endpoints.chatTemplate,
	channel: 'chat',
	settingsFields,
	rules: {
		readers: {
			...sendingReaders,
			template: digits(1, 15),
			fileurl: webAddress,
			from: phone,
			ms: wholeNumber(1, 999_999_999, 'messages'),
		},
		required: ['template'],
		together: [schedule],
	},
	requestRules: [noEmailForSingleNumber],
	textSettings: { desc: 'refuse' },
	contentLabel: 'Template Parameters',
	contentReader: templateContentReader,
	recipientsOf,
	sharedContent,
};

/** The same parameters for all go out with `list`, different ones as `listjson`. */
function recipientsOf(recipients: PlannedRecipient[]) {
	const [{ content: shared }] = recipients;
	if (recipients.some(({ content }) => content !== shared)) {
		return {
			listjson: Object.fromEntries(
				recipients.map(({ phone: number, content }) => [number, paramsOf(content) ?? {}]),
			),
		};
	}
	return {
		list: recipients.map(({ phone: number }) => number).join(','),
		...sharedContent(shared),
	};
}

function sharedContent(content: string) {
	const params = paramsOf(content);
	return params === undefined ? {} : { params };
}

function paramsOf(content: string) {
	return paramsObject(JSON.parse(content) as ParameterValues);
}

export const sendTemplateCampaignFields = showFor(
	{ resource: ['message'], operation: ['sendTemplateCampaign'] },
	[...campaignRecipientFields, settingsFields[0], ...parameterFields, ...settingsFields.slice(1)],
);

/** All input items as one chat campaign, in the fewest requests. */
export async function sendTemplateCampaign(this: IExecuteFunctions) {
	return await sendCampaign(this, chatCampaign);
}

export const sendTemplateCampaignOption: INodePropertyOptions = {
	name: 'Send Template Campaign',
	value: 'sendTemplateCampaign',
	action: 'Send a template campaign',
	description: 'Send an approved template to all input items as one campaign',
};

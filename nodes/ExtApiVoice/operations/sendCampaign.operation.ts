import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { CampaignKind } from '../../shared/campaign/campaignKind';
import { sendCampaign } from '../../shared/campaign/sendCampaign';
import {
	allowManyCampaignsOption,
	campaignOptions,
	campaignRecipientFields,
	duplicatesOption,
	missingTextOption,
	missingValuesOption,
	outputOption,
	severalPerListOption,
	withHints,
} from '../../shared/descriptions/campaignFields';
import { showFor } from '../../shared/descriptions/showFor';
import { endpoints } from '../../shared/transport/endpoints';
import { noEmailForSingleNumber } from '../../shared/validation/crossFieldRules';
import { callerField, contentFields, descriptionField, voiceOptions } from './voiceFields';
import { voiceRules } from './voiceRules';

/** The options of a single send, and those of a campaign. */
const options = campaignOptions(
	[
		...((voiceOptions.options ?? []) as INodeProperties[]),
		allowManyCampaignsOption,
		duplicatesOption,
		missingTextOption,
		missingValuesOption,
		outputOption,
		severalPerListOption,
	].filter(({ name }) => name !== 'requestsAtOnce'),
);

const settingsFields: INodeProperties[] = [
	...contentFields,
	callerField,
	descriptionField,
	options,
];

/** Texts in which merge fields are filled: each different text is a campaign of its own. */
const mergedTexts = ['text', 'description'];

const shownFields = [...campaignRecipientFields, ...settingsFields].flatMap((field) =>
	mergedTexts.includes(field.name)
		? withHints(field, {
				items:
					'{first_name} stands for the field "first_name" of each item. Each different text is a campaign of its own.',
				lists: 'The same for every member: fields of the items are not contact data',
			})
		: [field],
);

/** A call plays the same for everybody, so only the recipients make a request's content. */
const voiceCampaign: CampaignKind = {
	url: endpoints.voice,
	settingsFields,
	rules: voiceRules,
	requestRules: [noEmailForSingleNumber],
	textSettings: { tts: 'fill', desc: 'fill' },
	contentLabel: 'Content',
	contentReader: () => () => ({ value: '' }),
	recipientsOf: (recipients) => ({ list: recipients.map(({ phone }) => phone).join(',') }),
	sharedContent: () => ({}),
};

export const sendCampaignFields = showFor(
	{ resource: ['message'], operation: ['sendCampaign'] },
	shownFields,
);

/** All input items as one voice campaign, in the fewest requests. */
export async function sendVoiceCampaign(this: IExecuteFunctions) {
	return await sendCampaign(this, voiceCampaign);
}

export const sendCampaignOption: INodePropertyOptions = {
	name: 'Send Campaign',
	value: 'sendCampaign',
	action: 'Send a voice campaign',
	description: 'Call all input items as one campaign',
};

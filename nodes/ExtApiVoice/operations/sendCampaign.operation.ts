import type { IDataObject } from 'n8n-workflow';

import { type Field, optionsFields } from '../../shared/fields/field';
import type { CampaignKind } from '../../shared/pipeline/campaignRun';
import { runCampaign } from '../../shared/pipeline/runCampaign';
import {
	campaignOptions,
	campaignRecipientFields,
	sendToField,
	withHints,
} from '../../shared/fields/campaignFields';
import { campaignPanel, modeFields } from '../../shared/fields/modeFields';
import { shownFile } from '../../shared/files/fileAddress';
import type { CollectiveOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import {
	callerField,
	contentFields,
	descriptionField,
	messageResource,
	recordings,
	voiceRules,
} from './voiceFields';
import { voiceOptions } from './voiceOptions';

const settingsFields: Field[] = [
	...contentFields,
	callerField,
	descriptionField,
	...optionsFields(voiceOptions, campaignOptions),
];

/** Texts with merge fields: each different text is a separate campaign. */
const mergedTexts = ['text', 'description'];

const shownFields = [...campaignRecipientFields, ...settingsFields].flatMap((field) =>
	mergedTexts.includes(field.name)
		? withHints(field, {
				items: `{first_name} inserts each item's first_name. Each different ${field.name} is sent as a separate campaign.`,
				lists:
					'The same for every member: {first_name} is a field of the item here, not of the contact',
			})
		: [field],
);

/** Everyone hears the same, so a request's content is only its recipients. */
const voiceCampaign: CampaignKind = {
	url: endpoints.voice,
	settingsFields,
	choicesOfRun: [...modeFields, sendToField],
	rules: voiceRules,
	fileRule: recordings,
	fillsSettings: true,
	contentLabel: 'Content',
	contentReader: () => () => ({ value: '' }),
	recipientsOf: (recipients) => ({ list: recipients.map(({ phone }) => phone).join(',') }),
	sharedContent: () => ({}),
	renderer: () => renderCall,
	checked: {
		channel: 'voice',
		typed: ({ text }) => [text],
		own: (_content, { tts }) => (typeof tts === 'string' ? tts : undefined),
	},
};

/** What a call plays: exactly one of three. */
function renderCall(_content: string, { tts, fileurl, sid }: IDataObject): IDataObject {
	if (tts !== undefined) return { text: tts };
	return fileurl === undefined ? { service: sid } : { file: shownFile(fileurl) };
}

/** All input items as one voice campaign, in the fewest requests (specification, "Send voice"). */
export const sendCampaign: CollectiveOperation = {
	resource: messageResource,
	name: 'Send Campaign',
	value: 'sendCampaign',
	action: 'Send voice campaign',
	description:
		'Call the phone numbers of all input items, such as the rows of a table, as one campaign',
	endpoint: endpoints.voice,
	effect: 'once',
	fields: campaignPanel(shownFields),
	overAllItems: async (context) => await runCampaign(context, voiceCampaign),
};

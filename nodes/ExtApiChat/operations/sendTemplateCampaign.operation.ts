import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { CampaignKind, RenderContent } from '../../shared/pipeline/campaignRun';
import { runCampaign } from '../../shared/pipeline/runCampaign';
import { optOutUrlOption } from '../../shared/fields/beforeSendingFields';
import {
	campaignOptions,
	campaignRecipientFields,
	completionOptions,
	sendToField,
} from '../../shared/fields/campaignFields';
import { type Field, optionsFields } from '../../shared/fields/field';
import { campaignPanel, modeFields } from '../../shared/fields/modeFields';
import { shownFile } from '../../shared/files/fileAddress';
import type { CollectiveOperation } from '../../shared/operations/operation';
import { messageOptions } from '../../shared/operations/sendParts';
import { byPhone, type PlannedRecipient } from '../../shared/pipeline/planRequests';
import { NEXT_VALUE } from '../../shared/rules/messageChecks';
import { endpoints } from '../../shared/service/endpoints';
import { PHONE_PLACEHOLDER } from '../../shared/templates/parameterValues';
import { templateField } from '../../shared/templates/picker';
import {
	renderTemplate,
	paramsObject,
	templatesOfExecution,
	type ParameterValues,
} from '../../shared/templates/template';
import { schedule } from '../../shared/values/bodyReader';
import { chatSenderField, messageResource, mostMessagesOption } from './chatFields';
import { headerFiles, templateContentReader } from './chosenTemplate';
import {
	CONTACT_PLACEHOLDERS,
	headerFileFields,
	parametersField,
	parametersNotice,
} from './templateParameters';

const chosenTemplate = templateField('searchTemplates', 'template');

const options = optionsFields(
	messageOptions,
	campaignOptions,
	completionOptions,
	chatSenderField,
	mostMessagesOption,
	optOutUrlOption,
);

const parametersOfItems: Field[] = [
	parametersField,
	parametersNotice(
		"{first_name} inserts each item's first_name. {first_name|there} inserts 'there' if it is empty.",
		{ sendTo: ['items'] },
	),
	parametersNotice(
		`Here, {first_name} is the item's value, the same for every list member. ${CONTACT_PLACEHOLDERS}.`,
		{ sendTo: ['lists'] },
	),
];

/** Rules of the specification's "Send chat template". */
const chatCampaign: CampaignKind = {
	url: endpoints.chatTemplate,
	channel: 'chat',
	settingsFields: [chosenTemplate, ...headerFileFields, ...options],
	choicesOfRun: [...modeFields, sendToField],
	rules: [schedule],
	fileRule: headerFiles,
	contentLabel: 'Template Parameters',
	contentReader: templateContentReader,
	recipientsOf,
	sharedContent,
	renderer: templateRenderer,
	templateOf: approvedTemplate,
	checked: {
		channel: 'chat',
		typed: ({ parameters }) => Object.values(Object((parameters as IDataObject).value) as object),
		own: (content) => Object.values(JSON.parse(content) as ParameterValues).join(NEXT_VALUE),
	},
};

/** Equal parameters are sent with `list`, different ones as `listjson`. */
function recipientsOf(recipients: PlannedRecipient[]) {
	const [{ content: shared }] = recipients;
	if (recipients.some(({ content }) => content !== shared)) {
		return {
			// The service fills in phones for `list` only.
			listjson: byPhone(
				recipients,
				(content, phone) => paramsOf(content.replaceAll(PHONE_PLACEHOLDER, phone)) ?? {},
			),
		};
	}
	return {
		list: recipients.map(({ phone: number }) => number).join(','),
		...sharedContent(shared),
	};
}

/** Shows the template with a recipient's values. */
async function templateRenderer(context: IExecuteFunctions): Promise<RenderContent> {
	const templates = await templatesOfExecution(context);
	return (content, { template, fileurl }) =>
		renderTemplate(
			templates.get(String(template))!,
			JSON.parse(content) as ParameterValues,
			shownFile(fileurl as string | undefined),
		);
}

/** What a template says. The platform may change text and language under the same code. */
async function approvedTemplate(context: IExecuteFunctions) {
	const templates = await templatesOfExecution(context);
	return ({ template }: IDataObject): IDataObject => {
		const known = templates.get(String(template));
		if (known === undefined) return {};
		const { code, language, header, body, footer, buttons } = known;
		const { type, text, defaultMediaUrl } = header;
		const all = { code, language, header: { type, text, defaultMediaUrl }, body, footer, buttons };
		// As it is after n8n has saved it.
		return JSON.parse(JSON.stringify(all)) as IDataObject;
	};
}

function sharedContent(content: string) {
	const params = paramsOf(content);
	return params === undefined ? {} : { params };
}

function paramsOf(content: string) {
	return paramsObject(JSON.parse(content) as ParameterValues);
}

/** All input items as one chat campaign (specification, "Send chat template"). */
export const sendTemplateCampaign: CollectiveOperation = {
	resource: messageResource,
	name: 'Send Template Campaign',
	value: 'sendTemplateCampaign',
	action: 'Send chat template campaign',
	description:
		'Send an approved template by chat to all input items, such as the rows of a table, as one campaign',
	endpoint: endpoints.chatTemplate,
	effect: 'once',
	fields: campaignPanel([
		...campaignRecipientFields,
		chosenTemplate,
		...headerFileFields,
		...parametersOfItems,
		...options,
	]),
	overAllItems: async (context) => await runCampaign(context, chatCampaign),
};

import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../fields/field';
import type { Endpoint } from '../service/endpoints';
import type { AskedCampaign } from './campaignApproval';
import type { PageLanguage } from './pageTexts';

/** What is particular to a channel that questions are sent by. */
export interface QuestionKind {
	url: Endpoint;
	fields: Field[];
	/** The service's parameter for a recipient. */
	recipientWire: 'list' | 'to';
	/** How many messages a text is billed as, where that depends on it. */
	messagesOf?(text: string): number;
}

/** Kinds of fields a custom form may have, by the values n8n's own forms use. */
export type FormFieldType =
	'date' | 'dropdown' | 'email' | 'number' | 'radio' | 'text' | 'textarea';

/** A field of a custom form. */
export interface FormField {
	label: string;
	type: FormFieldType;
	/** What can be chosen; of dropdowns and radio buttons only. */
	choices: string[];
	isRequired: boolean;
}

/** The approval of a campaign, of which the page shows what would be sent. */
interface CampaignResponse extends AskedCampaign {
	kind: 'campaignApproval';
	approveLabel: string;
	declineLabel: string;
}

/** How a question is to be answered. */
export type ResponseKind =
	| { kind: 'approval'; approveLabel: string; declineLabel: string; mayDecline: boolean }
	| CampaignResponse
	| { kind: 'freeText' }
	| { kind: 'customForm'; fields: FormField[] };

/** Whom the message reached. */
export interface SentMessage extends IDataObject {
	phone: string;
	taskId: string | null;
}

/** A question that waits for its answer, as it is saved with the execution. */
export interface Question {
	executionId: string;
	/** When it was asked, as ISO text. Tells two questions of one node apart. */
	askedAt: string;
	/** When it can no longer be answered, in milliseconds since 1970; none without a limit. */
	limitAt?: number;
	/** Who asks, as the page says it; empty for no one named. */
	from: string;
	/** The message, without the link. */
	text: string;
	/** Of a human review: what n8n runs once it is approved. */
	call?: { tool: string; parameters: IDataObject };
	response: ResponseKind;
	language: PageLanguage;
	/** Whom it is put to. */
	recipients: string[];
	/** Those of them whose message was certainly refused. */
	notAsked: string[];
	confirmsByCode: boolean;
	/** How the others learn of an answer, if they are to. */
	tellsOthers?: Pick<QuestionKind, 'url' | 'recipientWire'> & { shared: IDataObject };
	/** The input item's data, and what the output says beside it whatever the answer is. */
	row: IDataObject;
	sending: IDataObject;
}

/** What a person answered. */
export type Answer =
	| { approved: boolean }
	| { approved: boolean; plan: string | null; declinedBecause: string | null }
	| { text: string }
	| { fields: IDataObject };

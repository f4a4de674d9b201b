// What a question is, and what of it the waiting execution remembers.
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { SharedCampaign } from '../approve/previewed';
import type { Field } from '../fields/field';
import { keptInWait, keptWithExecution, runState } from '../ledger/runState';
import type { Endpoint } from '../service/endpoints';
import type { PageLanguage } from '../pages/pageTexts';

/** What is particular to a channel that questions are sent by. */
export interface QuestionKind {
	url: Endpoint;
	fields: Field[];
	/** The service's parameter for a recipient. */
	recipientWire: 'list' | 'to';
	/** Characters of the longest message, with its link. */
	longest: number;
}

/** Kinds of fields a custom form may have, by the values n8n's own forms use, with their labels. */
export const formFieldTypes = {
	...{ date: 'Date', dropdown: 'Dropdown', email: 'Email', number: 'Number' },
	...{ radio: 'Radio Buttons', text: 'Text', textarea: 'Textarea' },
};

export type FormFieldType = keyof typeof formFieldTypes;

/** A field of a form. */
export interface FormField {
	label: string;
	type: FormFieldType;
	/** What can be chosen; of dropdowns and radio buttons only. */
	choices: string[];
	isRequired: boolean;
}

/** Whether something is chosen in a field. */
export function hasChoices({ type }: Pick<FormField, 'type'>): boolean {
	return type === 'dropdown' || type === 'radio';
}

/** How a question is to be answered. */
export type ResponseType = 'approval' | 'campaignApproval' | 'customForm' | 'freeText';

/** What a person answers a question by. */
export interface Answerable {
	type: ResponseType;
	/** What can be entered on its page beside its buttons. */
	fields: FormField[];
}

/** Whether a question is answered by approving or declining. */
export function asksForApproval({ type }: Pick<Answerable, 'type'>): boolean {
	return type === 'approval' || type === 'campaignApproval';
}

/** A campaign that a person is asked to approve. */
export interface AskedCampaign {
	/** The hash of all that is approved, as `hashOfCampaign` makes it. */
	hash: string;
	/** What the page shows of it. */
	campaign: SharedCampaign;
}

/** The call that a review is about. */
export interface ShownCall {
	tool: string;
	parameters: IDataObject;
}

/** A question that waits for its answer, as it is saved with the execution. */
export interface Question extends Answerable {
	/** When it was asked, as ISO text. Tells two questions of one node apart. */
	askedAt: string;
	/** When it can no longer be answered, in milliseconds since 1970; none without a limit. */
	limitAt?: number;
	/** Who asks, as the page says it; empty for no one named. */
	from: string;
	/** The message, without the link. */
	text: string;
	/** Of a human review: what n8n runs once it is approved. */
	call?: ShownCall;
	/** Of the approval of a campaign: what would be sent. */
	approves?: AskedCampaign;
	language: PageLanguage;
	recipients: string[];
}

const QUESTION = 'question';

/** Keeps the question with the execution: what n8n saves for the node survives the wait. */
export function rememberQuestion(context: IExecuteFunctions, question: Question): void {
	keptWithExecution<Question>(runState(context), QUESTION).asked = question;
}

/** The question a waiting execution asks; undefined when it asks none. */
export function waitingQuestion(context: IWebhookFunctions): Question | undefined {
	return keptInWait<Question>(context, QUESTION).asked;
}

/** Tells whether the time for answers is over. */
export function isOver({ limitAt = Infinity }: Question): boolean {
	return Date.now() >= limitAt;
}

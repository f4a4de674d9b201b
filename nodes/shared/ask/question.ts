// What a question is, and what the waiting execution stores of it.
import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { SharedCampaign } from '../approve/previewed';
import type { Field } from '../fields/field';
import { keptInWait, keptWithExecution, runState } from '../ledger/runState';
import type { Endpoint } from '../service/endpoints';
import type { PageLanguage } from '../pages/pageTexts';

/** What differs between the channels of questions. */
export interface QuestionKind {
	url: Endpoint;
	fields: Field[];
	/** The service's parameter for a recipient. */
	recipientWire: 'list' | 'to';
	/** Characters of the longest message, with its link. */
	longest: number;
}

/** Types of form fields with their labels, by the values of n8n's own forms. */
export const formFieldTypes = {
	...{ date: 'Date', dropdown: 'Dropdown', email: 'Email', number: 'Number' },
	...{ radio: 'Radio Buttons', text: 'Text', textarea: 'Textarea' },
};

export type FormFieldType = keyof typeof formFieldTypes;

/** A field of a form. */
export interface FormField {
	label: string;
	type: FormFieldType;
	/** For dropdowns and radio buttons only. */
	choices: string[];
	isRequired: boolean;
}

/** Whether a field has choices. */
export function hasChoices({ type }: Pick<FormField, 'type'>): boolean {
	return type === 'dropdown' || type === 'radio';
}

/** How a question is answered. */
export type ResponseType = 'approval' | 'campaignApproval' | 'customForm' | 'freeText';

/** How a person can answer a question. */
export interface Answerable {
	type: ResponseType;
	/** The fields on its page. */
	fields: FormField[];
}

/** Whether a question is answered by approving or declining. */
export function asksForApproval({ type }: Pick<Answerable, 'type'>): boolean {
	return type === 'approval' || type === 'campaignApproval';
}

/** A campaign to approve. */
export interface AskedCampaign {
	/** The hash of all that is approved, made by `hashOfCampaign`. */
	hash: string;
	/** What the page shows of it. */
	campaign: SharedCampaign;
}

/** The call under review. */
export interface ShownCall {
	tool: string;
	parameters: IDataObject;
}

/** A question that waits for its answer, as the execution stores it. */
export interface Question extends Answerable {
	/** When it was asked, as ISO text. Tells two questions of one node apart. */
	askedAt: string;
	/** When the time for answers ends, in milliseconds since 1970; none without a limit. */
	limitAt?: number;
	/** Who asks, as the page says it; may be empty. */
	from: string;
	/** The message, without the link. */
	text: string;
	/** For a human review: what n8n runs after the approval. */
	call?: ShownCall;
	/** For a campaign's approval: what would be sent. */
	approves?: AskedCampaign;
	language: PageLanguage;
	recipients: string[];
}

const QUESTION = 'question';

/** Keeps the question with the execution, which n8n saves during the wait. */
export function rememberQuestion(context: IExecuteFunctions, question: Question): void {
	keptWithExecution<Question>(runState(context), QUESTION).asked = question;
}

/** The question of a waiting execution, if it has one. */
export function waitingQuestion(context: IWebhookFunctions): Question | undefined {
	return keptInWait<Question>(context, QUESTION).asked;
}

/** Whether the time for answers is over. */
export function isOver({ limitAt = Infinity }: Question): boolean {
	return Date.now() >= limitAt;
}

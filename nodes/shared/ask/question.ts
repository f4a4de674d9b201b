import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Field } from '../fields/field';
import { keptInWait, keptWithExecution, runState, type RunState } from '../ledger/runState';
import type { Endpoint } from '../service/endpoints';
import type { AskedCampaign } from './campaignApproval';
import type { PageLanguage } from '../pages/pageTexts';

/** What is particular to a channel that questions are sent by. */
export interface QuestionKind {
	url: Endpoint;
	fields: Field[];
	/** The service's parameter for a recipient. */
	recipientWire: 'list' | 'to';
	/** How many messages a text is billed as, where that depends on it. */
	messagesOf?(text: string): number;
}

/** Kinds of fields a custom form may have, by the values n8n's own forms use, with their labels. */
export const formFieldTypes = {
	...{ date: 'Date', dropdown: 'Dropdown', email: 'Email', number: 'Number' },
	...{ radio: 'Radio Buttons', text: 'Text', textarea: 'Textarea' },
};

export type FormFieldType = keyof typeof formFieldTypes;

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

/** The call that a review is about. */
export interface ShownCall {
	tool: string;
	parameters: IDataObject;
	/** What is known of an earlier one that asks for the same: that a person was asked about it, or what became of it. */
	earlier?: 'asked' | 'accepted' | 'unknown';
}

/** The same as it is told from others. */
export interface AskedCall extends ShownCall {
	id: string;
	/** The same for all calls of the agent's run that ask for the same. */
	same: string;
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
	call?: AskedCall;
	response: ResponseKind;
	language: PageLanguage;
	recipients: string[];
	/** The input item's data, and what the output says beside it whatever the answer is. */
	row: IDataObject;
	sending: IDataObject;
}

/** What a person answered. */
export type Answer =
	| { approved: boolean }
	| { approved: boolean; declinedBecause: string | null }
	| { text: string }
	| { fields: IDataObject };

/** What the tries of one run of the node have in common. */
interface Asking {
	/** When the first of them asked, as ISO text. */
	askedAt: string;
	/** How many there have been, this one included. */
	tries: number;
}

const runs = new WeakMap<RunState, Asking>();

/** Counts a try of this run. All tries ask the same question, so that a link of an earlier one opens it too. */
export function countTry(context: IExecuteFunctions): Asking {
	const run = runState(context);
	const { askedAt, tries } = runs.get(run) ?? { askedAt: new Date().toISOString(), tries: 0 };
	const asking = { askedAt, tries: tries + 1 };
	runs.set(run, asking);
	return asking;
}

const QUESTION = 'question';

/** Keeps the question with the execution: what n8n saves for the node survives the wait. */
export function rememberQuestion(context: IExecuteFunctions, question: Question): void {
	const kept = keptWithExecution<unknown>(runState(context), QUESTION);
	const { call } = question;
	if (call !== undefined) kept[`call ${call.same}`] = [...askedOf(context, call.same), call.id];
	kept.asked = question;
}

/** The IDs of the calls that a person was asked about before, and that ask for the same. */
export function askedOf(context: IExecuteFunctions, same: string): string[] {
	return keptWithExecution<string[]>(runState(context), QUESTION)[`call ${same}`] ?? [];
}

/** The question a waiting execution asks; undefined when it asks none. */
export function waitingQuestion(context: IWebhookFunctions): Question | undefined {
	return keptInWait<Question>(context, QUESTION).asked;
}

/** Tells whether the time for answers is over. */
export function isOver({ limitAt = Infinity }: Question): boolean {
	return Date.now() >= limitAt;
}

import type { IDataObject, IExecuteFunctions, INode, INodePropertyOptions } from 'n8n-workflow';

import type { Field } from '../fields/field';
import { bodyReader } from '../values/bodyReader';
import { unmergedText } from '../values/mergeFields';
import { readable } from '../values/parameters';
import { inputError, isReview } from '../service/nodeErrors';
import { choiceOf, oneOf, textOf } from '../rules/text';
import { isEmpty, problem, type Read } from '../rules/reader';
import { pageLanguages, pageTexts, type PageLanguage } from '../pages/pageTexts';
import type { AskedCampaign } from './campaignApproval';
import type { Question, QuestionKind } from './question';
import { CAMPAIGN_APPROVAL, responseFields } from './questionFields';
import { readResponse } from './readResponse';
import { readWaitLimit, type EnteredLimit } from '../rules/waits';

/** What the fields of the operation say, checked. */
export interface ReadQuestion extends Pick<
	Question,
	'recipients' | 'from' | 'response' | 'language' | 'limitAt'
> {
	/** The message without its link. */
	message: string;
	/** The other parameters of its messages, by wire name. */
	shared: IDataObject;
}

/**
 * Reads the fields of the operation for its one item.
 *
 * @param campaign the one that is asked about
 * @throws NodeOperationError that names all fields that break a rule; nothing has been sent by then
 */
export function readQuestion(
	context: IExecuteFunctions,
	kind: QuestionKind,
	campaign?: Read<AskedCampaign>,
): ReadQuestion {
	const { recipientWire } = kind;
	const now = new Date();
	const timeZone = context.getTimezone();
	const node = context.getNode();
	// How long the message may be is known when its link is.
	const fields = kind.fields.map((field) =>
		field.wire === 'msg' ? ({ ...field, reader: textOf() } as Field) : field,
	);
	const reader = bodyReader(context, { fields, braces: unmergedText() });
	const [row] = context.getInputData();
	const read = reader.bodyOf(reader.enteredFor(0, row?.json ?? {}), { now });
	if ('problems' in read) throw inputError(node, read.problems, 0);

	const parameter = <T>(name: string, fallback: T): T => {
		const label = fields.find((field) => field.name === name)?.displayName ?? name;
		return readable(context, label, () => context.getNodeParameter(name, 0, fallback) as T);
	};
	const valid = <T>(field: string, read: Read<T>): T => {
		if ('problem' in read) throw inputError(node, [{ ...read.problem, field }], 0);
		return read.value;
	};
	const options = parameter<IDataObject>('options', {});
	const limit = options.limitWaitTime as { values?: EnteredLimit } | undefined;
	const responseType = valid('Response Type', readResponseType(node, parameter));
	const language = valid('Page Language', readLanguage(options.pageLanguage));
	const response = readResponse(
		{
			responseType,
			approvalOptions: parameter('approvalOptions', {}),
			formFields: parameter('formFields', {}),
		},
		pageTexts[language],
		campaign,
	);
	const { [recipientWire]: recipients, msg, ...shared } = read.body;
	return {
		recipients: String(recipients).split(','),
		message: String(msg).trim(),
		shared,
		response: valid(fieldOf(responseType), response),
		language,
		from: valid('Company Name', readFrom(parameter<unknown>('from', ''))),
		limitAt: valid('Limit Wait Time', readWaitLimit(limit?.values, now, timeZone)),
	};
}

/** How the question is answered. Read as it is: a space too many would make it another page. */
function readResponseType(
	node: INode,
	parameter: (name: string, fallback: string) => unknown,
): Read<string> {
	const [{ options }] = responseFields;
	const types = (options as INodePropertyOptions[]).map(({ value }) => String(value));
	const read = choiceOf(...types)(parameter('responseType', 'approval'));
	return isReview(node) && 'value' in read && read.value === CAMPAIGN_APPROVAL
		? problem('is for campaigns, but a review asks about a tool call', 'Choose Approval.')
		: read;
}

const LONGEST_FROM = 60;

/** Who asks, as the page names them; empty where no one is named. */
export function readFrom(entered: unknown): Read<string> {
	const read = isEmpty(entered) ? { value: '' } : textOf({ atMost: LONGEST_FROM })(entered);
	return 'problem' in read ? read : { value: read.value.trim() };
}

/** The language of the page; English where none is entered. */
export function readLanguage(entered: unknown): Read<PageLanguage> {
	if (isEmpty(entered)) return { value: 'en' };
	return oneOf(...pageLanguages.map(({ value }) => value))(entered) as Read<PageLanguage>;
}

/** The field that says how the question is answered. */
function fieldOf(responseType: string): string {
	if (responseType === CAMPAIGN_APPROVAL) return 'Response Type';
	return responseType === 'customForm' ? 'Form Fields' : 'Approval Options';
}

import type { IDataObject, IExecuteFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readable, readWireValues } from '../run/parameters';
import { wireParameters } from '../fields/field';
import { inputError, isReview } from '../service/nodeErrors';
import { checkRequest, type FieldProblem } from '../rules/checkRequest';
import { oneOf, textOf } from '../rules/text';
import { expressionsIn } from '../rules/expressions';
import { isEmpty, type Problem, type Read } from '../rules/reader';
import { pageLanguages, pageTexts, type PageLanguage } from '../pages/pageTexts';
import { messageWithoutLink, readMessage, type MessageText } from './messageText';
import type { Question, QuestionKind } from './question';
import { CAMPAIGN_APPROVAL, responseFields } from './questionFields';
import { readResponse } from './readResponse';
import { optionProblemsOfRun } from '../run/choices';
import { readWaitLimit, type EnteredLimit } from '../rules/waits';

/** What the fields of the operation say, checked. */
export interface ReadQuestion extends Pick<
	Question,
	'recipients' | 'from' | 'response' | 'language' | 'limitAt'
> {
	message: MessageText;
	/** The other parameters of its messages, by wire name. */
	shared: IDataObject;
}

/**
 * Reads the fields of the operation for its one item.
 *
 * @throws NodeOperationError that names all fields that break a rule; nothing has been sent by then
 */
export function readQuestion(context: IExecuteFunctions, kind: QuestionKind): ReadQuestion {
	const { fields, recipientWire } = kind;
	const parameters = wireParameters(fields);
	const { label: messageLabel } = parameters.msg;
	const now = new Date();
	const timeZone = context.getTimezone();
	const entered = readWireValues(context, fields).at(0);
	// How long the message may be is known when its link is.
	const ofAnyLength = { ...parameters, msg: { ...parameters.msg, reader: textOf() } };
	const checked = checkRequest(ofAnyLength, [], entered, { now });

	const parameter = <T>(name: string, fallback: T): T => {
		const label = fields.find((field) => field.name === name)?.displayName ?? name;
		return readable(context, label, () => context.getNodeParameter(name, 0, fallback) as T);
	};
	const options = parameter<IDataObject>('options', {});
	const limit = options.limitWaitTime as { values?: EnteredLimit } | undefined;
	const responseType = parameter<unknown>('responseType', 'approval');
	const language = readLanguage(options.pageLanguage);
	const read = {
		message: readMessage(context, messageLabel),
		response: readResponse(
			{
				responseType,
				approvalOptions: parameter('approvalOptions', {}),
				formFields: parameter('formFields', {}),
			},
			pageTexts['value' in language ? language.value : 'en'],
			context.getInputData(),
		),
		language,
		from: readFrom(parameter<unknown>('from', '')),
		limit: readWaitLimit(limit?.values, now, timeZone),
	};
	const node = context.getNode();
	const problems = [
		...optionProblemsOfRun(context, fields, () => true),
		...messageProblems(context, messageLabel, read.message),
		...('problems' in checked ? checked.problems : []),
		...responseTypeProblem(responseType, isReview(node)),
		...problemOf(fieldOf(responseType), read.response),
		...problemOf('Company Name', read.from),
		...problemOf('Page Language', read.language),
		...problemOf('Limit Wait Time', read.limit),
	];
	if (problems.length > 0 || 'problems' in checked) {
		throw inputError(node, onePerField(problems), 0);
	}
	const { [recipientWire]: recipients, msg: _message, ...shared } = checked.body;
	return {
		recipients: String(recipients).split(','),
		message: valueOf(read.message),
		shared,
		response: valueOf(read.response),
		language: valueOf(read.language),
		from: valueOf(read.from),
		limitAt: valueOf(read.limit),
	};
}

/** n8n (2.0 and 2.41) makes nothing of most expressions that fail, and says so to no one. */
const noResult: Problem = {
	rule: 'is empty: its expression returns nothing, or fails',
	fix: 'Correct the expression, or the data it reads.',
};

/** Merge fields are for texts that differ from item to item; here an expression does. */
function messageProblems(
	context: IExecuteFunctions,
	field: string,
	message: Read<MessageText>,
): FieldProblem[] {
	if ('problem' in message) return problemOf(field, message);
	const saved = context.getNode().parameters.message;
	if (isEmpty(message.value.join('')) && expressionsIn(saved).length > 0) {
		return [{ ...noResult, field }];
	}
	const isOnlyLink = message.value.length > 1 && isEmpty(messageWithoutLink(message.value));
	if (!isOnlyLink) return [];
	return [{ rule: 'contains nothing but the link', fix: 'Write the question.', field }];
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
function fieldOf(responseType: unknown): string {
	if (responseType === CAMPAIGN_APPROVAL) return 'Response Type';
	return responseType === 'customForm' ? 'Form Fields' : 'Approval Options';
}

/** Read as it is: a space too many would make it another page. */
function responseTypeProblem(entered: unknown, isOfReview: boolean): FieldProblem[] {
	if (isOfReview && entered === CAMPAIGN_APPROVAL) {
		const rule = 'is for campaigns, but a review asks about a tool call';
		return [{ field: 'Response Type', rule, fix: 'Choose Approval.' }];
	}
	const [{ options }] = responseFields;
	const types = (options as INodePropertyOptions[]).map(({ value }) => value);
	const rule = `must be one of ${types.join(', ')}`;
	const isOne = types.includes(entered as string);
	return isOne ? [] : [{ field: 'Response Type', rule, fix: 'Use one of these values.' }];
}

/** What is wrong with a part of a field is wrong with the field, too: said once. */
function onePerField(problems: FieldProblem[]): FieldProblem[] {
	const first = new Map([...problems].reverse().map((each) => [each.field, each]));
	return problems.filter((each) => first.get(each.field) === each);
}

function problemOf(field: string, read: Read): FieldProblem[] {
	return 'problem' in read ? [{ ...read.problem, field }] : [];
}

function valueOf<T>(read: Read<T>): T {
	return (read as { value: T }).value;
}

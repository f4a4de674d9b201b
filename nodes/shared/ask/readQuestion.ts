// What a question's fields say, read and checked.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readerOf, type Field } from '../fields/field';
import { bodyReader } from '../values/bodyReader';
import { optionsOfRun } from '../values/addedOptions';
import { unmergedText } from '../values/mergeFields';
import { readable } from '../values/parameters';
import { inputError } from '../service/nodeErrors';
import { pageTexts, type PageLanguage, type PageTexts } from '../pages/pageTexts';
import type { FormField, Question, QuestionKind, ResponseType } from './question';
import {
	formFieldsField,
	fromField,
	languageOption,
	limitOption,
	responseTypeField,
} from './questionFields';
import { readForm } from './readForm';

/** The operation's fields, checked. */
export interface ReadQuestion extends Pick<
	Question,
	'recipients' | 'from' | 'type' | 'fields' | 'language' | 'limitAt'
> {
	/** The message without its link. */
	message: string;
	/** The other parameters of its messages, by wire name. */
	shared: IDataObject;
}

/**
 * Reads the operation's fields for its one item.
 *
 * @throws NodeOperationError that names fields that break a rule, before anything is sent
 */
export function readQuestion(
	context: IExecuteFunctions,
	{ fields, recipientWire }: QuestionKind,
): ReadQuestion {
	const node = context.getNode();
	const now = new Date();
	const reader = bodyReader(context, { fields, braces: unmergedText });
	const [row] = context.getInputData();
	const read = reader.bodyOf(reader.enteredFor(0, row?.json ?? {}), { now });
	if ('problems' in read) throw inputError(node, read.problems, 0);

	const valueOf = <T>(field: Field, readOne = readerOf(field)): T => {
		const { name, displayName } = field;
		const entered = readable(context, displayName, () =>
			context.getNodeParameter(name, 0, field.default),
		);
		const found = readOne(entered);
		if ('value' in found) return found.value as T;
		throw inputError(node, [{ ...found.problem, field: displayName }], 0);
	};
	const options = optionsOfRun(context, fields);
	const limitMs = options[limitOption.name] as number | undefined;
	const language = (options[languageOption.name] ?? 'en') as PageLanguage;
	const type = valueOf<ResponseType>(responseTypeField);
	const { [recipientWire]: recipients, msg, ...shared } = read.body;
	return {
		...{ recipients: String(recipients).split(','), message: String(msg).trim(), shared },
		...{ type, language, from: valueOf<string>(fromField) },
		fields:
			type === 'customForm'
				? valueOf(formFieldsField, readForm)
				: ownFields(type, pageTexts[language]),
		limitAt: limitMs === undefined ? undefined : now.getTime() + limitMs,
	};
}

/** The page's own fields, which no person defines. */
function ownFields(type: ResponseType, { yourAnswer, campaign }: PageTexts): FormField[] {
	const textOf = (label: string, isRequired: boolean): FormField[] => [
		{ label, type: 'textarea', choices: [], isRequired },
	];
	if (type === 'freeText') return textOf(yourAnswer, true);
	return type === 'campaignApproval' ? textOf(campaign.why, false) : [];
}

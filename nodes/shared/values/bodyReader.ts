import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Field } from '../fields/field';
import { wireFields, wireParameters } from '../fields/wireFields';
import { filePlaceholder } from '../files/fileAddress';
import {
	checkRequest,
	type CheckContext,
	type FieldProblem,
	type RequestRules,
} from '../rules/checkRequest';
import { addedOptions, optionError, optionProblem } from './addedOptions';
import { unknownChoice } from './choices';
import { typedText, type Parse, type TextAt } from './mergeTextReader';
import { parameterReader, readsSiblings, readWireValues, valueIn } from './parameters';
import type { FileRead } from './rowsKind';

/** What a request's body is made of. */
interface BodyParts {
	fields: Field[];
	rules?: RequestRules;
	/** What is done with what is in braces in a text that a person typed: it is filled, or refused. */
	braces: Parse;
	/** True where options that fill no parameter hold for the run, and are read with it. */
	hasRunOptions?: boolean;
}

/** What was entered for an item, by wire name, and what is wrong with it already. */
interface Entered {
	values: IDataObject;
	problems: FieldProblem[];
}

/** Reads the bodies of a run's requests: the only way from the panel to what the service gets. */
export interface BodyReader {
	/** True where the same is entered for all items. */
	isConstant: boolean;
	/**
	 * Evaluates what was entered for an item.
	 *
	 * @param file in the place of a link
	 * @throws NodeOperationError for an expression that fails
	 */
	enteredFor(item: number, json: IDataObject, file?: FileRead): Entered;
	/** Makes a body of it, by the readers of the fields and the rules; or says all that is wrong with it. */
	bodyOf(
		entered: Entered,
		context: CheckContext,
	): { body: IDataObject } | { problems: FieldProblem[] };
}

/**
 * Prepares the reading of bodies. What no expression decides is read once.
 *
 * @throws NodeOperationError for a choice that no person can make in the panel
 */
export function bodyReader(context: IExecuteFunctions, parts: BodyParts): BodyReader {
	const { fields, rules = [], hasRunOptions = false } = parts;
	const node = context.getNode();
	const parameters = wireParameters(fields);
	const texts = textReaders(context, parts);
	const values = readWireValues(context, fields, Object.keys(texts));
	const parameter = parameterReader(context, fields);
	const unknown = unknownChoice(node, fields);
	if (unknown !== undefined) throw optionError(node, unknown.field, unknown);
	const options = addedOptions(node, fields).filter(
		({ wire }) => wire !== undefined || !hasRunOptions,
	);
	return {
		isConstant: values.constant && Object.keys(texts).length === 0,
		enteredFor(item, json, file) {
			const entered: IDataObject = { ...values.at(item) };
			const problems: FieldProblem[] = [];
			for (const [wire, textAt] of Object.entries(texts)) {
				const text = textAt(item, json);
				if ('problem' in text) problems.push({ field: parameters[wire].label, ...text.problem });
				else entered[wire] = (text.value ?? null) as IDataObject;
			}
			if (file !== undefined) {
				if ('problem' in file) problems.push(file.problem);
				else entered.fileurl = filePlaceholder(file.value);
			}
			for (const option of options) {
				const { wire, path, field } = option;
				if (problems.some((each) => each.field === field.displayName)) continue;
				const value = wire === undefined ? parameter(path, null, item) : entered[wire];
				const wrong = optionProblem(node, option, value);
				if (wrong !== undefined) problems.push(wrong);
			}
			return { values: entered, problems };
		},
		bodyOf({ values: entered, problems: before }, given) {
			const known = new Set(before.map(({ field }) => field));
			// Rules over several values say nothing of values of which one is wrong.
			const checked = checkRequest(parameters, before.length > 0 ? [] : rules, entered, given);
			const found = 'problems' in checked ? checked.problems : [];
			const problems = [...before, ...found.filter(({ field }) => !known.has(field))];
			if ('body' in checked && problems.length === 0) return checked;
			return { problems };
		},
	};
}

/** Readers of the texts in which a person may have typed braces; other values are read as n8n reads them. */
function textReaders(
	context: IExecuteFunctions,
	{ fields, braces }: BodyParts,
): Record<string, TextAt> {
	const saved = context.getNode().parameters;
	const readers: Record<string, TextAt> = {};
	for (const { wire, path, label, isText } of wireFields(fields)) {
		const text = valueIn(saved, path.split('.'));
		const isRead = isText && typeof text === 'string' && text.includes('{');
		if (!isRead || readsSiblings(text)) continue;
		readers[wire] = typedText(context, text, label, braces).at;
	}
	return readers;
}

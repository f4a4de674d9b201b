import { isExpression, type IDataObject, type IExecuteFunctions, type INode } from 'n8n-workflow';

import type { Field } from '../fields/field';
import { wireFields, wireParameters } from '../fields/wireFields';
import { filePlaceholder } from '../files/fileAddress';
import {
	checkRequest,
	type CheckContext,
	type FieldProblem,
	type RequestRules,
} from '../rules/checkRequest';
import { EMPTY } from '../rules/reader';
import { isReview, isTool } from '../service/nodeErrors';
import { addedOptions, optionProblem } from './addedOptions';
import { choicesByExpression } from './choices';
import { jsonText, typedText, type Parse, type TextAt } from './mergeTextReader';
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
	/** Empty where it is not known which fields are meant. */
	values: IDataObject;
	problems: FieldProblem[];
}

/** Reads the bodies of a run's requests: the only way from the panel to what the service gets. */
export interface BodyReader {
	/** True where the same is entered for all items. */
	isConstant: boolean;
	/**
	 * Evaluates what was entered for an item, without what its choices leave out.
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

/** Prepares the reading of bodies. What no expression decides is read once. */
export function bodyReader(context: IExecuteFunctions, parts: BodyParts): BodyReader {
	const { fields, rules = [], hasRunOptions = false } = parts;
	const node = context.getNode();
	const parameters = wireParameters(fields);
	const texts = textReaders(context, parts);
	const values = readWireValues(context, fields, Object.keys(texts));
	const parameter = parameterReader(context, fields);
	const choices = choicesByExpression(node.parameters, fields);
	const options = addedOptions(node, fields).filter(
		({ wire }) => wire !== undefined || !hasRunOptions,
	);
	return {
		isConstant: choices === undefined && values.constant && Object.keys(texts).length === 0,
		enteredFor(item, json, file) {
			const left = choices?.leftOut(({ name, default: usual }) => parameter(name, usual, item));
			if (left !== undefined && 'problem' in left) return { values: {}, problems: [left.problem] };
			const entered: IDataObject = { ...values.at(item) };
			const problems: FieldProblem[] = [];
			const isLeftOut = (wire: string) => left?.wires.includes(wire) ?? false;
			for (const wire of Object.keys(entered).filter(isLeftOut)) delete entered[wire];
			for (const [wire, textAt] of Object.entries(texts)) {
				if (isLeftOut(wire)) continue;
				const text = textAt(item, json);
				if ('problem' in text) problems.push({ field: parameters[wire].label, ...text.problem });
				else entered[wire] = (text.value ?? null) as IDataObject;
			}
			if (file !== undefined && !isLeftOut('fileurl')) {
				if ('problem' in file) problems.push(file.problem);
				else entered.fileurl = filePlaceholder(file.value);
			}
			for (const option of options) {
				const { wire, path, field } = option;
				if (wire !== undefined && isLeftOut(wire)) continue;
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
			return { problems: problems.map((each) => ofExpression(node, fields, each)) };
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
	for (const { wire, path, label, isText, isJson } of wireFields(fields)) {
		const text = valueIn(saved, path.split('.'));
		const isRead = isText && typeof text === 'string' && text.includes('{');
		if (!isRead || readsSiblings(text)) continue;
		readers[wire] = isJson
			? jsonText(context, text, label)
			: typedText(context, text, label, braces).at;
	}
	return readers;
}

/** What to do about a field that looks filled: its expression gives nothing. A model knows of no expressions. */
function ofExpression(node: INode, fields: Field[], found: FieldProblem): FieldProblem {
	const name = fields.find(({ displayName }) => displayName === found.field)?.name ?? '';
	const isFilled = isExpression(node.parameters[name]) && (!isTool(node) || isReview(node));
	return found.fix === EMPTY.fix && isFilled
		? { ...found, fix: 'The expression returned nothing: correct it, or the input data.' }
		: found;
}

// How a text with merge fields and expressions becomes the text of an item.
import { isExpression, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { EMPTY, isEmpty, problem, type Read, type Reader } from '../rules/reader';
import type { ContentReader } from './rowsKind';
import { chunksOf } from '../rules/expressions';
import { isFromData, unfilledColumn } from '../rules/typedText';
import {
	isMergeText,
	literally,
	parseMergeText,
	type FilledBy,
	type MergeText,
} from './mergeFields';
import { evaluatedAt, evaluatedParts, onceFor } from './parameters';

/** Gives the finished text for an item; what is no text stays as it is, for the reader of the field. */
export type TextAt = (item: number, json: IDataObject) => Read<unknown>;

/** What a text becomes for each item. */
export interface TypedText {
	/** True when it is the same for every item. */
	isConstant: boolean;
	at: TextAt;
}

/** Reads a text with what is in braces: {@link fieldsFilled}, or `unmergedText`. */
export type Parse = (source: string) => Read<MergeText>;

/** Fills merge fields. */
export function fieldsFilled(filledBy?: FilledBy): Parse {
	return (source) => parseMergeText(source, filledBy);
}

/**
 * Reads what is in the braces of a text as a person typed it. What an expression puts in is data and stays
 * as it is, braces included; only what is outside of its `{{ }}` is typed.
 *
 * @param saved the text as n8n saves it, an expression with its leading `=`
 * @param label the field's display name, for an expression that fails
 * @throws NodeOperationError (from the returned function) for an expression that fails for an item
 */
export function typedText(
	context: IExecuteFunctions,
	saved: unknown,
	label: string,
	parse: Parse,
): TypedText {
	if (!isExpression(saved)) return typedIn(saved, parse);
	const expression = saved.slice(1);
	const chunks = chunksOf(expression);
	if (!chunks.some(({ isCode }) => isCode)) return typedIn(expression, parse);
	if (!chunks.some(({ text, isCode }) => !isCode && /[{}]/.test(text))) {
		const evaluated = onceFor(saved, evaluatedAt(context, expression, label));
		const isData = isFromData(saved);
		return {
			isConstant: false,
			at: (item, json) => {
				const value = evaluated(item);
				return (isData ? unfilledColumn(value, json) : undefined) ?? { value };
			},
		};
	}
	const partsAt = onceFor(saved, evaluatedParts(context, expression, label));
	return {
		isConstant: false,
		at: (item, json) => {
			const source = partsAt(item)
				.map(({ text, isTyped }) => (isTyped ? text : literally(text)))
				.join('');
			return filled(parse(source), json);
		},
	};
}

/** What becomes of a text beside its merge fields of the item. */
interface FinishedText {
	/** Changes the finished text before it is checked. */
	finishing?: (text: string) => string;
	/** What the merge field of the opt-out link is replaced by. */
	optOut?: Read<string>;
}

/**
 * Reads a text parameter with merge fields for each item. A text without an expression is read and
 * parsed once.
 *
 * @param check the specification's rule for the finished text
 */
export function mergeTextReader(
	context: IExecuteFunctions,
	name: string,
	label: string,
	check: Reader<string>,
	{ finishing = (text) => text, optOut }: FinishedText,
): ContentReader {
	const saved = context.getNode().parameters[name];
	const text = typedText(context, saved, label, fieldsFilled({ optOut }));
	const finish = (read: Read): ReturnType<ContentReader> => {
		if ('problem' in read) return read;
		if (isEmpty(read.value))
			return problem(EMPTY.rule, 'Write a text, or fill the fields it uses.');
		const { value } = read;
		return check(typeof value === 'string' ? finishing(value) : value);
	};
	if (!text.isConstant) return (item, json) => finish(text.at(item, json));
	const forAll = finish(text.at(0, {}));
	return () => forAll;
}

/** The names of the merge fields that a person typed; none of a text whose braces cannot be read, which is refused. */
export function mergeFieldsIn(saved: unknown): string[] {
	if (typeof saved !== 'string') return [];
	const typed = isExpression(saved)
		? chunksOf(saved.slice(1)).map(({ text, isCode }) => (isCode ? '' : text))
		: [saved];
	const parsed = parseMergeText(typed.join(''));
	return 'problem' in parsed ? [] : parsed.value.fields;
}

/** A text that is no expression, whatever it begins with. */
function typedIn(source: unknown, parse: Parse): TypedText {
	if (typeof source !== 'string' || !isMergeText(source)) {
		return { isConstant: true, at: () => ({ value: source }) };
	}
	const parsed = parse(source);
	const isConstant = 'problem' in parsed || !parsed.value.hasFields;
	return { isConstant, at: (_item, json) => filled(parsed, json) };
}

function filled(parsed: Read<MergeText>, json: IDataObject): Read<string> {
	return 'problem' in parsed ? parsed : parsed.value.fill(json);
}

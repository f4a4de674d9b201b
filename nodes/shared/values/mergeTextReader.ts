// How a text with merge fields and expressions becomes an item's text.
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

/** An item's finished text. Other values stay as they are, for the field's reader. */
export type TextAt = (item: number, json: IDataObject) => Read<unknown>;

/** A text for each item. */
export interface TypedText {
	/** True if it is the same for all items. */
	isConstant: boolean;
	at: TextAt;
}

/** Reads a text with braces: {@link fieldsFilled}, or `unmergedText`. */
export type Parse = (source: string) => Read<MergeText>;

/** Fills merge fields. */
export function fieldsFilled(filledBy?: FilledBy): Parse {
	return (source) => parseMergeText(source, filledBy);
}

/**
 * Reads braces in a text only where a person typed them. The result of an expression is data and
 * stays as it is, braces included.
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

/** How a text is finished. */
interface FinishedText {
	/** Changes the filled text before it is checked. */
	finishing?: (text: string) => string;
	/** Replaces the opt-out link's merge field. */
	optOut?: Read<string>;
}

/**
 * Reads a text parameter with merge fields for each item. Without an expression, it is parsed once.
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

/** The names of the merge fields that a person typed; none if the braces cannot be read. */
export function mergeFieldsIn(saved: unknown): string[] {
	if (typeof saved !== 'string') return [];
	const typed = isExpression(saved)
		? chunksOf(saved.slice(1)).map(({ text, isCode }) => (isCode ? '' : text))
		: [saved];
	const parsed = parseMergeText(typed.join(''));
	return 'problem' in parsed ? [] : parsed.value.fields;
}

/** A text without an expression, whatever it begins with. */
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

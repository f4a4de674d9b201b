import { isExpression, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { columnOfAny } from '../rules/itemValue';
import { EMPTY, isEmpty, lostDigits, problem, type Read, type Reader } from '../rules/reader';
import { operationError } from '../service/nodeErrors';
import type { ContentReader } from './rowsKind';
import { chunksOf, splittable } from '../rules/expressions';
import { isFromData, unfilledColumn } from '../rules/typedText';
import {
	isMergeText,
	literally,
	parseMergeText,
	type MergeText,
	type MissingValue,
} from './mergeFields';
import { evaluatedAt, onceFor, readable } from './parameters';
import { optionPath, type Field } from '../fields/field';
import { missingTextOption, missingValuesOption } from '../fields/campaignFields';

/** Gives the finished text for an item; undefined when it was left empty. */
export type TextAt = (item: number, json: IDataObject) => Read<string | undefined>;

/** What a text becomes for each item. */
export interface TypedText {
	/** True when it is the same for every item. */
	isConstant: boolean;
	at: TextAt;
}

/** What the options say about merge fields without a value; and what that of the opt-out link becomes. */
export function missingValueOption(
	context: IExecuteFunctions,
	optOut?: Read<string>,
): MissingValue {
	const option = (field: Field) =>
		readable(
			context,
			field.displayName,
			() => context.getNodeParameter(optionPath(field), 0, '') as unknown,
		);
	const missingValues = option(missingValuesOption) || 'error';
	if (missingValues === 'error') return { use: 'error', optOut };
	const text = missingValues === 'default' ? option(missingTextOption) : '';
	if (missingValues === 'default' && isEmpty(text)) {
		throw operationError(context.getNode(), {
			message: `${missingTextOption.displayName} ${EMPTY.rule}`,
			description: `Enter the text, or set '${missingValuesOption.displayName}' to Leave Empty.`,
		});
	}
	return { ...useText(context, String(text)), optOut };
}

/** A text in place of a value that an item lacks, where the field is a column of the items at all. */
export function useText(context: IExecuteFunctions, text: string): MissingValue {
	return { use: 'text', text, isColumn: columnOfAny(() => context.getInputData()) };
}

/**
 * Fills the merge fields of a text as a person typed it. What an expression puts in is data and stays
 * as it is, braces included; only what is outside of its `{{ }}` may hold merge fields.
 *
 * @param saved the text as n8n saves it, an expression with its leading `=`
 * @param label the field's display name, for an expression that fails
 * @throws NodeOperationError (from the returned function) for an expression that fails for an item
 */
export function typedText(
	context: IExecuteFunctions,
	saved: unknown,
	label: string,
	missing: MissingValue,
): TypedText {
	return parsedText(context, saved, label, (source) => parseMergeText(source, missing));
}

/** Reads a text with what is in braces, by the rules of {@link parseMergeText} or stricter ones. */
export type Parse = (source: string) => Read<MergeText>;

/** The same as {@link typedText}, with rules of its own for what is in braces. */
export function parsedText(
	context: IExecuteFunctions,
	saved: unknown,
	label: string,
	parse: Parse,
): TypedText {
	if (!isExpression(saved)) return typedIn(saved, parse);
	const expression = splittable(saved.slice(1));
	if (expression.isPlain) return typedIn(saved.slice(1), parse);
	const evaluatedSource = expression.hasTypedBrace ? expression.marked : saved.slice(1);
	const evaluated = onceFor(saved, evaluatedAt(context, evaluatedSource, label));

	if (!expression.hasTypedBrace) {
		const isData = isFromData(saved);
		return {
			isConstant: false,
			at: (item, json) => {
				const text = evaluated(item);
				return (isData ? unfilledColumn(text, json) : undefined) ?? asTyped(text);
			},
		};
	}
	return {
		isConstant: false,
		at: (item, json) => {
			const parts = expression.split(String(evaluated(item)));
			if (parts === undefined) {
				return problem(
					'mixes merge fields and expressions in a way that cannot be told apart',
					'Use either merge fields or expressions in it.',
				);
			}
			const source = parts.map(({ text, isTyped }) => (isTyped ? text : literally(text))).join('');
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
	const text = typedText(context, saved, label, missingValueOption(context, optOut));
	const finish = (read: Read<string | undefined>): ReturnType<ContentReader> => {
		if ('problem' in read) return read;
		if (read.value === undefined) return problem('is empty or missing', 'Write a text.');
		if (isEmpty(read.value)) return problem('is empty', 'Fill the fields it uses.');
		const finished = finishing(read.value);
		const checked = check(finished);
		return 'problem' in checked || finished === read.value
			? checked
			: { ...checked, replacedFrom: read.value };
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
	const parsed = parseMergeText(typed.join(''), { use: 'error' });
	return 'problem' in parsed ? [] : parsed.value.fields;
}

/** A text that is no expression, whatever it begins with. */
export function typedIn(source: unknown, parse: Parse): TypedText {
	const text = asTyped(source);
	if ('problem' in text || text.value === undefined || !isMergeText(text.value)) {
		return { isConstant: true, at: () => text };
	}
	const parsed = parse(text.value);
	const isConstant = 'problem' in parsed || !parsed.value.hasFields;
	return { isConstant, at: (_item, json) => filled(parsed, json) };
}

function filled(parsed: Read<MergeText>, json: IDataObject): Read<string> {
	return 'problem' in parsed ? parsed : parsed.value.fill(json);
}

function asTyped(value: unknown): Read<string | undefined> {
	if (isEmpty(value)) return { value: undefined };
	const lost = lostDigits(value);
	if (lost) return lost;
	const text = String(value);
	return Array.isArray(value) || text.startsWith('[object ')
		? problem('is an object or a list, not text', 'Name the value inside it.')
		: { value: text };
}

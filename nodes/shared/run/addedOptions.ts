import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isExpression } from '../rules/expressions';
import { isReview, isTool } from '../service/nodeErrors';
import type { RunItem } from '../service/runItem';
import type { FieldProblem } from '../rules/checkRequest';
import { onOrOff } from '../rules/onOrOff';
import { asText, isEmpty, problem, quoted, type Read } from '../rules/reader';
import { locatedValue, readParameter } from './parameters';

/** Collections of options; others hold data, of which a part may be empty. */
const COLLECTIONS = ['options', 'beforeSending', 'timing'];

/** An option a person added to a node. */
export interface AddedOption {
	field: INodeProperties;
	/** For example `options.sendAt`. */
	path: string;
	/** The parameter of the service it fills, if any. */
	wire?: string;
	/** The collection it stands in, where one expression gives all of it: then only its value says what was added. */
	givenBy?: string;
}

/** The options of an operation that a node holds, and its switches and numbers, whatever their values. */
export function addedOptions({ parameters }: INode, fields: INodeProperties[]): AddedOption[] {
	const ofTheirOwn = fields
		.filter(({ type, routing }) => ['boolean', 'number'].includes(type) && routing === undefined)
		.filter(({ name }) => parameters[name] !== undefined)
		.map((field) => ({ field, path: field.name }));
	return [...ofTheirOwn, ...optionsIn(parameters, fields)];
}

function optionsIn(parameters: INode['parameters'], fields: INodeProperties[]): AddedOption[] {
	return fields
		.filter(({ type, name }) => type === 'collection' && COLLECTIONS.includes(name))
		.flatMap(({ name, options = [] }) => {
			const saved = parameters[name];
			const givenBy = isExpression(saved) ? name : undefined;
			return (options as INodeProperties[])
				.filter(
					(field) =>
						givenBy !== undefined || Object.hasOwn((saved ?? {}) as IDataObject, field.name),
				)
				.map((field) => ({
					...{ field, path: `${name}.${field.name}`, ...(givenBy && { givenBy }) },
					wire: field.routing?.send?.property,
				}));
		});
}

/**
 * Reads an option by what kind of field it is. Whoever added one meant something by it: nothing, or a
 * value that is none, must not quietly mean what the option's absence means.
 *
 * @returns the value; of one that fills a parameter of the service, its own reader has the last word
 */
export function readOption(field: INodeProperties, entered: unknown): Read<unknown> {
	const isNothing = field.type === 'fixedCollection' && isEmptyObject(entered);
	if (isNothing || isEmpty(locatedValue(entered))) return NOTHING;
	if (field.type === 'boolean') return onOrOff(entered);
	if (field.routing?.send !== undefined) return { value: entered };
	if (field.type === 'number') return readNumber(field, entered);
	return field.type === 'options' ? readChoice(field, entered) : { value: entered };
}

/**
 * Whether an option was added.
 *
 * @param read gives the value of a collection that is one expression
 */
export function isAdded(
	{ field, givenBy }: AddedOption,
	read: (collection: string) => unknown,
): boolean {
	return givenBy === undefined || Object.hasOwn(Object(read(givenBy)) as object, field.name);
}

/** What is wrong with the value of an added option. A model that gives none wants none. */
export function optionProblem(
	node: INode,
	{ field }: AddedOption,
	entered: unknown,
): FieldProblem | undefined {
	if (isEmpty(entered) && isTool(node) && !isReview(node)) return undefined;
	const read = readOption(field, entered);
	return 'problem' in read ? { ...read.problem, field: field.displayName } : undefined;
}

/**
 * What is wrong with options that hold for a run, whatever the item.
 *
 * @param isOfRun which of them; left out, those that fill no parameter of a request
 */
export function optionProblemsOfRun(
	context: IExecuteFunctions,
	fields: INodeProperties[],
	isOfRun = ({ wire }: AddedOption) => wire === undefined,
): FieldProblem[] {
	const node = context.getNode();
	return addedOptions(node, fields)
		.filter(isOfRun)
		.flatMap((option) => {
			const { path, field } = option;
			const read = (at: string) => readParameter(context, at, null, field.displayName).at(0);
			if (!isAdded(option, read)) return [];
			const value = read(path);
			return optionProblem(node, option, value) ?? [];
		});
}

/** A switch of an item, of which {@link optionProblem} found nothing wrong. */
export function isOn(item: RunItem, path: string, fallback: boolean): boolean {
	const read = onOrOff(item.parameter(path, fallback));
	return 'value' in read ? read.value : fallback;
}

const NOTHING = problem(
	'is empty or missing',
	'Fill it, correct its expression, or remove the option.',
);

function isEmptyObject(entered: unknown): boolean {
	return typeof entered === 'object' && entered !== null && Object.keys(entered).length === 0;
}

function readNumber({ typeOptions, displayName }: INodeProperties, entered: unknown): Read<number> {
	const { minValue = 0, maxValue = Infinity } = typeOptions ?? {};
	const text = asText(entered)?.trim() ?? '';
	const value = Number(text);
	if (/^[+-]?\d+$/.test(text) && value >= minValue && value <= maxValue) return { value };
	const range = maxValue === Infinity ? `${minValue} up` : `${minValue} to ${maxValue}`;
	const unit = /\((.+)\)$/.exec(displayName)?.[1].toLowerCase();
	return problem(
		`must be a whole number from ${range}${unit === undefined ? '' : ` ${unit}`}, not ${quoted(entered)}`,
		'Correct it, or remove the option.',
	);
}

function readChoice({ options = [] }: INodeProperties, entered: unknown): Read<unknown> {
	const values = (options as INodePropertyOptions[]).map(({ value }) => value as unknown);
	return values.includes(entered)
		? { value: entered }
		: problem(
				`must be one of ${values.join(', ')}, not ${quoted(entered)}`,
				'Choose one of these values, or let the expression give one.',
			);
}

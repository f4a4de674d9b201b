// Which options a node has, and whether they can be read.
import {
	isExpression,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	NodeHelpers,
	type INodeProperties,
} from 'n8n-workflow';

import { optionGroups, readerOf, type Field } from '../fields/field';
import {
	type FieldProblem,
	isOnValue,
	isEmpty,
	problem,
	type Problem,
	type Read,
} from '../rules/reader';
import type { RunItem } from '../service/connection';
import { isReview, isTool, operationError, nothingDone } from '../service/nodeErrors';
import { locatedValue, readParameter, valueIn } from './parameters';

/**
 * Collections of options. Others hold data, parts of which may be empty. n8n (2.0 and 2.41,
 * `getNodeParameters`) drops an expression for a whole collection before a node runs.
 */
const COLLECTIONS = [...Object.keys(optionGroups), 'filters'];
/** Options outside of collections, with entries. */
const GROUPS = ['formFields'];

/** An option a person added to a node. */
export interface AddedOption {
	field: Field;
	/** For example `options.sendAt`. */
	path: string;
	/** The parameter of the service it fills, if any. */
	wire?: string;
}

/**
 * The options in a node, whatever their values: also its switches and numbers, and optional fields
 * with an expression, such as the sender.
 */
export function addedOptions({ parameters }: INode, fields: Field[]): AddedOption[] {
	const ofTheirOwn = fields
		.filter(
			(field) =>
				GROUPS.includes(field.name) ||
				(['boolean', 'number'].includes(field.type) && field.wire === undefined) ||
				isFilledByExpression(field, parameters[field.name]),
		)
		.filter(({ name }) => parameters[name] !== undefined)
		.map((field) => ({ field, path: field.name, wire: field.wire }));
	return [...ofTheirOwn, ...optionsIn(parameters, fields)];
}

function isFilledByExpression({ wire, required, takesNothing }: Field, saved: unknown): boolean {
	return wire !== undefined && !required && !takesNothing && isExpression(saved);
}

function optionsIn(parameters: INode['parameters'], fields: Field[]): AddedOption[] {
	return fields
		.filter(({ type, name }) => type === 'collection' && COLLECTIONS.includes(name))
		.flatMap(({ name, options = [] }) =>
			(options as Field[])
				.filter((field) => Object.hasOwn((parameters[name] ?? {}) as IDataObject, field.name))
				.map((field) => ({ field, path: `${name}.${field.name}`, wire: field.wire })),
		);
}

/**
 * Reads an option that a person added on purpose. An empty value must not silently mean that the
 * option is missing, or give it the default of a field inside.
 */
function readOption(
	{ parameters }: INode,
	{ field, path }: AddedOption,
	entered: unknown,
): Read<unknown> {
	const mayBeEmpty = GROUPS.includes(path);
	const value = locatedValue(entered);
	const isNothing =
		(field.type === 'fixedCollection' && isEmptyObject(entered)) ||
		(isEmpty(value) && !(Array.isArray(value) && 'takesEmptyList' in field));
	const saved = valueIn(parameters, path.split('.'));
	const isPartEmpty = field.type === 'fixedCollection' && hasEmptyPart(saved, entered);
	if ((!mayBeEmpty && isNothing) || isPartEmpty) return NOTHING;
	return readerOf(field)(entered);
}

/** Whether an expression in an option gives nothing. */
function hasEmptyPart(saved: unknown, entered: unknown): boolean {
	if (isExpression(saved)) return isEmpty(entered);
	if (typeof saved !== 'object' || saved === null) return false;
	return Object.entries(saved).some(([name, part]) => hasEmptyPart(part, valueIn(entered, [name])));
}

/** Whether an option limits sending: without it, more would be sent, or at another time. */
function isLimit({ path, wire }: AddedOption): boolean {
	return path.startsWith('timing.') || wire === 'ms';
}

/** What is wrong with an added option. A model may leave an option empty, except a limit. */
export function optionProblem(
	node: INode,
	option: AddedOption,
	entered: unknown,
): FieldProblem | undefined {
	const mayLack = isTool(node) && !isReview(node) && !isLimit(option);
	if (isEmpty(entered) && mayLack) return undefined;
	const read = readOption(node, option, entered);
	return 'problem' in read ? { ...read.problem, field: option.field.displayName } : undefined;
}

/**
 * Reads the options of a run, which fill no parameter of a request, once for the first item.
 *
 * @param ofRows names of options that are read for each row instead
 * @returns the added options' values, by name
 * @throws NodeOperationError when an expression fails, or a value breaks a rule
 */
export function optionsOfRun(
	context: IExecuteFunctions,
	fields: Field[],
	ofRows: string[] = [],
): IDataObject {
	const node = context.getNode();
	const options = addedOptions(node, fields).filter(
		({ wire, field }) => wire === undefined && !ofRows.includes(field.name),
	);
	const read: IDataObject = {};
	for (const option of options) {
		const { path, field } = option;
		const entered = readParameter(context, path, null, field.displayName).at(0);
		const value = readOption(node, option, entered);
		if ('problem' in value) throw optionError(node, field.displayName, value.problem);
		read[field.name] = value.value as IDataObject;
	}
	return read;
}

/** The error for a run with a wrong option. */
export function optionError(node: INode, label: string, { rule, fix }: Problem): Error {
	return operationError(node, { message: `${label} ${rule}`, description: fix });
}

/** A switch of an item, already checked by {@link optionProblem}. */
export function isOn(item: RunItem, path: string, fallback: boolean): boolean {
	return isOnValue(item.parameter(path, fallback), fallback);
}

const NOTHING = problem('is empty or missing', 'Fill it, correct its expression, or remove it.');

function isEmptyObject(entered: unknown): boolean {
	return typeof entered === 'object' && entered !== null && Object.keys(entered).length === 0;
}

/**
 * Finds a choice that other fields depend on, with a value that its panel does not offer: an
 * expression, or a different spelling in an imported workflow. n8n (2.0 and 2.41,
 * `displayParameter`) then returns the fields of all choices, or of none.
 */
export function unknownChoice(node: INode, fields: Field[] = []): FieldProblem | undefined {
	const { parameters } = node;
	for (const field of fields) {
		const { type, name, noDataExpression, options = [], displayName } = field;
		const value = parameters[name];
		if (type !== 'options' || !noDataExpression || value === undefined) continue;
		const values = options.map((option) => ('value' in option ? option.value : undefined));
		if (values.includes(value as string)) continue;
		if (!NodeHelpers.displayParameter(parameters, field as INodeProperties, null, null)) continue;
		return {
			field: displayName,
			rule: `must be one of ${values.join(', ')}, chosen in the panel`,
			fix: `Choose it again. ${nothingDone(node)}`,
		};
	}
	return undefined;
}

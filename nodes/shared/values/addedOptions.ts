import {
	isExpression,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';

import { optionGroups, readerOf, type Field } from '../fields/field';
import type { FieldProblem } from '../rules/checkRequest';
import { isOnValue } from '../rules/numbers';
import { isEmpty, problem, type Problem, type Read } from '../rules/reader';
import type { RunItem } from '../service/itemCredential';
import { isReview, isTool, operationError } from '../service/nodeErrors';
import { locatedValue, readParameter, valueIn } from './parameters';

/**
 * Collections of options; others hold data, of which a part may be empty. One expression in the place of a whole
 * collection never comes here: n8n (2.0 and 2.41, `getNodeParameters`) drops it before a node runs.
 */
const COLLECTIONS = [...Object.keys(optionGroups), 'filters'];
/** Options that are in no collection, and hold entries. */
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
 * The options of an operation that a node holds, and its switches and numbers, whatever their values; and fields that
 * an expression fills, although they may stay empty, such as the sender.
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
 * Reads an option that someone added, who meant something by it: nothing must not quietly mean what the option's
 * absence means, nor what the field inside it shows at first.
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
	const nothing = path === field.name ? nothingIn(field) : NOTHING;
	if (!mayBeEmpty && isNothing) return nothing;
	const empty = emptyInside(field, valueIn(parameters, path.split('.')), entered);
	return empty === undefined
		? readerOf(field)(entered)
		: problem(`has '${empty}', which is empty or missing`, 'Fill it, or correct its expression.');
}

/**
 * The field inside an option that holds nothing although an expression was to fill it; of a part with one field, such
 * as a limit, the part.
 */
function emptyInside(
	{ type, typeOptions, options = [] }: Field | INodeProperties,
	saved: unknown,
	entered: unknown,
): string | undefined {
	if (type !== 'fixedCollection') return undefined;
	const isNamedByPart = typeOptions?.multipleValues !== true;
	for (const { name, displayName, values } of options as INodePropertyCollection[]) {
		const entries = [valueIn(entered, [name]) ?? []].flat();
		const written = [valueIn(saved, [name]) ?? []].flat();
		for (const [index, entry] of entries.entries()) {
			for (const field of values) {
				const part = valueIn(written[index], [field.name]);
				const value = valueIn(entry, [field.name]);
				if (isExpression(part) && isEmpty(value)) {
					return isNamedByPart && values.length === 1 ? displayName : field.displayName;
				}
				const empty = emptyInside(field, part, value);
				if (empty !== undefined) return empty;
			}
		}
	}
	return undefined;
}

/** Whether an option says when to send, or to how many: without it, more would be sent, or at another time. */
function isLimit({ path, wire }: AddedOption): boolean {
	return path.startsWith('timing.') || wire === 'ms';
}

/** What is wrong with the value of an added option. A model that gives none wants none, but for a limit. */
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
 * Reads the options that hold for a run, whatever the item: those that fill no parameter of a request. Each is read once,
 * for the first item.
 *
 * @param ofRows names of options that are read for each row instead
 * @returns what each that a person added says, by name
 * @throws NodeOperationError when the expression of one fails, or its value breaks a rule
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

/** The error of a run of which an option is wrong. */
export function optionError(node: INode, label: string, { rule, fix }: Problem): Error {
	return operationError(node, { message: `${label} ${rule}`, description: fix });
}

/** A switch of an item, of which {@link optionProblem} found nothing wrong. */
export function isOn(item: RunItem, path: string, fallback: boolean): boolean {
	return isOnValue(item.parameter(path, fallback), fallback);
}

const NOTHING = problem(
	'is empty or missing',
	'Fill it, correct its expression, or remove the option.',
);

/** What is wrong with a field, no option that was added, whose expression gives nothing. */
function nothingIn({ type, wire }: Field): { problem: Problem } {
	if (type === 'options' || wire === undefined) {
		const fix = `Correct its expression, or ${type === 'options' ? 'choose' : 'enter'} a value.`;
		return problem('is empty or missing', fix);
	}
	return problem(
		'is empty: its expression gives nothing',
		'Correct the expression or the data, or remove the expression to use the default of the service.',
	);
}

function isEmptyObject(entered: unknown): boolean {
	return typeof entered === 'object' && entered !== null && Object.keys(entered).length === 0;
}

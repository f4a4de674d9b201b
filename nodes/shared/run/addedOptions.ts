import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { readerOf, type Field } from '../fields/field';
import { isExpression } from '../rules/expressions';
import { isReview, isTool } from '../service/nodeErrors';
import type { RunItem } from '../service/runItem';
import type { FieldProblem } from '../rules/checkRequest';
import { onOrOff } from '../rules/numbers';
import { isEmpty, problem, type Read } from '../rules/reader';
import { locatedValue, readParameter } from './parameters';

/** Collections of options; others hold data, of which a part may be empty. */
const COLLECTIONS = ['options', 'beforeSending', 'timing'];

/** An option a person added to a node. */
export interface AddedOption {
	field: Field;
	/** For example `options.sendAt`. */
	path: string;
	/** The parameter of the service it fills, if any. */
	wire?: string;
	/** The collection it stands in, where one expression gives all of it: then only its value says what was added. */
	givenBy?: string;
}

/** The options of an operation that a node holds, and its switches and numbers, whatever their values. */
export function addedOptions({ parameters }: INode, fields: Field[]): AddedOption[] {
	const ofTheirOwn = fields
		.filter(({ type, wire }) => ['boolean', 'number'].includes(type) && wire === undefined)
		.filter(({ name }) => parameters[name] !== undefined)
		.map((field) => ({ field, path: field.name }));
	return [...ofTheirOwn, ...optionsIn(parameters, fields)];
}

function optionsIn(parameters: INode['parameters'], fields: Field[]): AddedOption[] {
	return fields
		.filter(({ type, name }) => type === 'collection' && COLLECTIONS.includes(name))
		.flatMap(({ name, options = [] }) => {
			const saved = parameters[name];
			const givenBy = isExpression(saved) ? name : undefined;
			return (options as Field[])
				.filter(
					(field) =>
						givenBy !== undefined || Object.hasOwn((saved ?? {}) as IDataObject, field.name),
				)
				.map((field) => ({
					...{ field, path: `${name}.${field.name}`, ...(givenBy && { givenBy }) },
					wire: field.wire,
				}));
		});
}

/**
 * Reads an option that somebody added, who meant something by it: nothing must not quietly mean what the option's
 * absence means.
 */
export function readOption(field: Field, entered: unknown): Read<unknown> {
	const isNothing = field.type === 'fixedCollection' && isEmptyObject(entered);
	return isNothing || isEmpty(locatedValue(entered)) ? NOTHING : readerOf(field)(entered);
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
	fields: Field[],
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

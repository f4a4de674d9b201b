import {
	isExpression,
	NodeHelpers,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { optionGroups, readerOf, type Field } from '../fields/field';
import { isReview, isTool } from '../service/nodeErrors';
import type { RunItem } from '../service/itemCredential';
import type { FieldProblem } from '../rules/checkRequest';
import { isOnValue } from '../rules/numbers';
import { isEmpty, problem, type Problem, type Read, type Reader } from '../rules/reader';
import { choiceOf } from '../rules/text';
import { locatedValue, readParameter, valueIn } from './parameters';

/**
 * Collections of options; others hold data, of which a part may be empty. One expression in the place of a whole
 * collection never comes here: n8n (2.0 and 2.41, `getNodeParameters`) drops it before a node runs.
 */
const COLLECTIONS = [...Object.keys(optionGroups), 'filters'];
/** Options that are in no collection, and hold entries. */
const GROUPS = ['approvalOptions', 'formFields'];

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
export function readOption(
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

/** What is wrong with options that hold for a run, whatever the item: those that fill no parameter of a request. */
export function optionProblemsOfRun(context: IExecuteFunctions, fields: Field[]): FieldProblem[] {
	const node = context.getNode();
	return addedOptions(node, fields)
		.filter(({ wire }) => wire === undefined)
		.flatMap((option) => {
			const { path, field } = option;
			const value = readParameter(context, path, null, field.displayName).at(0);
			return optionProblem(node, option, value) ?? [];
		});
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

/** Fields that other fields depend on, and that no person chose in the panel. */
interface ChoicesByExpression {
	/**
	 * The wire names of the parameters whose fields are not shown for an item's choices, or the choice whose value is none of
	 * its own.
	 */
	leftOut(read: (choice: Field) => unknown): { wires: string[] } | { problem: FieldProblem };
}

/**
 * The choices of an operation that are expressions, such as whom a message is sent to.
 *
 * n8n (2.0 and 2.41, `displayParameter`) shows every field that depends on such a choice and hands
 * on what all of them hold, since it does not evaluate the choice: so it is asked again with what the choices give.
 * Delete this when it does. For a saved value that is not written as its option is, such as `SMS`, it hides all of them,
 * and drops what they hold.
 *
 * @param fields the operation's fields; what a person added to a collection is meant, whatever is chosen
 * @returns undefined where a person made all choices in the panel
 */
export function choicesByExpression(
	saved: IDataObject,
	fields: Field[],
): ChoicesByExpression | undefined {
	// One that takes no expression is read where it is used, such as 'File From'.
	const choices = fields.filter(
		({ type, options = [], noDataExpression }) =>
			type === 'options' && options.length > 0 && !noDataExpression,
	);
	const unsure = choices.filter(
		(choice) => saved[choice.name] !== undefined && !isOption(choice, saved[choice.name]),
	);
	if (unsure.length === 0) return undefined;

	return {
		leftOut(read) {
			const values = Object.fromEntries(
				choices.map((choice) => [choice.name, valueOf(choice, read(choice))]),
			);
			const isShown = (field: Field) =>
				NodeHelpers.displayParameter(values, field as INodeProperties, null, null);
			for (const choice of unsure.filter(isShown)) {
				const { name, wire, displayName: field } = choice;
				const isByExpression = isExpression(saved[name]);
				// The rules of the request judge one that fills a parameter of the service.
				if (isByExpression && wire !== undefined) continue;
				const read = exactly(choice)(isByExpression ? values[name] : saved[name]);
				if ('problem' in read) return { problem: { ...read.problem, field } };
			}
			const shown = new Set(fields.filter(isShown).map(({ wire }) => wire));
			const wires = new Set(fields.flatMap(({ wire }) => wire ?? []));
			return { wires: [...wires].filter((wire) => !shown.has(wire)) };
		},
	};
}

function exactly({ options = [] }: Field): Reader {
	return choiceOf(...(options as INodePropertyOptions[]).map(({ value }) => value));
}

function isOption(choice: Field, value: unknown): boolean {
	return 'value' in exactly(choice)(value);
}

/** One that fills a parameter of the service is read as the rules of the request read it. */
function valueOf(choice: Field, entered: unknown): NodeParameterValueType {
	const read = choice.wire === undefined ? { value: entered } : readerOf(choice)(entered);
	return ('value' in read ? read.value : entered) as NodeParameterValueType;
}

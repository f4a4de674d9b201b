import type { IDataObject, INode, INodePropertyOptions } from 'n8n-workflow';

import { readerOf, type Field } from '../fields/field';
import type { RunItem } from '../service/itemCredential';
import type { FieldProblem } from '../rules/checkRequest';
import { quoted } from '../rules/reader';
import { oneOf } from '../rules/text';
import { inputError } from '../service/nodeErrors';
import { isExpression } from '../rules/expressions';

/** The values of each choice that a field is shown for. */
type ShownFor = Array<[choice: string, values: unknown[]]>;

/** Fields that other fields depend on, and that no person chose in the panel. */
interface ChoicesByExpression {
	/**
	 * What the expressions left out for an item.
	 *
	 * @param read gives the value of a choice; its default where n8n holds none
	 * @returns wire names of the parameters whose fields are not shown for these values, or the choice
	 *   whose value is none of its own
	 */
	leftOut(read: (choice: Field) => unknown): { wires: string[] } | { problem: FieldProblem };
}

/**
 * The choices of an operation that are expressions, such as whom a message is sent to.
 *
 * n8n (1.123, 2.0 and 2.41, `displayParameter`) shows every field that depends on such a choice and hands
 * on what all of them hold, since it does not evaluate the choice. Delete this when it does. For a saved
 * value that is not written as its option is, such as `SMS`, it hides all of them, and drops what they hold.
 *
 * @param saved the node's parameters as they were saved
 * @param fields the operation's fields; what a person added to a collection is meant, whatever is chosen
 * @returns undefined where a person made all choices in the panel
 */
export function choicesByExpression(
	saved: IDataObject,
	fields: Field[],
): ChoicesByExpression | undefined {
	const choices = fields.filter(({ type }) => type === 'options');
	const names = new Set(choices.map(({ name }) => name));
	const byExpression = choices.filter(({ name }) => isExpression(saved[name]));
	const misspelled = choices.filter((choice) => isMisspelled(choice, saved));
	if (byExpression.length === 0 && misspelled.length === 0) return undefined;
	const dependents = fields.flatMap((field) => {
		const wire = field.wire;
		return wire === undefined ? [] : [{ wire, shownFor: shownForOf(field, names) }];
	});
	const wires = [...new Set(dependents.map(({ wire }) => wire))];

	return {
		leftOut(read) {
			const values = new Map(choices.map((choice) => [choice.name, valueOf(choice, read(choice))]));
			const isShown = (shownFor: ShownFor) =>
				shownFor.every(([name, allowed]) => allowed.includes(values.get(name)));
			for (const choice of [...misspelled, ...byExpression]) {
				if (!isShown(shownForOf(choice, names))) continue;
				const problem = misspelled.includes(choice)
					? misspelledProblem(choice, saved[choice.name])
					: choiceProblem(choice, values.get(choice.name));
				if (problem !== undefined) return { problem };
			}
			const shown = new Set(
				dependents.filter(({ shownFor }) => isShown(shownFor)).map(({ wire }) => wire),
			);
			return { wires: wires.filter((wire) => !shown.has(wire)) };
		},
	};
}

/**
 * Makes what takes out of an item's parameters what a choice by an expression leaves out for it. It
 * throws NodeOperationError for an expression that gives what the choice does not offer.
 *
 * @param fields the operation's fields
 */
export function choiceReader(
	node: INode,
	fields: Field[],
): (item: RunItem, body: IDataObject) => IDataObject {
	const choices = choicesByExpression(node.parameters, fields);
	if (choices === undefined) return (_item, body) => body;
	return (item, body) => {
		const leftOut = choices.leftOut(({ name, default: usual }) => item.parameter(name, usual));
		if ('problem' in leftOut) throw inputError(node, [leftOut.problem], item.index);
		return Object.fromEntries(
			Object.entries(body).filter(([wire]) => !leftOut.wires.includes(wire)),
		);
	};
}

function shownForOf({ displayOptions }: Field, choices: Set<string>): ShownFor {
	return Object.entries(displayOptions?.show ?? {})
		.map(([name, values]): [string, unknown[]] => [name, values ?? []])
		.filter(([name]) => choices.has(name));
}

function valuesOf({ options = [] }: Field): unknown[] {
	return (options as INodePropertyOptions[]).map(({ value }) => value);
}

/** A choice that takes no expression has a reader of its own, such as 'File From'. */
function isMisspelled(choice: Field, saved: IDataObject): boolean {
	const value = saved[choice.name];
	if (value === undefined || isExpression(value) || choice.noDataExpression) return false;
	const values = valuesOf(choice);
	return values.length > 0 && !values.includes(value);
}

function misspelledProblem(choice: Field, value: unknown): FieldProblem {
	return {
		field: choice.displayName,
		rule: `must be one of ${valuesOf(choice).join(', ')}, not ${quoted(value)}`,
		fix: 'Choose one of these values, spelled exactly like this.',
	};
}

/** One that fills a parameter of the service is read as the rules of the request read it. */
function valueOf(choice: Field, value: unknown): unknown {
	if (choice.wire === undefined || typeof value !== 'string') return value;
	const read = oneOf(...valuesOf(choice).map(String))(value);
	return 'value' in read ? read.value : value;
}

/** A value that is no choice; the rules of the request judge one that fills a parameter of the service. */
function choiceProblem(choice: Field, value: unknown): FieldProblem | undefined {
	const read = choice.wire === undefined ? readerOf(choice)(value) : { value };
	return 'problem' in read ? { ...read.problem, field: choice.displayName } : undefined;
}

import {
	isExpression,
	NodeHelpers,
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { readerOf, type Field } from '../fields/field';
import type { FieldProblem } from '../rules/checkRequest';
import type { Reader } from '../rules/reader';
import { choiceOf } from '../rules/text';

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

import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';

import type { Field } from '../fields/field';
import type { FieldProblem } from '../rules/checkRequest';
import { nothingDone } from '../service/nodeErrors';

/**
 * Finds a choice that other fields depend on, and that holds what its panel does not offer: an expression, or a word that is
 * written in another way, as an imported workflow may. n8n (2.0 and 2.41, `displayParameter`) hands on the fields of all
 * choices then, or none of them.
 */
export function unknownChoice(node: INode, fields: Field[]): FieldProblem | undefined {
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

import {
	isExpression,
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
} from 'n8n-workflow';

/** Choices such as Send To made by expressions: n8n then shows the fields of all choices, and asks for the required ones. */

/** What is in the fields of the other choices. */
export type OthersHold = 'something' | 'nothing';

const held: Record<OthersHold, (field: INodeProperties) => string> = {
	something: ({ placeholder = 'x' }) => placeholder.replace(/^e\.g\. /, ''),
	nothing: () => '={{ $json.nothing }}',
};

/** The choices a person makes in a node with these parameters, and could leave to an expression. */
export function choicesOf(node: INodeType, parameters: INodeParameters): INodeProperties[] {
	return shown(node, parameters).filter(
		({ type, noDataExpression, name }) =>
			type === 'options' && !noDataExpression && !isExpression(parameters[name]),
	);
}

/** The same parameters with a choice that an expression makes for each item, and with the fields of the others. */
export function madeByExpression(
	node: INodeType,
	parameters: INodeParameters,
	choices: INodeProperties[],
	others: OthersHold,
): INodeParameters {
	const made = choices.map(({ name, default: usual }) => {
		const value = JSON.stringify(parameters[name] ?? usual);
		return [name, `={{ $json['no such column'] === 0 ? 'fax' : ${value} }}`];
	});
	const all = { ...parameters, ...(Object.fromEntries(made) as INodeParameters) };
	return { ...all, ...othersFilled(node, all, held[others]) };
}

/** The fields of a node that show in a workflow with these parameters. */
function shown({ description }: INodeType, parameters: INodeParameters): INodeProperties[] {
	const { properties } = description;
	const all = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		null,
		description,
	)!;
	return properties.filter((field) => NodeHelpers.displayParameter(all, field, null, description));
}

function othersFilled(
	node: INodeType,
	parameters: INodeParameters,
	filled: (field: INodeProperties) => string,
): INodeParameters {
	const isMissing = ({ name, required, default: value }: INodeProperties) => {
		const { value: located } = { value, ...(value as { value?: unknown } | null) };
		return required === true && located === '' && (parameters[name] ?? '') === '';
	};
	return Object.fromEntries(
		shown(node, parameters)
			.filter(isMissing)
			.map((field) => {
				const value = filled(field);
				const isLocator = field.type === 'resourceLocator';
				return [field.name, isLocator ? { __rl: true, mode: 'code', value } : value];
			}),
	);
}

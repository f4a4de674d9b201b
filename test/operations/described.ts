import type {
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

/** A field of an operation, as the node's description has it. */
export interface DescribedField {
	/** For example `timing.delay`. */
	path: string;
	/** The field's name in the editor. */
	label: string;
	/** The service's parameter, where the description routes it. */
	wire?: string;
	isRequired: boolean;
	/** True for a field that takes an expression. */
	takesExpression: boolean;
	/** Values of other parameters under which the field is shown. */
	shownWith: INodeParameters;
}

/** An operation, as the node's description has it. */
export interface DescribedOperation {
	/** For example `ExtApi SMS: Message: Send`. */
	name: string;
	resource: string;
	operation: string;
	option: INodePropertyOptions;
	/** Those a person can fill in, collections opened; the node's settings and those of tools left out. */
	fields: DescribedField[];
}

/** Every operation a node offers, found by its Resource and Operation fields. */
export function describedOperations({ description }: INodeType): DescribedOperation[] {
	const { displayName, properties } = description;
	const resources = properties.find(({ name }) => name === 'resource')!;
	const nameOf = (resource: string) =>
		(resources.options as INodePropertyOptions[]).find(({ value }) => value === resource)!.name;
	const choices = properties.filter(
		({ name, displayOptions }) => name === 'operation' && !displayOptions?.show?.['@tool'],
	);
	return choices.flatMap(({ displayOptions, options }) => {
		const [resource] = displayOptions!.show!.resource as string[];
		return (options as INodePropertyOptions[]).map((option) => ({
			name: `${displayName}: ${nameOf(resource)}: ${option.name}`,
			resource,
			operation: String(option.value),
			option,
			fields: fieldsOf(properties, resource, String(option.value)),
		}));
	});
}

/** All fields that fill a parameter of the service, whatever the operation. */
export function wireNamesOf({ description }: INodeType): string[] {
	return description.properties.flatMap((field) => opened(field)).flatMap(({ wire }) => wire ?? []);
}

function fieldsOf(properties: INodeProperties[], resource: string, operation: string) {
	const own = properties.filter(({ type, displayOptions }) => {
		const show = displayOptions?.show ?? {};
		const isOfOperation = show.resource?.includes(resource) && show.operation?.includes(operation);
		return isOfOperation && !show['@tool'] && type !== 'notice';
	});
	return own.flatMap((field) => opened(field));
}

/** A field, or those in a collection. */
function opened(field: INodeProperties): DescribedField[] {
	if (field.type !== 'collection') return [described(field, '')];
	const inner = (field.options ?? []) as INodeProperties[];
	return inner.map((option) => described(option, `${field.name}.`));
}

function described(field: INodeProperties, parent: string): DescribedField {
	const conditions = Object.entries(field.displayOptions?.show ?? {}).filter(
		([name]) => !['resource', 'operation'].includes(name),
	);
	return {
		path: parent + field.name,
		label: field.displayName,
		wire: field.routing?.send?.property,
		isRequired: field.required ?? false,
		takesExpression: !field.noDataExpression,
		shownWith: Object.fromEntries(
			conditions.map(([name, values]) => [name.replace(/^\//, ''), values![0]]),
		) as INodeParameters,
	};
}

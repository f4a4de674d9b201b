import type {
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
	NodeHint,
} from 'n8n-workflow';

import { byName } from '../descriptions/optionsField';
import { showFor } from '../descriptions/showFor';
import { overAllItems } from '../engine/overAllItems';
import { perItem } from '../engine/perItem';
import { requestOptions } from '../engine/requestOptions';
import { requestDefaults } from '../transport/requestDefaults';
import { isCollective, type Operation, type Resource } from './operation';
import { perItemRouting } from './perItemRouting';

/** What stands under a node's name in a workflow: an expression over its Operation field. */
export function subtitleOf(operations: Operation[]): string {
	const subtitles = operations.map(({ value, subtitle }) => `${value}: "${subtitle}"`).join(', ');
	return `={{ { ${subtitles} }[$parameter.operation] }}`;
}

/**
 * What a node's description holds because of its operations: the Resource and Operation fields, the
 * fields of each operation with their visibility, how requests are made.
 *
 * The first operation is the one a new node is set to, the first of each resource the one its choice
 * sets the node to. The fields offer them by name.
 */
export function nodeParts(
	operations: Operation[],
): Pick<INodeTypeDescription, 'requestDefaults' | 'hints' | 'properties'> {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	return {
		requestDefaults,
		hints: operations.flatMap(hintsOf),
		properties: [
			resourceField(resources),
			...resources.flatMap((resource) =>
				operationFields(operations.filter((operation) => operation.resource === resource)),
			),
			...operations.flatMap(({ resource, value, fields }) =>
				showFor({ resource: [resource.value], operation: [value] }, fields),
			),
			requestOptions(operations.filter(isCollective).map(({ value }) => value)),
		],
	};
}

/**
 * What n8n runs for each operation: those over all items as they are, all others in n8n's own
 * declarative engine. Around both stands what keeps a failure from looking like a success.
 *
 * @param node the node type, which n8n gives its engine as `execute` when it loads it
 */
export function customOperations(
	node: INodeType,
	operations: Operation[],
): NonNullable<INodeType['customOperations']> {
	const custom: NonNullable<INodeType['customOperations']> = {};
	for (const operation of operations) {
		const ofResource = (custom[operation.resource.value] ??= {});
		ofResource[operation.value] = isCollective(operation)
			? overAllItems(operation.overAllItems)
			: perItem(node, operation.hintOfRun);
	}
	return custom;
}

/** The hints of an operation, shown for it alone. */
function hintsOf({ resource, value, hints = [] }: Operation): NodeHint[] {
	const isChosen = `$parameter.resource === "${resource.value}" && $parameter.operation === "${value}"`;
	return hints.map((hint) => ({
		...hint,
		displayCondition: `={{ ${isChosen} && (${hint.displayCondition ?? 'true'}) }}`,
	}));
}

/** Hidden where there is no choice. */
function resourceField(resources: Resource[]): INodeProperties {
	const choices = byName(resources.map(({ name, value }) => ({ name, value })));
	return {
		displayName: 'Resource',
		name: 'resource',
		noDataExpression: true,
		default: resources[0].value,
		...(choices.length === 1 ? { type: 'hidden' } : { type: 'options', options: choices }),
	};
}

/** The Operation field of a resource; a second one for agents where they are not offered everything. */
function operationFields(operations: Operation[]): INodeProperties[] {
	const forAgents = operations.filter(({ isForAgents }) => isForAgents);
	const [{ resource }] = operations;
	const show = { resource: [resource.value] };
	if (forAgents.length === operations.length) return [operationField(operations, { show })];
	return [
		operationField(operations, { show, hide: { '@tool': [true] } }),
		operationField(forAgents, { show: { ...show, '@tool': [true] } }),
	];
}

function operationField(
	operations: Operation[],
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties {
	const [{ value: first }] = operations;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions,
		options: byName(operations.map(operationOption)),
		default: first,
	};
}

function operationOption(operation: Operation): INodePropertyOptions {
	const { name, value, action, description } = operation;
	return {
		name,
		value,
		action,
		description,
		...(isCollective(operation) ? {} : { routing: perItemRouting(operation) }),
	};
}

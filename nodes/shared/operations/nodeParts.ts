import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
	type INodePropertyRouting,
	type INodeTypeDescription,
	type NodeHint,
} from 'n8n-workflow';

import { byName, propertiesOf, showFor } from '../fields/field';
import { keepOutputOfReview } from '../n8n/waits';
import { requestOptions } from '../n8n/requestOptions';
import { runOverItems, runPerItem } from '../run/execute';
import { notAskedItem } from '../question/outputRow';
import { isReview, operationError } from '../service/nodeErrors';
import { requestDefaults } from '../service/connection';
import { isCollective, type Operation, type PerItemOperation, type Resource } from './operation';

/** What is under a node's name in a workflow: an expression over its Operation field. */
export function subtitleOf(operations: Operation[]): string {
	const subtitles = operations.map(({ value, subtitle }) => `${value}: "${subtitle}"`).join(', ');
	return `={{ { ${subtitles} }[$parameter.operation] }}`;
}

/**
 * What a node's description holds beside what names it: what all nodes of the service have, the Resource and
 * Operation fields, the fields of each operation with their visibility.
 *
 * The first operation is the one a new node is set to, the first of each resource the one its choice
 * sets the node to. The fields offer them by name.
 */
export function nodeParts(operations: Operation[]) {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	return {
		group: ['output'],
		version: 1,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'extApi', required: true, testedBy: 'extApiConnectionTest' }],
		requestDefaults,
		hints: operations.flatMap(hintsOf),
		properties: [
			resourceField(resources),
			...resources.flatMap((resource) =>
				operationFields(operations.filter((operation) => operation.resource === resource)),
			),
			...operations.flatMap(({ resource, value, fields }) =>
				propertiesOf(showFor({ resource: [resource.value], operation: [value] }, fields)),
			),
			requestOptions,
		],
	} satisfies Partial<INodeTypeDescription>;
}

/**
 * What n8n calls to run a node: the operation it is set to, in workflows and as the tool of an agent.
 *
 * @throws NodeOperationError for an operation the node does not have
 */
export function executing(operations: Operation[]) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const chosen = (name: string) => this.getNodeParameter(name, 0) as string;
		const [resource, value] = [chosen('resource'), chosen('operation')];
		const operation = operations.find(
			(each) => each.resource.value === resource && each.value === value,
		);
		if (operation === undefined) {
			const error = operationError(this.getNode(), {
				message: `This node has no operation '${value}' of '${resource}'`,
				description: 'Choose its resource and operation again.',
			});
			// n8n passes the row on under "On Error: Continue", and runs a reviewed tool by `approved` of it.
			if (!isReview(this.getNode())) throw error;
			keepOutputOfReview(this);
			return [this.getInputData().map((_, item) => notAskedItem(this, item, error))];
		}
		return await runOverItems(
			this,
			isCollective(operation)
				? async (context) => await operation.overAllItems(context)
				: async (context) => [await runPerItem(context, operation)],
		);
	};
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
		...(isCollective(operation) ? {} : { routing: routingOf(operation) }),
	};
}

/** What an operation calls, in n8n's words for declarative nodes; its fields say which parameters they fill. */
function routingOf({ endpoint, fixed }: PerItemOperation): INodePropertyRouting {
	return { request: { url: endpoint, ...(fixed === undefined ? {} : { body: fixed }) } };
}

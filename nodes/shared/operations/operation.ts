// What an operation is, and how a node is made of its operations.
import {
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeConnectionTypes,
	type INodeProperties,
	type INodePropertyOptions,
	type INodePropertyRouting,
	type INodeTypeDescription,
	type NodeApiError,
	type NodeOperationError,
} from 'n8n-workflow';

import { notAskedItem } from '../ask/outputRow';
import { type Field, byName, propertiesOf, showFor } from '../fields/field';
import { eachGivingWay } from '../ledger/runState';
import { keepOutputOfReview, errorItems, hintAtFailed } from '../n8n/output';
import { requestOptions } from '../n8n/requestOptions';
import { wordsForModel } from '../pipeline/errorOfRun';
import { whyOf } from '../pipeline/fate';
import type { PerItemWork } from '../pipeline/row';
import { runPerItem } from '../pipeline/runPerItem';
import { requestDefaults } from '../service/connection';
import type { Effect, Endpoint } from '../service/endpoints';
import {
	asNodeError,
	isReview,
	isTool,
	isUnknownOutcome,
	operationError,
} from '../service/nodeErrors';

/** What operations are about, as the Resource field offers it. */
export interface Resource {
	name: string;
	value: string;
}

/** What every operation has. */
interface Described {
	resource: Resource;
	/** As the Operation field offers it. */
	name: string;
	value: string;
	/** What it does, as n8n's node panel lists it. */
	action: string;
	description: string;
	/** Script that does the work. */
	endpoint: Endpoint;
	/** What its requests do to the world. */
	effect: Effect;
	/** Without the Resource and Operation fields. */
	fields: Field[];
}

/** An operation with a request for each item, made of its fields. AI agents are offered these. */
export interface PerItemOperation extends Described, PerItemWork {}

/**
 * An operation on all input items, or one that waits. Agents do not get it: they have one item, and
 * n8n itself makes a human-review step of a question.
 */
export interface CollectiveOperation extends Described {
	/** Returns items that are paired to their input items. */
	overAllItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** One thing that a node can do. */
export type Operation = PerItemOperation | CollectiveOperation;

/** Whether an operation works on all input items at once. */
export function isCollective(operation: Operation): operation is CollectiveOperation {
	return 'overAllItems' in operation;
}

/** The text under a node's name: an expression over its Operation field. */
export function subtitleOf(operations: Operation[]): string {
	const names = operations.map(
		({ value, name, resource }) => `${value}: "${name}: ${resource.name}"`,
	);
	return `={{ { ${names.join(', ')} }[$parameter.operation] }}`;
}

/**
 * A node's description without its names: what all nodes have, the Resource and Operation fields,
 * and the fields of each operation with their visibility.
 *
 * The first operation is the default of a new node; the first of each resource, of that resource.
 * Both fields list their choices by name.
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
 * What n8n calls to run a node, in workflows and as the tool of an agent. Whatever is thrown, even
 * by the choice of the operation, becomes an error item for each row.
 *
 * With "On Error: Continue", n8n (2.0 and 2.41, `handleNodeExecutionError`) outputs the input of a
 * node that throws, so every row would look sent. Delete this when n8n outputs error items instead.
 *
 * @throws NodeOperationError or NodeApiError with "On Error: Stop", except in a review or a tool
 */
export function executing(operations: Operation[]) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		if (isReview(this.getNode())) keepOutputOfReview(this);
		try {
			return await run(this, chosenOperation(this, operations));
		} catch (error) {
			const output = await failedRows(this, operations, asNodeError(this.getNode(), error));
			const all = output.length;
			hintAtFailed(this, { failed: all, unknown: isUnknownOutcome(error) ? all : 0, all });
			return [output];
		}
	};
}

async function run(context: IExecuteFunctions, operation: Operation) {
	return isCollective(operation)
		? await operation.overAllItems(context)
		: await runPerItem(context, operation);
}

function chosenOperation(context: IExecuteFunctions, operations: Operation[]): Operation {
	// n8n drops the operation of a resource that the node does not have.
	const chosen = (name: string) => String(context.getNodeParameter(name, 0, ''));
	const [resource, value] = [chosen('resource'), chosen('operation')];
	const operation = operations.find(
		(each) => each.resource.value === resource && each.value === value,
	);
	if (operation !== undefined) return operation;
	const isKnown = operations.some((each) => each.resource.value === resource);
	throw operationError(context.getNode(), {
		message: `This node has no ${isKnown ? `operation '${value}'` : `resource '${resource}'`}`,
		description: 'Choose its resource and operation again.',
	});
}

/** The output of a run that failed as a whole. No row may say that a person approved it. */
async function failedRows(
	context: IExecuteFunctions,
	operations: Operation[],
	error: NodeApiError | NodeOperationError,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const rows = context.getInputData();
	const { operation } = node.parameters;
	const asks =
		isReview(node) ||
		operations.some(({ value }) => value === 'sendAndWait' && value === (operation ?? value));
	if (isTool(node) && !isReview(node)) {
		return rows.flatMap(() => wordsForModel(context, { is: 'refused', why: whyOf(error) }));
	}
	if (!context.continueOnFail() && !isReview(node)) throw error;
	const failedItem = errorItems(context);
	return await eachGivingWay(rows, (_row, item) =>
		asks ? notAskedItem(context, item, error) : failedItem(item, error),
	);
}

/** Shown even without a choice: n8n's node panel lists no actions if the resource is hidden. */
function resourceField(resources: Resource[]): INodeProperties {
	const [{ value: first }] = resources;
	return {
		displayName: 'Resource',
		name: 'resource',
		noDataExpression: true,
		type: 'options',
		options: byName(resources.map(({ name, value }) => ({ name, value }))),
		default: first,
	};
}

/** The Operation field of a resource, and a second one for agents if they get fewer operations. */
function operationFields(operations: Operation[]): INodeProperties[] {
	const forAgents = operations.filter((operation) => !isCollective(operation));
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

/** An operation's call, in n8n's declarative form; its fields say which parameters they fill. */
function routingOf({ endpoint, fixed }: PerItemOperation): INodePropertyRouting {
	return { request: { url: endpoint, ...(fixed === undefined ? {} : { body: fixed }) } };
}

import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import { overAllItems } from './overAllItems';
import { perItem } from './perItem';

/** An operation that looks at all input items at once. */
export type CollectiveOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * What n8n runs for each operation of a node: those over all items as they are given, all others in
 * n8n's own declarative engine. Around both stands what keeps a failure from looking like a success.
 *
 * @param node its description names the resources and operations
 * @param collective the operations over all items, by resource and operation
 */
export function customOperations(
	node: INodeType,
	collective: Record<string, Record<string, CollectiveOperation>> = {},
): NonNullable<INodeType['customOperations']> {
	const operations: Record<string, Record<string, CollectiveOperation>> = {};
	for (const { resource, operation } of operationsOf(node.description.properties)) {
		const own = collective[resource]?.[operation];
		operations[resource] ??= {};
		operations[resource][operation] = own === undefined ? perItem(node) : overAllItems(own);
	}
	return operations;
}

function operationsOf(properties: INodeProperties[]) {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				((options ?? []) as INodePropertyOptions[]).map(({ value }) => ({
					resource: String(resource),
					operation: String(value),
				})),
			),
		);
}

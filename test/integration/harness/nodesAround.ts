import {
	NodeConnectionTypes,
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

import { descriptionOf } from './callingAgent';

/** A node that outputs the given items. */
export function itemSource(
	items: IDataObject[],
	binaries: Array<IBinaryKeyData | undefined>,
): INodeType {
	return {
		description: descriptionOf('Items'),
		async execute(this: IExecuteFunctions) {
			return [
				items.map((json, index) => {
					const binary = binaries[index];
					return { json, ...(binary && { binary }) };
				}),
			];
		},
	};
}

/** A loop like n8n's own "Loop Over Items": first output when done, second one for each batch. */
export function batches(size: number): INodeType {
	return {
		description: {
			...descriptionOf('Loop'),
			outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		},
		async execute(this: IExecuteFunctions) {
			const state = this.getContext('node') as { left?: INodeExecutionData[] };
			state.left ??= this.getInputData();
			const batch = state.left.splice(0, size);
			return batch.length === 0 ? [[{ json: {} }], []] : [[], batch];
		},
	};
}

/** A node that outputs what it gets. */
export const passing: INodeType = {
	description: descriptionOf('After'),
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
};

/** The node as n8n offers it for reviews (2.41, `hitl-tools`): what it outputs goes to the agent alone. */
export function asReview(node: INodeType): INodeType {
	const description = { ...node.description, outputs: [NodeConnectionTypes.AiTool] };
	return Object.create(node, { description: { value: description } }) as INodeType;
}

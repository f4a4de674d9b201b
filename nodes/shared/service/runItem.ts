import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

/** One input item of a run, as an operation works on it. */
export interface RunItem {
	/** The node's context. Requests made with it go with the item's account. */
	context: IExecuteFunctions;
	/** The node, read once: n8n 2.41 copies all of it at each call of `getNode`. */
	node: INode;
	/** n8n's number of the item, from 0. */
	index: number;
	/** Token of the item's account. */
	token: string;
	/** The item's fields. */
	json: IDataObject;
	/**
	 * The value of a parameter for this item.
	 *
	 * @param path for example `options.timeZone`
	 * @param fallback what it is where the node holds none
	 * @throws NodeOperationError for an expression that fails
	 */
	parameter(path: string, fallback: unknown): unknown;
}

/** A step that completes the request of an item: takes its parameters by wire name, and gives them anew. */
export type BodyStep = (item: RunItem, body: IDataObject) => IDataObject | Promise<IDataObject>;

/**
 * Gives a request its last form, each time it is about to leave: until all items are prepared and it
 * is its turn, minutes may pass.
 *
 * @param body the request's parameters by wire name
 * @returns the parameters as they leave, and what the output holds beside the service's answer
 * @throws NodeOperationError when it must not leave
 */
export type FinalizeRequest = (
	item: RunItem,
	body: IDataObject,
) => { body: IDataObject; extraOutput: IDataObject };

/** Several such steps as one; each gets the parameters the one before it gave. */
export function inSequence(...steps: FinalizeRequest[]): FinalizeRequest {
	return (item, body) =>
		steps.reduce(
			(before, step) => {
				const { body: next, extraOutput } = step(item, before.body);
				return { body: next, extraOutput: { ...before.extraOutput, ...extraOutput } };
			},
			{ body, extraOutput: {} },
		);
}

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

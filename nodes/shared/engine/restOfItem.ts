import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** What is left of an item's request when those are left out whom an earlier execution sent to. */
export interface RestOfItem {
	/** The request to the others; undefined when there are none. */
	body?: IDataObject;
	/** What the item puts out beside the service's answer. */
	says: IDataObject;
	/** Makes the request, noted before it leaves, with what became of it. */
	noted(request: () => Promise<INodeExecutionData[]>): Promise<INodeExecutionData[]>;
}

/** The items of a try whose node has a Campaign Key. Used once the gate has all items. */
export interface ItemsWithKey {
	/**
	 * Notes the request of an item, before the gate opens.
	 *
	 * @param entered the item's key; empty for none
	 */
	note(item: number, entered: unknown, body: IDataObject): void;
	/**
	 * What is left to be sent for an item.
	 *
	 * @returns undefined for an item without a key
	 * @throws NodeOperationError where n8n cannot keep the record
	 */
	restOf(item: number): Promise<RestOfItem | undefined>;
	/** Ends the try: nothing more leaves. */
	close(): Promise<void>;
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** What is left of an item's request when those are left out who got the message before. */
export interface RestOfItem {
	/** The request to the others; undefined when there are none. */
	body?: IDataObject;
	/** What the item puts out beside the service's answer. */
	says: IDataObject;
	/** Makes the request, noted before it leaves, with what became of it. */
	noted(request: () => Promise<INodeExecutionData[]>): Promise<INodeExecutionData[]>;
	/** Nothing more leaves for the item: later ones with the same message need not wait. */
	end(): void;
}

/** The items of a try whose node has a Campaign Key. */
export interface ItemsWithKey {
	/** Notes the request of an item, before any leaves. */
	note(item: number, key: string, body: IDataObject): void;
	/**
	 * Looks up who got what before, once all items are noted.
	 *
	 * @param problems why items cannot be sent; those are added that send another message to the
	 *   recipient of an earlier one
	 * @throws NodeOperationError where n8n cannot keep the record
	 */
	lookUp(problems: Map<number, Error>): Promise<void>;
	/**
	 * What is left to be sent for an item, once it is known what became of earlier ones with the same
	 * message.
	 *
	 * @returns undefined for an item that was not noted
	 */
	restOf(item: number): Promise<RestOfItem | undefined>;
	/** Ends the try: nothing more leaves. */
	close(): Promise<void>;
}

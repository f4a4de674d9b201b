import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Field } from '../fields/field';
import type { PerItemWork } from '../pipeline/row';
import type { Effect, Endpoint } from '../service/endpoints';

/** What operations are about, as the Resource field offers it. */
export interface Resource {
	name: string;
	value: string;
}

/** What every operation says of itself. */
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
	/** Its fields, without the resource and operation they belong to. */
	fields: Field[];
}

/** An operation with a request for each item, made as its fields say: AI agents are offered these. */
export interface PerItemOperation extends Described, PerItemWork {}

/**
 * An operation that looks at all input items at once, or waits: an agent has one item, and n8n makes a human-review step
 * of a question by itself.
 */
export interface CollectiveOperation extends Described {
	/** Outputs items that are paired to their input items. */
	overAllItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** One thing a node can do. */
export type Operation = PerItemOperation | CollectiveOperation;

/** Tells the operations that look at all input items at once from those with a request for each. */
export function isCollective(operation: Operation): operation is CollectiveOperation {
	return 'overAllItems' in operation;
}

import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeProperties,
	NodeHint,
	PreSendAction,
} from 'n8n-workflow';

import type { AcceptedReply, RefusalAsAnswer } from '../engine/acceptedReply';
import type { Leaving } from '../engine/leaving';
import type { Effect, Endpoint } from '../transport/endpoints';
import type { RequestRules } from '../validation/checkRequest';
import type { Permission } from './permissions';

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
	/** What stands under the node's name in a workflow, for example `Send: SMS`. */
	subtitle: string;
	/** Script that does the work. */
	endpoint: Endpoint;
	/** What its requests do to the world. */
	effect: Effect;
	/** What a token has to be permitted. */
	permission: Permission;
	/** Whether AI agents are offered it. */
	isForAgents: boolean;
	/** What the editor says beside the fields when its condition holds; the operation need not be part of that. */
	hints?: NodeHint[];
	/** Its fields, without the resource and operation they belong to. */
	fields: INodeProperties[];
}

/** An operation with a request for each item, which n8n's declarative engine makes from the fields' `routing`. */
export interface PerItemOperation extends Described {
	/** Parameters that are always the same, by wire name, such as `act`. */
	fixed?: IDataObject;
	/** Rules of the parameters its fields fill, by wire name; none where there are no fields. */
	rules?: RequestRules;
	/** preSend hooks that put into the request what no field's `routing` does, before its rules are checked. */
	prepare?: PreSendAction[];
	/** preSend hooks that complete a request that keeps the rules. */
	complete?: PreSendAction[];
	/** Gives a request its last form when it is its turn, such as the time it is to begin. */
	leaving?: Leaving;
	/** A refusal of the service that is an answer, not an error. */
	refusalAsAnswer?: RefusalAsAnswer;
	/**
	 * Makes the data of the output items of an accepted reply.
	 *
	 * @param request the request's parameters by wire name
	 */
	output(
		reply: AcceptedReply,
		context: IExecuteSingleFunctions,
		request: IDataObject,
	): Output | Promise<Output>;
	/**
	 * What to tell the person of a whole run.
	 *
	 * @param outputs the data of the output items of all accepted replies
	 * @returns undefined for nothing
	 */
	hintOfRun?(outputs: IDataObject[], context: IExecuteFunctions): string | undefined;
}

/** The data of one output item, or of several. */
export type Output = IDataObject | IDataObject[];

/** An operation that looks at all input items at once. */
export interface CollectiveOperation extends Described {
	/** Puts out items that are paired to their input items. */
	overAllItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** One thing a node can do. */
export type Operation = PerItemOperation | CollectiveOperation;

/** Tells the operations that look at all input items at once from those with a request for each. */
export function isCollective(operation: Operation): operation is CollectiveOperation {
	return 'overAllItems' in operation;
}

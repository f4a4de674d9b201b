import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Field } from '../fields/field';
import type { Accepted } from '../service/readReply';
import type { BodyStep, FinalizeRequest, RunItem } from '../service/runItem';
import type { Effect, Endpoint } from '../service/endpoints';
import type { RequestRules } from '../rules/checkRequest';

/** An accepted reply, as an operation makes its output of it. */
export type AcceptedReply = Pick<Accepted, 'code' | 'data'>;

/** A refusal that is an answer to the request, unlike a wrong token. */
export interface RefusalAsAnswer {
	/** The service's words (specification, "Error words"). */
	words: RegExp;
	/** The code that stands for it in {@link AcceptedReply}. */
	code: string;
}

/** What an operation with a request for each item does. */
export interface PerItemWork {
	/** Script that does the work. */
	endpoint: Endpoint;
	/** What its requests do to the world. */
	effect: Effect;
	/** Its fields: which parameter each fills, and how its value is read. */
	fields: Field[];
	/** Parameters that are always the same, by wire name, such as `act`. */
	fixed?: IDataObject;
	/** Rules of the parameters its fields fill, by wire name; none where there are no fields. */
	rules?: RequestRules;
	/** Steps that put into the request what no field does, before its rules are checked. */
	prepare?: BodyStep[];
	/** Steps that complete a request that keeps the rules. */
	complete?: BodyStep[];
	/** Gives a request its last form when it is its turn, such as the time it is to begin. */
	finalizeRequest?: FinalizeRequest;
	/** A refusal of the service that is an answer, not an error. */
	refusalAsAnswer?: RefusalAsAnswer;
	/**
	 * Makes the data of the output items of an accepted reply.
	 *
	 * @param request the request's parameters by wire name
	 * @param isRepeat true when an earlier request for the item may have been carried out unseen
	 */
	output(
		reply: AcceptedReply,
		item: RunItem,
		request: IDataObject,
		isRepeat: boolean,
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

import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { operationError } from './nodeErrors';

const CREDENTIAL = 'extApi';

/** The account of a run: all its items are sent with one. */
export interface Account {
	token: string;
	/** The node's context, whose requests go with this account's credential. */
	context: IExecuteFunctions;
}

/**
 * Opens the credential of a run, once. The values of a credential may be expressions over the item, and n8n's own
 * request helper evaluates them for the first item only: of one with expressions, those of each item are compared.
 *
 * @throws what n8n throws when the credential cannot be read; NodeOperationError where items have several accounts
 */
export async function accountOfRun(context: IExecuteFunctions): Promise<Account> {
	const credential = await context.getCredentials(CREDENTIAL, 0);
	const count = credential.hasExpressions === false ? 1 : context.getInputData().length;
	for (let item = 1; item < count; item++) {
		const { baseUrl, token } = await context
			.getCredentials(CREDENTIAL, item)
			.catch((error: Error) => {
				const message = `The credential cannot be read for item ${item}: ${error.message}`;
				throw operationError(context.getNode(), { ...SEVERAL_ACCOUNTS, message });
			});
		if (baseUrl === credential.baseUrl && token === credential.token) continue;
		throw operationError(context.getNode(), SEVERAL_ACCOUNTS);
	}
	// n8n's request helper asks the context it is called on for the credential.
	const own = Object.create(context) as IExecuteFunctions;
	own.getCredentials = async <T extends object>() => ({ ...credential }) as T;
	return { token: String(credential.token), context: own };
}

const SEVERAL_ACCOUNTS = {
	message: "The credential's values differ from item to item, but a run uses one account",
	description:
		"Use a credential without expressions, or put a 'Loop Over Items' node with a batch size of 1 before this one.",
};

/** One input item of a run, as an operation works on it. */
export interface RunItem {
	/** The node's context. Requests made with it go with the item's account. */
	context: IExecuteFunctions;
	/** The node, read once: n8n 2.41 copies all of it at each call of `getNode`. */
	node: INode;
	/** n8n's number of the item, from 0. */
	index: number;
	token: string;
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
 * Gives a request its last form, each time it is about to be sent: until all items are prepared and it
 * is its turn, minutes may pass.
 *
 * @param body the request's parameters by wire name
 * @returns the parameters as they are sent, and what the output holds beside the service's answer
 * @throws NodeOperationError when it must not be sent
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

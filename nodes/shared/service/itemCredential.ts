import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	UserError,
} from 'n8n-workflow';

import { isEmpty } from '../rules/reader';
import { serviceUrl } from './connection';
import { operationError } from './nodeErrors';

const CREDENTIAL = 'extApi';

/** An account of the service, as a credential names it for an item. */
export interface Account {
	/** Equal for items of the same account; empty when no expression chooses it. */
	key: string;
	token: string;
	/** The node's context, whose requests go with this account's credential. */
	context: IExecuteFunctions;
}

/** Reads the account of each item. */
export interface Accounts {
	/** True when the credential holds no expression, so that all items have the same account. */
	areOne: boolean;
	/** @throws NodeOperationError when the credential cannot be read for the item */
	of(item: number): Promise<Account>;
}

/**
 * The account of a run, of which all items are sent together; undefined where they have several.
 *
 * @throws what n8n throws when the credential cannot be read; NodeOperationError where it cannot for an item
 */
export async function accountOfRun(context: IExecuteFunctions): Promise<Account | undefined> {
	const accounts = await accountsOf(context);
	const first = await accounts.of(0);
	if (accounts.areOne) return first;
	for (const item of context.getInputData().keys()) {
		if ((await accounts.of(item)).key !== first.key) return undefined;
	}
	return first;
}

const accountKeys = new WeakMap<object, string>();

/** Tells accounts of one node apart; empty for a context whose credential is the same for all items. */
export function accountKey(context: object): string {
	return accountKeys.get(context) ?? '';
}

/**
 * Finds out whose account each item is sent with. The values of a credential may be expressions over
 * the item; n8n's own request helper evaluates them for the first item only.
 *
 * Opening a credential costs n8n a query and a decryption. So a run opens one without expressions once,
 * and one with expressions once for each item: no look at some of the items could tell what the others get.
 *
 * @throws what n8n throws when the credential cannot be read
 */
export async function accountsOf(context: IExecuteFunctions): Promise<Accounts> {
	const first = await context.getCredentials(CREDENTIAL, 0);
	if (first.hasExpressions === false || context.getInputData().length < 2) {
		const one = accountWith(context, first, '');
		return { areOne: true, of: async () => one };
	}
	const known = new Map<string, Account>();
	return {
		areOne: false,
		of: async (item) => {
			const credential = await readFor(context, item, first);
			const key = JSON.stringify([credential.baseUrl, credential.token]);
			const account = known.get(key) ?? accountWith(context, credential, key);
			known.set(key, account);
			return account;
		},
	};
}

/** The credential of an item, checked before anything is sent: it may lack what those of other items have. */
async function readFor(
	context: IExecuteFunctions,
	item: number,
	first: ICredentialDataDecryptedObject,
): Promise<ICredentialDataDecryptedObject> {
	try {
		const credential = item === 0 ? first : await context.getCredentials(CREDENTIAL, item);
		serviceUrl(credential.baseUrl);
		if (isEmpty(credential.token)) throw new UserError('Token is empty');
		return credential;
	} catch (error) {
		throw operationError(context.getNode(), {
			message: `The credential cannot be read for this item: ${(error as Error).message}`,
			description: 'Correct the credential, or the data its values come from.',
			itemIndex: item,
		});
	}
}

/** n8n's request helper asks the context it is called on for the credential. */
function accountWith(
	context: IExecuteFunctions,
	credential: ICredentialDataDecryptedObject,
	key: string,
): Account {
	const own = Object.create(context) as IExecuteFunctions;
	own.getCredentials = async <T extends object>() => ({ ...credential }) as T;
	accountKeys.set(own, key);
	return { key, token: String(credential.token), context: own };
}

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

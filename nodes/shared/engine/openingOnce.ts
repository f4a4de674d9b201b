import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
} from 'n8n-workflow';

import { accountsOf } from '../transport/itemCredential';

/** Reads the credential as it is for an item, by the item's index; a fresh object each time. */
export type CredentialOf = (item: number) => Promise<ICredentialDataDecryptedObject>;

/**
 * Reads the credential of a run's items from n8n once, where its values are the same for all of them;
 * otherwise for each item, as n8n does.
 *
 * n8n (1.123, 2.0 and 2.41) opens the credential before the first item and again for every request: a
 * query, a decryption and an expression sandbox each. Delete this when it does so once for a run.
 *
 * @returns a function that throws what n8n throws when the credential cannot be read
 */
export function openingOnce(context: IExecuteFunctions): CredentialOf {
	const read = new Map<number, Promise<ICredentialDataDecryptedObject>>();
	const remembering = Object.create(context, {
		getCredentials: {
			value: async (name: string, item: number) => {
				const known = read.get(item) ?? context.getCredentials(name, item);
				read.set(item, known);
				return await known;
			},
		},
	}) as IExecuteFunctions;
	const count = context.getInputData().length;
	let areOne: Promise<boolean> | undefined;
	return async (item) => {
		const first = item === 0 || count === 1;
		areOne ??= first ? undefined : accountsOf(remembering).then((accounts) => accounts.areOne);
		const of = first || (await areOne) ? 0 : item;
		return { ...(await remembering.getCredentials('extApi', of)) };
	};
}

/** A run's context that reads the credential this way. */
export function withCredentialOf(context: IExecuteFunctions, of: CredentialOf): IExecuteFunctions {
	const getCredentials = async (_name: string, item = 0) => await of(item);
	return Object.create(context, { getCredentials: { value: getCredentials } }) as IExecuteFunctions;
}

/** Lets the request of one item read the credential this way: n8n asks the item's context for it. */
export function readCredentialBy(context: IExecuteSingleFunctions, of: CredentialOf): void {
	const item = context.getItemIndex();
	Object.assign(context, { getCredentials: async () => await of(item) });
}

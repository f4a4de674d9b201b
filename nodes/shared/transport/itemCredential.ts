import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
} from 'n8n-workflow';

const CREDENTIAL = 'extApi';

/** An account of the service, as a credential names it for an item. */
export interface Account {
	/** Equal for items of the same account; empty when all items have the same. */
	key: string;
	token: string;
	/** The node's context, whose requests go with this account's credential. */
	context: IExecuteFunctions;
}

/** Reads the account of each item. */
export interface Accounts {
	/** True when the credential says the same for every item. */
	areOne: boolean;
	/** @throws NodeOperationError when the credential cannot be read for the item */
	of(item: number): Promise<Account>;
}

const accountKeys = new WeakMap<object, string>();

/** Tells accounts of one node apart; empty for a context whose credential is the same for all items. */
export function accountKey(context: IExecuteFunctions | IExecuteSingleFunctions): string {
	return accountKeys.get(context) ?? '';
}

/**
 * Finds out whose account each item is sent with. The values of a credential may be expressions over
 * the item; n8n's own request helper evaluates them for the first item only.
 *
 * Evaluating a credential costs n8n a query and a decryption, so it is done for each item only when
 * it can differ: the first, the last and one beyond the input, where `$json` has nothing, tell.
 *
 * @throws what n8n throws when the credential cannot be read
 */
export async function accountsOf(context: IExecuteFunctions): Promise<Accounts> {
	const first = await context.getCredentials(CREDENTIAL, 0);
	const one: Account = { key: '', token: String(first.token), context };
	const count = context.getInputData().length;
	const isSame = (other: ICredentialDataDecryptedObject) => keyOf(other) === keyOf(first);
	const areOne =
		(await isReadAs(context, count, isSame)) &&
		(count < 2 || (await isReadAs(context, count - 1, isSame)));
	if (areOne) return { areOne, of: async () => one };

	return {
		areOne,
		of: async (item) => {
			const credential = await context.getCredentials(CREDENTIAL, item);
			const key = keyOf(credential);
			return {
				key,
				token: String(credential.token),
				context: withCredential(context, credential, key),
			};
		},
	};
}

async function isReadAs(
	context: IExecuteFunctions,
	item: number,
	isSame: (credential: ICredentialDataDecryptedObject) => boolean,
): Promise<boolean> {
	// An expression that fails where there is no item reads the item.
	return await context.getCredentials(CREDENTIAL, item).then(isSame, () => false);
}

function keyOf({ baseUrl, token }: ICredentialDataDecryptedObject): string {
	return JSON.stringify([baseUrl, token]);
}

/** n8n's request helper asks the context it is called on for the credential. */
function withCredential(
	context: IExecuteFunctions,
	credential: ICredentialDataDecryptedObject,
	key: string,
): IExecuteFunctions {
	const own = Object.create(context) as IExecuteFunctions;
	own.getCredentials = async <T extends object>() => ({ ...credential }) as T;
	accountKeys.set(own, key);
	return own;
}

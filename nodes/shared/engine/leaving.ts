import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	PreSendAction,
} from 'n8n-workflow';

/**
 * Gives a request its last form, each time it is about to leave: until all items are prepared and it
 * is its turn, minutes may pass.
 *
 * n8n's engine (1.123, 2.0 and 2.41) has hooks that prepare a request, none for the moment it leaves.
 * Delete this when it has one.
 *
 * @param body the request's parameters by wire name
 * @returns the parameters as they leave, and what the output says beside the service's answer
 * @throws NodeOperationError when it must not leave
 */
export type Leaving = (
	context: IExecuteSingleFunctions,
	body: IDataObject,
) => { body: IDataObject; says: IDataObject };

/** Last forms one after the other; each gets the parameters the one before it gave. */
export function inOrder(...steps: Leaving[]): Leaving {
	return (context, body) =>
		steps.reduce(
			(so, step) => {
				const { body: next, says } = step(context, so.body);
				return { body: next, says: { ...so.says, ...says } };
			},
			{ body, says: {} },
		);
}

/** Makes the preSend hook by which what keeps a request from leaving shows before any other has left. */
export function couldLeave(leaving: Leaving): PreSendAction {
	return async function (this: IExecuteSingleFunctions, options: IHttpRequestOptions) {
		leaving(this, options.body as IDataObject);
		return options;
	};
}

import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { connectionError, replyError } from '../transport/apiError';
import { onlyDocumented } from '../transport/documentedReplies';
import { endpoints } from '../transport/endpoints';
import { readReply, type HttpReply, type Reply } from '../transport/readReply';
import { REQUEST_TIMEOUT_MS, requestDefaults } from '../transport/requestDefaults';
import { accountKey } from '../transport/itemCredential';
import type { Template } from './template';

/**
 * Reads the account's templates (specification, "List chat-channel templates").
 *
 * @param filter `status`, `category` or `template`, by wire name
 * @throws NodeApiError in the service's own words
 */
export async function fetchTemplates(
	context: ILoadOptionsFunctions | IExecuteFunctions | IExecuteSingleFunctions,
	filter: IDataObject = {},
): Promise<Template[]> {
	let reply: Reply;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(context, 'extApi', {
			...requestDefaults,
			headers: { ...requestDefaults.headers },
			url: endpoints.templates,
			body: filter,
			timeout: REQUEST_TIMEOUT_MS,
			returnFullResponse: true,
		})) as HttpReply;
		reply = onlyDocumented(endpoints.templates, filter, readReply(response));
	} catch (error) {
		throw connectionError(context.getNode(), error, undefined, 'asks');
	}
	if (reply.kind !== 'accepted') throw replyError(context.getNode(), reply, undefined, 'asks');
	return (reply.data.templates ?? []) as Template[];
}

type Listing = Promise<Map<string, Template>>;

/** Listings by execution, then by credential. */
const listings = new WeakMap<object, Map<string, Listing>>();

/**
 * The templates by code, read once per execution and credential however many items and chat nodes
 * there are.
 *
 * @throws NodeApiError like {@link fetchTemplates}
 */
export async function templatesOfExecution(
	context: IExecuteFunctions | IExecuteSingleFunctions,
): Promise<Map<string, Template>> {
	const execution = context.getContext('flow');
	const byCredential = listings.get(execution) ?? new Map<string, Listing>();
	listings.set(execution, byCredential);

	const credential = `${context.getNode().credentials?.extApi?.id} ${accountKey(context)}`;
	let listing = byCredential.get(credential);
	if (listing === undefined) {
		listing = fetchTemplates(context).then(
			(templates) => new Map(templates.map((template) => [String(template.code), template])),
		);
		byCredential.set(credential, listing);
		// A listing that failed is asked for again by the next try.
		listing.catch(() => byCredential.delete(credential));
	}
	return await listing;
}

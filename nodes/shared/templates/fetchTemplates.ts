import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { connectionError, replyError } from '../transport/apiError';
import { endpoints } from '../transport/endpoints';
import { nodeRun } from '../transport/nodeRun';
import { readReply, type HttpReply, type Reply } from '../transport/readReply';
import { REQUEST_TIMEOUT_MS, requestDefaults } from '../transport/requestDefaults';
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
		reply = readReply(response);
	} catch (error) {
		throw connectionError(context.getNode(), error, undefined, true);
	}
	if (reply.kind !== 'accepted') throw replyError(context.getNode(), reply, undefined, true);
	return (reply.data.templates ?? []) as Template[];
}

const listings = new WeakMap<object, Promise<Map<string, Template>>>();

/**
 * The templates by code, read once per execution of a node however many items it has.
 *
 * @throws NodeApiError like {@link fetchTemplates}
 */
export async function templatesOfRun(
	context: IExecuteFunctions | IExecuteSingleFunctions,
): Promise<Map<string, Template>> {
	const { memory } = nodeRun(context);
	let listing = listings.get(memory);
	if (listing === undefined) {
		listing = fetchTemplates(context).then(
			(templates) => new Map(templates.map((template) => [String(template.code), template])),
		);
		listings.set(memory, listing);
		listing.catch(() => listings.delete(memory));
	}
	return await listing;
}

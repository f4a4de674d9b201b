import type { IDataObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { withRetryAfter, postRequest } from '../service/postRequest';
import { replyError } from '../service/apiError';
import { endpoints } from '../service/endpoints';
import { accountKey } from '../service/itemCredential';
import { asTemplate, type Template } from './template';

/**
 * Reads the account's templates (specification, "List templates").
 *
 * @param filter `status`, `category` or `template`, by wire name
 * @throws NodeApiError in the service's own words
 */
export async function fetchTemplates(
	context: ILoadOptionsFunctions | IExecuteFunctions,
	filter: IDataObject = {},
): Promise<Template[]> {
	const ask = async () => {
		const request = { url: endpoints.templates, body: filter, effect: 'asks' } as const;
		const reply = await postRequest(context, request);
		if (reply.kind !== 'accepted') throw replyError(context.getNode(), reply, undefined, 'asks');
		return reply.data.templates as Template[];
	};
	// The editor has a person who waits, and who may ask again.
	return 'getInputData' in context ? await withRetryAfter(context, ask) : await ask();
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
	context: IExecuteFunctions,
): Promise<Map<string, Template>> {
	const execution = context.getContext('flow');
	const byCredential = listings.get(execution) ?? new Map<string, Listing>();
	listings.set(execution, byCredential);

	const credential = `${context.getNode().credentials?.extApi?.id} ${accountKey(context)}`;
	let listing = byCredential.get(credential);
	if (listing === undefined) {
		listing = fetchTemplates(context).then(
			(templates) =>
				new Map(templates.map(asTemplate).map((template) => [String(template.code), template])),
		);
		byCredential.set(credential, listing);
		// A listing that failed is asked for again by the next try.
		listing.catch(() => byCredential.delete(credential));
	}
	return await listing;
}

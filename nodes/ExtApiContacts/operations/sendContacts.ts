import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { PlannedRecipient } from '../../shared/run/planRequests';
import { postAccepted } from '../../shared/run/postAccepted';
import { endpoints } from '../../shared/service/endpoints';
import { isUnknownOutcome } from '../../shared/service/nodeErrors';
import { readContactReply } from './contactReply';
import { RUN_AGAIN, undocumentedError } from './undocumentedError';

/** The result of each number of a request, or why there is none. */
export type SentContacts = { results: Map<string, string> } | { failed: Error };

/**
 * Makes one request that adds or removes contacts.
 *
 * @param body parameters by wire name, without the numbers
 * @param isStopped whether an earlier request failed for which this one is not made any more
 * @returns results by the numbers as they were sent; a failure's `context.outcome` says whether the
 * service may have carried it out
 */
export async function sendContacts(
	context: IExecuteFunctions,
	body: IDataObject,
	recipients: PlannedRecipient[],
	isStopped?: () => boolean,
): Promise<SentContacts> {
	const phones = recipients.map(({ phone }) => phone);
	try {
		const request = {
			...{ url: endpoints.contacts, effect: 'changes' as const },
			body: { ...body, list: phones.join(',') },
		};
		const reply = await postAccepted(context, request, isStopped);
		const read = readContactReply(reply, phones);
		if ('results' in read) return read;
		throw undocumentedError(context.getNode(), read.undocumented);
	} catch (error) {
		// The caller keeps it for each item of the request.
		if (isUnknownOutcome(error)) error.description = RUN_AGAIN;
		return { failed: error as Error };
	}
}

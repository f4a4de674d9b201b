import type { INode } from 'n8n-workflow';

import { replyError } from '../../shared/service/apiError';

/** What to do when it is not known whether contacts were added or removed. */
export const RUN_AGAIN =
	'The service may have made the change. Run again: making it a second time does no harm.';

/**
 * The error for a reply to adding or removing in no form the specification gives: nobody knows what
 * the service did.
 *
 * @param what names what of it is not documented
 */
export function undocumentedError(node: INode, what: string, itemIndex?: number) {
	const reply = {
		kind: 'failed',
		reason: `a reply in a form it never documents (${what})`,
		outcome: 'unknown',
		httpStatus: 200,
	} as const;
	const error = replyError(node, reply, itemIndex);
	error.description = RUN_AGAIN;
	return error;
}

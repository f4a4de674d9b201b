import type { INodePropertyRouting } from 'n8n-workflow';

import { onlyAccepted } from './acceptedReply';
import { notePrepared } from './preparing';

/**
 * Routing of a node's Resource field, and so of all its requests: each passes through `aroundRequest`
 * (n8n calls it as the pagination), and its reply is read before any other hook sees it.
 */
export const everyRequest: INodePropertyRouting = {
	send: { paginate: true, preSend: [notePrepared] },
	output: { postReceive: [onlyAccepted] },
};

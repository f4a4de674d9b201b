import type { INodePropertyRouting } from 'n8n-workflow';

import { throwOnApiError } from '../transport/throwOnApiError';
import { notePrepared } from '../engine/preparing';

/**
 * Routing of a node's Resource field, and so of all its requests: each passes through `exchange`
 * (n8n calls it as the pagination), and its reply is read before any other hook sees it.
 */
export const everyRequest: INodePropertyRouting = {
	send: { paginate: true, preSend: [notePrepared] },
	output: { postReceive: [throwOnApiError] },
};

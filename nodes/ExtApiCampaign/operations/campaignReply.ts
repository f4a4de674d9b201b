import type {
	IExecuteSingleFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';

import { everyRequest } from '../../shared/engine/everyRequest';
import { readReply } from '../../shared/transport/readReply';
import { noteAnswered, onlyAccepted } from '../../shared/engine/acceptedReply';

/** What stands for the service's answer that it does not delete a campaign. */
export const NOT_DELETED = 'NOT_DELETED';
/** Its words (specification, "Errors"): an answer to the request, unlike a wrong token. */
const NOT_PENDING = /campaign not found or not pending/i;

/** Reads a reply like every node, but takes a campaign that is not deleted for an answer. */
async function readCampaignReply(
	this: IExecuteSingleFunctions,
	items: INodeExecutionData[],
	response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
	noteAnswered(this);
	const reply = readReply(response);
	if (reply.kind === 'refused' && NOT_PENDING.test(reply.description)) {
		return [{ json: { code: NOT_DELETED, data: {}, words: [] } }];
	}
	return await onlyAccepted.call(this, items, response);
}

/** Routing of the node's Resource field, and so of all its requests. */
export const campaignRequest: INodePropertyRouting = {
	...everyRequest,
	output: { postReceive: [readCampaignReply] },
};

import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../../shared/operations/operation';
import type { RequestRules } from '../../shared/rules/checkRequest';
import { codeOf } from '../../shared/rules/text';

export const campaignResource: Resource = { name: 'Campaign', value: 'campaign' };

/** The campaign an operation is about. */
export const taskIdField: INodeProperties = {
	displayName: 'Campaign Code',
	name: 'taskId',
	type: 'string',
	required: true,
	default: '={{ $json.taskId }}',
	placeholder: 'e.g. 123456789',
	description: "Code the service gave the campaign: 'taskId' in the output of the sending nodes",
	hint: 'The service does not save sends to a single number: their status is na',
	routing: { send: { type: 'body', property: 'tid' } },
};

/** Rules of the specification's "Follow a campaign". */
export const campaignRules: RequestRules = {
	readers: {
		tid: codeOf('campaign', 'The node that started the campaign puts it out.'),
	},
	required: ['tid'],
};

// n8n's setting for the requests of a node.
import type { INodeProperties } from 'n8n-workflow';

import { CONNECTION_SETTINGS } from '../service/connection';

/**
 * How a node makes all its requests. n8n (2.0 and 2.41) has a setting of this name for declarative
 * nodes, but not for nodes with `execute`. Delete this when it does.
 */
export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: CONNECTION_SETTINGS,
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'allowUnauthorizedCerts',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 1 },
			default: 60000,
			description: 'How many milliseconds to wait for a reply before the request counts as lost',
		},
	],
};

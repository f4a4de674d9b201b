import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { ExtApiAutomation } from '../../nodes/ExtApiAutomation/ExtApiAutomation.node';
import { ExtApiCampaign } from '../../nodes/ExtApiCampaign/ExtApiCampaign.node';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiContacts } from '../../nodes/ExtApiContacts/ExtApiContacts.node';
import { ExtApiOtp } from '../../nodes/ExtApiOtp/ExtApiOtp.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiSubAdmin } from '../../nodes/ExtApiSubAdmin/ExtApiSubAdmin.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';

/** All nodes that have operations. */
export const nodes: INodeType[] = [
	new ExtApiSms(),
	new ExtApiVoice(),
	new ExtApiChat(),
	new ExtApiOtp(),
	new ExtApiContacts(),
	new ExtApiSubAdmin(),
	new ExtApiCampaign(),
	new ExtApiAutomation(),
];

/** One operation as the editor shows it. */
export interface NodeOperation {
	/** As the documents list it, for example `ExtApi SMS: Message: Send`. */
	name: string;
	node: string;
	resource: string;
	fields: INodeProperties[];
	option: INodePropertyOptions;
}

/** Every operation of every node with the fields it shows. */
export function nodeOperations(): NodeOperation[] {
	return nodes.flatMap(({ description: { displayName, properties } }) => {
		const resource = properties.find(({ name }) => name === 'resource')!;
		const resourceName = (value: string) =>
			(resource.options as INodePropertyOptions[] | undefined)?.find((each) => each.value === value)
				?.name ?? value[0].toUpperCase() + value.slice(1);
		const lists = properties.filter(
			({ name, displayOptions }) => name === 'operation' && !displayOptions?.show?.['@tool'],
		);
		return lists.flatMap(({ displayOptions, options }) => {
			const [value] = displayOptions?.show?.resource as string[];
			return (options as INodePropertyOptions[]).map((option) => ({
				name: `${displayName}: ${resourceName(value)}: ${option.name}`,
				node: displayName,
				resource: resourceName(value),
				option,
				fields: properties.filter(
					({ displayOptions: shown }) =>
						shown?.show?.resource?.includes(value) && shown.show.operation?.includes(option.value),
				),
			}));
		});
	});
}

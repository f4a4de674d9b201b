import type {
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodePropertyOptions,
} from 'n8n-workflow';

import { endpoints } from '../../shared/transport/endpoints';
import type { AcceptedReply } from '../../shared/engine/acceptedReply';

/** postReceive hook: the balance as a number (specification, "SMS balance"). */
async function balanceOutput(
	this: IExecuteSingleFunctions,
	[item]: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { data } = item.json as AcceptedReply;
	return [{ json: { balance: Number(data.credit) }, pairedItem: { item: this.getItemIndex() } }];
}

export const getBalanceOption: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get how many SMS messages are left',
	description: 'Get how many SMS messages the account can still send inside Israel',
	routing: {
		request: { url: endpoints.sms, body: { act: 'credit' } },
		output: { postReceive: [balanceOutput] },
	},
};

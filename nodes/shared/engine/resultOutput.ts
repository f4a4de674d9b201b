import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	PostReceiveAction,
} from 'n8n-workflow';

import type { AcceptedReply } from './acceptedReply';

/**
 * Makes the postReceive hook that turns an accepted reply into the operation's one output item,
 * paired to its input item.
 *
 * @param read gives the item's data; result codes that are no errors arrive as `code`
 */
export function resultOutput(
	read: (reply: AcceptedReply, context: IExecuteSingleFunctions) => IDataObject,
): PostReceiveAction {
	return async function (this: IExecuteSingleFunctions, [item]: INodeExecutionData[]) {
		const json = read(item.json as AcceptedReply, this);
		return [{ json, pairedItem: { item: this.getItemIndex() } }];
	};
}

import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	PostReceiveAction,
} from 'n8n-workflow';

import type { AcceptedReply } from '../../shared/transport/throwOnApiError';
import { comparablePhone, phoneList } from '../../shared/validation/phones';

/** The reasons the service lists numbers under; a number in none of them was handled. */
const reasons = ['ALREADY_REG', 'NOT_REG', 'BLOCKED', 'ACTION_ERROR'];

/**
 * Makes the postReceive hook that gives one item per phone number, with the reason list it is in or
 * `OK` (specification, "Manage distribution-list contacts").
 *
 * @param outcome what a result means for the operation, as booleans a person can branch on
 */
export function contactResults(
	outcome: (result: string, context: IExecuteSingleFunctions) => IDataObject,
): PostReceiveAction {
	return async function (this: IExecuteSingleFunctions, [item]: INodeExecutionData[]) {
		const reply = item.json as AcceptedReply;
		const listed = reasonByPhone(reply.data);
		return enteredPhones(this).map((phone) => {
			const result = listed.get(comparablePhone(phone)) ?? 'OK';
			return {
				json: { phone, result, ...outcome(result, this) },
				pairedItem: { item: this.getItemIndex() },
			};
		});
	};
}

/** The reason list each phone of a reply is in, by the phone's comparable form. */
export function reasonByPhone(data: IDataObject): Map<string, string> {
	return new Map(
		reasons.flatMap((reason) => {
			const phones = data[reason];
			return Array.isArray(phones)
				? phones.map((phone): [string, string] => [comparablePhone(String(phone)), reason])
				: [];
		}),
	);
}

function enteredPhones(context: IExecuteSingleFunctions): string[] {
	const read = phoneList(context.getNodeParameter('phoneNumbers'));
	return 'value' in read ? read.value.split(',') : [];
}

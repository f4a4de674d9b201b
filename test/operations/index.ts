import type { INodeParameters, INodeType } from 'n8n-workflow';

import { ExtApiAutomation } from '../../nodes/ExtApiAutomation/ExtApiAutomation.node';
import { ExtApiCampaign } from '../../nodes/ExtApiCampaign/ExtApiCampaign.node';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiContacts } from '../../nodes/ExtApiContacts/ExtApiContacts.node';
import { ExtApiOtp } from '../../nodes/ExtApiOtp/ExtApiOtp.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiSubAdmin } from '../../nodes/ExtApiSubAdmin/ExtApiSubAdmin.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { automationRows } from './automation';
import { campaignRows } from './campaign';
import { chatRows } from './chat';
import { contactsRows } from './contacts';
import { describedOperations, type DescribedField } from './described';
import { otpRows } from './otp';
import type { OperationRow } from './row';
import { smsRows } from './sms';
import { subAdminRows } from './subAdmin';
import { voiceRows } from './voice';

/** An operation's row, with what the node says about it. */
export interface Operation extends OperationRow {
	/** As the documents list it, for example `ExtApi SMS: Message: Send`. */
	name: string;
	/** n8n's name of the node type, for example `extApiSms`. */
	type: string;
	node(): INodeType;
	/** The row's, with resource and operation. */
	parameters: INodeParameters;
	/** The fields a person can fill in. */
	fields: DescribedField[];
}

/** Each node that has operations, and its rows. */
export const rowsOfNodes: Array<{ node: () => INodeType; rows: OperationRow[] }> = [
	{ node: () => new ExtApiSms(), rows: smsRows },
	{ node: () => new ExtApiVoice(), rows: voiceRows },
	{ node: () => new ExtApiChat(), rows: chatRows },
	{ node: () => new ExtApiOtp(), rows: otpRows },
	{ node: () => new ExtApiContacts(), rows: contactsRows },
	{ node: () => new ExtApiSubAdmin(), rows: subAdminRows },
	{ node: () => new ExtApiCampaign(), rows: campaignRows },
	{ node: () => new ExtApiAutomation(), rows: automationRows },
];

/** Every operation of every node: what the tables of tests go through. */
export const everyOperation: Operation[] = rowsOfNodes.flatMap(({ node, rows }) => {
	const described = describedOperations(node());
	return rows.map((row) => {
		const found = described.find(
			({ resource, operation }) => resource === row.resource && operation === row.operation,
		);
		const { resource, operation } = row;
		return {
			...row,
			type: node().description.name,
			node,
			name: found?.name ?? `${node().description.displayName}: ${resource}: ${operation}`,
			fields: found?.fields ?? [],
			parameters: { resource, operation, ...row.parameters },
		};
	});
});

/** Those that n8n's declarative engine runs, with a request for each item. */
export const perItemOperations = everyOperation.filter(({ overAllItems }) => !overAllItems);

/** The operation of a name. */
export function operationNamed(name: string): Operation {
	const found = everyOperation.find((operation) => operation.name === name);
	if (found === undefined) throw new Error(`test/operations has no operation "${name}"`);
	return found;
}

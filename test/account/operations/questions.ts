import type { IDataObject, INodeType } from 'n8n-workflow';

import type { Emulator } from '../../../emulator';
import { ExtApiChat } from '../../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../../nodes/ExtApiSms/ExtApiSms.node';
import { everybody } from '../rows';
import type { Row, Scenario } from '../scenario';
import { descriptionOption, heldMessages, messageDuty, senderOf, type Channel } from './messages';
import {
	expression,
	isBlank,
	phoneOf,
	textOf,
	type AccountedOperation,
	type Deed,
	type Duty,
} from './operation';

/** Operations that ask a person; no one answers, so that each run goes on when its time is over. */

interface Asking {
	name: string;
	node(): INodeType;
	channel: Channel;
	/** Characters of the longest message, its link included. */
	longest: number;
	prepare?(emulator: Emulator): void;
}

/** A link has about a hundred characters here; no text of a scenario is that near to the limit. */
const verdictOf = (row: Row, scenario: Scenario, longest: number): Duty['verdict'] => {
	const isSeveral = !scenario.executeOnce && scenario.rows.length > 1;
	return isSeveral || isBlank(row) || row.text!.length > longest - 200 ? 'bad' : 'good';
};

/** A message as it was typed: its link differs from run to run. */
const withoutLink = ({ key, ...deed }: Deed): Deed => ({
	...deed,
	key: key.replace(/\\nhttps?:[^"]+(?=")/, ''),
});

const sentTo = ({ sentTo: sent }: IDataObject) => (sent ?? []) as IDataObject[];

const asking = ({ name, node, channel, longest, prepare }: Asking): AccountedOperation => ({
	...{ name, node, endpoint: channel.endpoint, takesOneItem: true, prepare },
	parameters: (scenario) => ({
		...{ resource: 'message', operation: 'sendAndWait' },
		phoneNumbers: expression(scenario, 'recipient', phoneOf(scenario)),
		message: expression(scenario, 'content', textOf(scenario)),
		...(channel.senders === undefined ? {} : { sender: senderOf(scenario, channel) }),
		options: {
			...descriptionOption(scenario),
			limitWaitTime: 60,
		},
	}),
	places: () => ['content', 'recipient', 'option'],
	duty: (row, _index, scenario) =>
		messageDuty(row, scenario, channel, verdictOf(row, scenario, longest), { toList: false }),
	held: (emulator, scenario) => heldMessages(emulator, channel, scenario).map(withoutLink),
	code: (json) => sentTo(json)[0]?.taskId,
	keepsRow: () => true,
});

export const questionOperations: AccountedOperation[] = [
	asking({
		...{ name: 'SMS sendAndWait', node: () => new ExtApiSms(), longest: 1000 },
		channel: {
			...{ ledger: 'sms', endpoint: 'scheduleSms', from: 'from' },
			senders: ['MyShop', 'ExtDemo'],
			inLedger: (text) => text.trimEnd(),
			ofRequest: ({ msg }) => String(msg),
		},
	}),
	asking({
		...{ name: 'Chat sendAndWait', node: () => new ExtApiChat(), longest: 2000 },
		channel: {
			...{ ledger: 'chatReply', endpoint: 'sendWa' },
			inLedger: (text) => text.trimEnd(),
			ofRequest: ({ msg }) => String(msg),
		},
		prepare: ({ control }) => {
			for (const phone of everybody) control.inbound(phone);
		},
	}),
];

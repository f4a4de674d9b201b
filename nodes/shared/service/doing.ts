import type { INode } from 'n8n-workflow';

/** What an operation does with its items, in the words of its errors. */
export interface Doing {
	/** What is done with an item, for example `sent`. */
	done: string;
	/** To do it, for example `send`. */
	toDo: string;
	/** To do it for items, where that takes more words, for example `send to`. */
	toDoFor: string;
	/** Whether doing it a second time does no harm. */
	mayRepeat?: boolean;
}

const sending: Doing = { done: 'sent', toDo: 'send', toDoFor: 'send to' };
const reading = doing('read', 'read');
const checking = doing('checked', 'check');
const adding = { ...doing('added', 'add'), mayRepeat: true };
const removing = { ...doing('removed', 'remove'), mayRepeat: true };

/** By the value of the Operation field; no two nodes mean different things by one. */
const byOperation: Record<string, Doing> = {
	send: sending,
	sendCampaign: sending,
	sendTemplate: sending,
	sendTemplateCampaign: sending,
	sendReply: sending,
	sendAndWait: sending,
	requestCode: sending,
	verifyCode: checking,
	verify: checking,
	check: checking,
	add: adding,
	addMany: adding,
	remove: removing,
	removeMany: removing,
	update: { done: 'changed', toDo: 'change', toDoFor: 'change the balances of' },
	delete: doing('deleted', 'delete'),
	run: { done: 'started', toDo: 'start', toDoFor: 'start the automation for' },
	get: reading,
	getAll: reading,
	getStatus: reading,
	wait: reading,
};

/** What the operation a node is set to does; sending for a node that has none. */
export function doingOf({ parameters }: Pick<INode, 'parameters'>): Doing {
	return byOperation[String(parameters?.operation)] ?? sending;
}

function doing(done: string, toDo: string): Doing {
	return { done, toDo, toDoFor: toDo };
}

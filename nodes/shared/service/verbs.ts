import type { INode } from 'n8n-workflow';

/** The verbs of an operation, for its errors and hints. */
export interface Verbs {
	/** What an item was, for example `sent`. */
	done: string;
	/** The verb for items that it acts on, for example `send`. */
	toDo: string;
	/** The verb with what it needs before an item, for example `send to`. */
	toDoFor: string;
	/** Whether doing it a second time does no harm. */
	mayRepeat?: boolean;
	/** Whether it only asks: nothing becomes of a row that its output could say. */
	onlyAsks?: boolean;
}

const sending: Verbs = { done: 'sent', toDo: 'send', toDoFor: 'send to' };
const reading = { ...verbs('read', 'read'), onlyAsks: true };
const checking = verbs('checked', 'check');
const adding = { ...verbs('added', 'add'), mayRepeat: true };
const removing = { ...verbs('removed', 'remove'), mayRepeat: true };

/** By the value of the Operation field; no two nodes mean different things by one. */
const byOperation: Record<string, Verbs> = {
	send: sending,
	sendCampaign: sending,
	sendTemplate: sending,
	sendTemplateCampaign: sending,
	sendReply: sending,
	sendAndWait: sending,
	requestCode: sending,
	verifyCode: checking,
	verify: checking,
	check: { ...checking, onlyAsks: true },
	add: adding,
	addMany: adding,
	remove: removing,
	removeMany: removing,
	update: { done: 'changed', toDo: 'change', toDoFor: 'change the balances of' },
	delete: verbs('deleted', 'delete'),
	run: { done: 'started', toDo: 'start', toDoFor: 'start the automation for' },
	get: reading,
	getAll: reading,
	getStatus: reading,
	wait: reading,
};

/** The verbs of the operation a node is set to; those of sending for a node that has none. */
export function verbsOf({ parameters }: Pick<INode, 'parameters'>): Verbs {
	return byOperation[String(parameters?.operation)] ?? sending;
}

function verbs(done: string, toDo: string): Verbs {
	return { done, toDo, toDoFor: toDo };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { linkTo, open, submit } from '../../integration/harness/answerPage';
import type { askingN8n } from '../../integration/harness/asking';
import { turnOf, type AgentTurn } from '../../integration/harness/callingAgent';
import type { WaitingExecution } from '../../integration/harness/waitingN8n';
import { isRefused, PEOPLE, type ApprovalScenario, type Deed, type ToolCall } from './scenario';

type N8n = ReturnType<typeof askingN8n>;

/** A call that was asked about, and what became of it. */
export interface Played {
	call: ToolCall;
	/** Decisions of people who were asked, in the order they took effect at the earliest. */
	decisions: Array<'approve' | 'decline'>;
	/** What n8n goes on with, over both outputs; undefined while it waits. */
	items?: IDataObject[];
	/** Items of an execution that failed are none: n8n runs nothing behind it. */
	failed: boolean;
	/** What a reviewed tool ran with, and what the first person asked about it read. */
	ran: IDataObject[];
	read?: string;
}

const LIMIT = {
	limitWaitTime: {
		values: {
			...{ limitType: 'afterTimeInterval', resumeUnit: 'minutes', resumeAmount: 0.4 / 60 },
		},
	},
};

interface Asked {
	call: ToolCall;
	execution: WaitingExecution;
	/** The link each person got; none for who was not asked, or not reached. */
	links: Array<string | undefined>;
	turn: AgentTurn;
	read?: string;
	decisions: Played['decisions'];
	end?: INodeExecutionData[][];
}

/** Plays a model's turn and what people do then. */
export async function play(n8n: N8n, scenario: ApprovalScenario): Promise<Played[]> {
	n8n.service.control.reset();
	const asked: Asked[] = [];
	for (const call of scenario.calls) asked.push(await askAbout(n8n, call));
	const deeds = scenario.deeds.map((deed) => async () => await act(asked, deed));
	if (scenario.atOnce) await Promise.all(deeds.map(async (deed) => await deed()));
	else for (const deed of deeds) await deed();
	return await Promise.all(asked.map(async (one) => await ending(n8n, one)));
}

async function askAbout(n8n: N8n, call: ToolCall): Promise<Asked> {
	const { control } = n8n.service;
	if (call.fault) control.addFaults([{ kind: call.fault, times: 1 }]);
	const before = control.ledger().entries.length;
	const parameters: INodeParameters = {
		phoneNumbers: PEOPLE.slice(0, call.asked).join(','),
		responseType: call.responseType,
		...(call.responseType === 'approval'
			? { approvalOptions: { values: { approvalType: call.mayDecline ? 'double' : 'single' } } }
			: {}),
		...(call.isReview
			? { message: '=Refund {{ $tool.parameters.amount }} for {{ $tool.parameters.order }}?' }
			: {}),
		options: call.hasLimit ? LIMIT : {},
	};
	const type = call.isReview ? 'underTestHitlTool' : 'underTest';
	const { onError, retryOnFail } = call;
	const settings = { type, onError, retryOnFail, maxTries: 2, waitBetweenTries: 1 };
	const items = Array<IDataObject>(call.isReview ? call.agentItems : 1).fill(call.row);
	const turn = turnOf(call.model, ...Array<typeof call.model>(furtherOf(call)).fill(FURTHER));
	const execution = await n8n.ask(parameters, { items, settings, turn });
	control.clearFaults();
	const messages = control.ledger().entries.slice(before);
	const links = PEOPLE.map((phone) =>
		messages.some((each) => each.phone === phone) ? linkTo(n8n.service, phone) : undefined,
	);
	const read = messages[0]?.text.split('\nhttp')[0];
	const one: Asked = { call, execution, links, turn, read, decisions: [] };
	void execution.end.then((items) => (one.end = items));
	return one;
}

/** Another call of the turn, which no one approves. */
const FURTHER = { toolParameters: { order: 'B-18', amount: 999, approved: true } };

/** Further calls are declined one after the other, which takes no time limit. */
function furtherOf(call: ToolCall): number {
	const { isReview, hasLimit, fault, responseType, mayDecline } = call;
	const isPlain = !hasLimit && fault === undefined && responseType === 'approval';
	return isReview && isPlain && mayDecline && !isRefused(call) ? call.further : 0;
}

async function declineFurther(n8n: N8n, one: Asked): Promise<void> {
	const isOwn = ({ text }: { text: string }) => text.includes(`/${one.execution.id}/`);
	while (one.end === undefined) {
		const { text } = n8n.service.control.ledger().entries.filter(isOwn).at(-1)!;
		const [link] = /https?:\/\/\S+/.exec(text)!;
		if (!one.links.includes(link)) await submit(link, await open(link), { decision: 'decline' });
		await sleep(10);
	}
}

/** What a person does with a link; a decision of someone who was asked is noted before it is sent. */
async function act(asked: Asked[], deed: Deed): Promise<void> {
	const one = asked[deed.call % asked.length];
	const link = one.links[deed.who];
	if (link === undefined) return await intrude(asked, one, deed);
	if (deed.what === 'approve' || deed.what === 'decline') {
		return await answer(one, link, deed.what);
	}
	const fields = { decision: 'approve', text: 'yes', approved: 'true' };
	if (deed.what === 'open') {
		await open(link, 'WhatsApp/2.23');
		await open(link);
	} else if (deed.what === 'getWithAnswer') {
		await open(`${link}&decision=approve&approved=true&text=yes`);
	} else if (deed.what === 'postJson') {
		const body = JSON.stringify({ ...fields, data: fields });
		const headers = { 'Content-Type': 'application/json' };
		await fetch(link, { method: 'POST', body, headers });
	} else if (deed.what === 'forgedKey') {
		const forged = link.replace(
			/([?&]k=)(.)/,
			(_, name, first) => `${name}${first === 'A' ? 'B' : 'A'}`,
		);
		await submit(forged, await open(link), fields);
	} else if (deed.what === 'keyOfAnotherCall') {
		const other = asked.find((each) => each !== one)?.links[deed.who];
		if (other === undefined) return;
		await submit(link, await open(other), fields);
	} else {
		await submit(link, await open(link), { approved: 'true', answer: 'approve', data: 'approve' });
	}
}

/** What someone who was not asked does who has seen another's link: answers without its key, and with a key of their own. */
async function intrude(asked: Asked[], one: Asked, { who }: Deed): Promise<void> {
	const seen = one.links.find((link) => link !== undefined);
	if (seen === undefined) return;
	const fields = { decision: 'approve', text: 'yes' };
	const withoutKey = seen.replace(/([?&])k=[^&]*&?/, '$1');
	await submit(withoutKey, await open(withoutKey), fields);
	const own = asked.map(({ links }) => links[who]).find((link) => link !== undefined);
	const key = own && /[?&]k=([^&]*)/.exec(own)?.[1];
	if (own === undefined || key === undefined) return;
	await submit(seen.replace(/([?&]k=)[^&]*/, `$1${key}`), await open(own), fields);
}

async function answer(one: Asked, link: string, decision: 'approve' | 'decline') {
	const page = await open(link);
	const isText = one.call.responseType === 'freeText';
	if (isText || decision === 'approve' || one.call.mayDecline) one.decisions.push(decision);
	await submit(link, page, isText ? { text: decision } : { decision });
}

async function ending(n8n: N8n, one: Asked): Promise<Played> {
	const { call, execution, decisions, turn, read } = one;
	if (execution.resumed > 0 && furtherOf(call) > 0) await declineFurther(n8n, one);
	const isDue = call.hasLimit || execution.waitTill === undefined || execution.resumed > 0;
	const end = isDue ? await execution.end : one.end;
	return {
		...{ call, decisions, read },
		ran: turn.ran,
		failed: end !== undefined && end.flat().length === 0,
		items: end?.flat().map(({ json }) => JSON.parse(JSON.stringify(json)) as IDataObject),
	};
}

// If this fails, a question, its answer or its output is wrong.
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { meant } from '../operations/meant';
import { open, submit } from './harness/answerPage';
import { askingN8n, endOf, MANAGER } from './harness/asking';
import { expectSaid } from './harness/expectStory';
import { failureOf } from './harness/runNode';
import type { Said } from './harness/story';
import questions from './questions.json';

/** A question about a refund, and what came of it. */
interface Question {
	what: string;
	/** By SMS when left out. */
	node?: 'Chat';
	parameters?: INodeParameters;
	items?: IDataObject[];
	settings?: Partial<INode>;
	faults?: Array<Partial<FaultRule>>;
	/** What the message says, its page, and a page behind another key. */
	text?: Said;
	page?: Said;
	pageWithout?: string;
	forged?: Said;
	/** What is shown at the node while it waits. */
	hint?: Said;
	/** What is sent from the page, and what the page says then. */
	answers?: Array<{ fields: Record<string, string>; says?: Said }>;
	/** The data of the items in the end, or what each says that failed. */
	end?: IDataObject[];
	failures?: Said[];
	/** How many requests were made; one when left out. */
	asked?: number;
}

const { service, ask, answer, link } = askingN8n();
const OTHER = '0570002234';
const sent = () => service.control.ledger().entries;

describe('Send and Wait for Response', () => {
	it.each(questions as unknown as Question[])('$what', async (question) => {
		const { node, parameters, items, settings, faults = [], answers = [], asked = 1 } = question;
		service.control.inbound(MANAGER);
		service.control.addFaults(
			faults.map((fault) => ({ endpoint: 'scheduleSms', ...fault }) as FaultRule),
		);
		const asking = node === 'Chat' ? new ExtApiChat() : new ExtApiSms();
		const execution = await ask(parameters, { ...(items && { items }), settings }, asking);
		expect(service.bodies()).toHaveLength(asked);
		const channels = asked === 0 ? [] : [node === 'Chat' ? 'chatReply' : 'sms'];
		expect(sent().map(({ channel }) => channel)).toEqual(channels);
		if (question.text) expectSaid(sent()[0].text, question.text);
		expectSaid(execution.hints.join(), question.hint ?? []);
		if (question.page) {
			const { status, html } = await open(link());
			expect(status).toBe(200);
			expectSaid(html, question.page);
			if (question.pageWithout) expect(html).not.toContain(question.pageWithout);
			expect(execution.resumed).toBe(0);
		}
		if (question.forged)
			expectSaid((await open(link().replace(/k=../, 'k=xx'))).html, question.forged);
		for (const { fields, says = [] } of answers) expectSaid((await answer(fields)).html, says);
		if (question.end) {
			expect(await endOf(execution)).toEqual(meant(question.end));
			expect((await execution.end)[0][0].pairedItem).toEqual({ item: 0 });
			expect(execution.resumed).toBe(1);
		}
		for (const [index, said] of (question.failures ?? []).entries())
			expectSaid(failureOf((await execution.end)[0][index]) ?? '', said);
	});

	it('gives several people a link of their own each; the first answer decides', async () => {
		const execution = await ask({ phoneNumbers: `${MANAGER}, ${OTHER}` });
		const [first, second] = [link(MANAGER), link(OTHER)];
		expect(first).not.toBe(second);
		const open2 = await open(second);
		await submit(first, await open(first), { decision: 'decline' });
		const late = await submit(second, open2, { decision: 'approve' });
		expect(late.status).toBe(409);
		expect(await endOf(execution)).toMatchObject([{ approved: false, answeredBy: MANAGER }]);
		expect(execution.resumed).toBe(1);
		// The other hears nothing of it.
		expect(sent()).toHaveLength(2);
	});

	it('asks anew in a loop; the link of an earlier round opens nothing', async () => {
		const items = [{ order: 'A-1' }, { order: 'A-2' }];
		const message = '=Refund {{ $json.order }}?';
		const execution = await ask({ message }, { items, loopOver: 1 });
		const first = link();
		expect(sent()).toHaveLength(1);
		await answer({ decision: 'approve' });
		while (sent().length < 2) await sleep(10);
		expect((await open(first)).status).not.toBe(200);
		const second = link();
		while ((await open(second)).status !== 200) await sleep(10);
		expect((await open(first)).status).not.toBe(200);
		await answer({ decision: 'decline' });
		await execution.end;
		expect(sent()).toHaveLength(2);
	});
});

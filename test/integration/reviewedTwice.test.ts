// If this fails, a call that a model makes twice under human review is carried out twice, or no one is told that it is a repeat.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operationNamed } from '../operations';
import { template, twoItems } from '../operations/items';
import { askingN8n } from './harness/asking';
import { turnOf } from './harness/callingAgent';

const asking = askingN8n();
const { service } = asking;
const SEND = 'ExtApi SMS: Message: Send';
const phone = '0570002234';

const done = 'The same request was made before, and it was done.';
const isUnknown = 'The same request was made before, and it is unknown whether it was done.';
const isAsked = 'The same request was asked about before.';

interface Review {
	operation?: string;
	parameters?: INodeParameters;
	decisions?: string[];
	before?(): void;
}

/** What each page says of earlier calls, and how many requests the tool made. */
async function reviewed({ operation = SEND, parameters, decisions, before }: Review) {
	service.control.reset();
	// A chat reply needs a message to reply to.
	service.control.inbound(phone);
	const { node, endpoint, ...row } = operationNamed(operation);
	const tool = { node: node(), parameters: { ...row.parameters, ...parameters } };
	const turn = { ...turnOf({ toolParameters: {} }), again: 1, toolType: 'underTestOwnTool', tool };
	const items = [{ ...twoItems[1] }];
	const settings = { type: 'underTestHitlTool' };
	const execution = await asking.ask({}, { items, settings, turn });
	before?.();
	const pages: string[] = [];
	for (const decision of decisions ?? ['approve', 'approve']) {
		pages.push((await asking.answerNext({ decision })).html);
	}
	await execution.end;
	const made = service.control
		.requests()
		.filter((request) => request.endpoint === endpoint)
		.filter(({ parameters: sent }) => !String((sent as IDataObject).msg).includes('Refund'));
	return { pages, made };
}

const voice = { caller: '0771234567', content: 'text', text: 'Hello' };
const operations: Array<[operation: string, parameters: INodeParameters]> = [
	[SEND, { phoneNumbers: phone, message: 'Hello' }],
	['ExtApi Voice: Message: Send', { ...voice, phoneNumbers: phone }],
	['ExtApi Chat: Message: Send Template', { phoneNumbers: phone, template: template('2001') }],
	['ExtApi OTP: Code: Send', { phone }],
	['ExtApi Chat: Message: Send Reply', { to: phone, text: 'Hello' }],
	['ExtApi Sub-Admin: Balance: Update', { subAdminCode: '501', change: 'add', amount: 5 }],
	['ExtApi Automation: Automation: Run', {}],
];

describe.each(operations)('a reviewed call that is made twice: %s', (operation, parameters) => {
	it('is carried out once, and the second question says so', async () => {
		const { pages, made } = await reviewed({ operation, parameters });
		expect(pages[0]).not.toContain(isAsked);
		expect(pages[0]).not.toContain(done);
		expect(pages[1]).toContain(done);
		expect(made).toHaveLength(1);
	});

	it('is not made again after a lost reply, and the second question says so', async () => {
		const { endpoint } = operationNamed(operation);
		const lost = { kind: 'resetAfter', endpoint, nth: 1, times: 1 } as const;
		const before = () => service.control.addFaults([lost]);
		const { pages, made } = await reviewed({ operation, parameters, before });
		expect(pages[1]).toContain(isUnknown);
		expect(made).toHaveLength(1);
	});

	it('may be made again where it was declined, or the service refused it', async () => {
		const { endpoint } = operationNamed(operation);
		const declined = await reviewed({ operation, parameters, decisions: ['decline', 'approve'] });
		expect(declined.pages[1]).toContain(isAsked);
		expect(declined.made).toHaveLength(1);
		const refuses = { kind: 'plainError', endpoint, nth: 1, times: 1 } as const;
		const before = () => service.control.addFaults([refuses]);
		const refused = await reviewed({ operation, parameters, before });
		expect(refused.pages[1]).toContain(isAsked);
		expect(refused.made.map(({ accepted }) => accepted)).toEqual([false, true]);
	});
});

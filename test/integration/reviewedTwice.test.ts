// If this fails, a call that a model makes twice under human review is carried out twice.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operationNamed } from '../operations';
import { template, twoItems } from '../operations/items';
import { askingN8n } from './harness/asking';
import { turnOf } from './harness/callingAgent';

const asking = askingN8n();
const { service } = asking;
const SEND = 'ExtApi SMS: Message: Send';
const phone = '0570002234';

interface Review {
	operation?: string;
	parameters?: INodeParameters;
	decisions?: string[];
	before?(): void;
}

/** The requests that the tool made. */
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
	for (const decision of decisions ?? ['approve', 'approve']) await asking.answerNext({ decision });
	await execution.end;
	return service.control
		.requests()
		.filter((request) => request.endpoint === endpoint)
		.filter(({ parameters: sent }) => !String((sent as IDataObject).msg).includes('Refund'));
}

const voice = { caller: '0771234567', content: 'text', text: 'Hello' };
const operations: Array<[operation: string, parameters: INodeParameters]> = [
	[SEND, { phoneNumbers: phone, message: 'Hello' }],
	['ExtApi Voice: Message: Send', { ...voice, phoneNumbers: phone }],
	['ExtApi Chat: Message: Send Template', { phoneNumbers: phone, template: template('2001') }],
	['ExtApi OTP: Code: Send', { phone }],
	['ExtApi Chat: Message: Send Reply', { to: phone, text: 'Hello' }],
	['ExtApi Sub-Admin: Balance: Update', { subAdminCode: '501', amount: 5 }],
	['ExtApi Automation: Automation: Run', {}],
];

describe.each(operations)('a reviewed call that is made twice: %s', (operation, parameters) => {
	it('is carried out once', async () => {
		expect(await reviewed({ operation, parameters })).toHaveLength(1);
	});

	it('is not made again after a lost reply', async () => {
		const { endpoint } = operationNamed(operation);
		const lost = { kind: 'resetAfter', endpoint, nth: 1, times: 1 } as const;
		const before = () => service.control.addFaults([lost]);
		expect(await reviewed({ operation, parameters, before })).toHaveLength(1);
	});

	it('may be made again where it was declined, or the service refused it', async () => {
		const { endpoint } = operationNamed(operation);
		const decisions = ['decline', 'approve'];
		expect(await reviewed({ operation, parameters, decisions })).toHaveLength(1);
		const refuses = { kind: 'plainError', endpoint, nth: 1, times: 1 } as const;
		const before = () => service.control.addFaults([refuses]);
		const made = await reviewed({ operation, parameters, before });
		expect(made.map(({ accepted }) => accepted)).toEqual([false, true]);
	});
});

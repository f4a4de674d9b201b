// If this fails, a phone is misread, and a stranger gets the message.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { everyOperation } from '../operations';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests({ campaignStepMs: 600_000 });
const number = '0570002233';

/** Every field that takes a phone: operation, parameter, the service's parameter, others it needs. */
const fields: Array<[string, string, string, INodeParameters?]> = [
	['ExtApi SMS: Message: Send', 'phoneNumbers', 'list'],
	['ExtApi SMS: Message: Send', 'sender', 'from'],
	['ExtApi SMS: Message: Send', 'notifications.notificationPhone', 'np'],
	['ExtApi SMS: Message: Send Campaign', 'recipient', 'list', { message: 'Hi' }],
	['ExtApi SMS: Message: Send Campaign', 'sender', 'from'],
	['ExtApi SMS: Message: Send Campaign', 'notifications.notificationPhone', 'np'],
	['ExtApi SMS: Sender ID: Request Code', 'phone', 'phone'],
	['ExtApi SMS: Sender ID: Verify Code', 'phone', 'phone'],
	['ExtApi Voice: Message: Send', 'phoneNumbers', 'list'],
	['ExtApi Voice: Message: Send', 'caller', 'from'],
	['ExtApi Voice: Message: Send', 'notifications.notificationPhone', 'np'],
	['ExtApi Voice: Message: Send Campaign', 'recipient', 'list'],
	['ExtApi Voice: Message: Send Campaign', 'caller', 'from'],
	['ExtApi Chat: Message: Send Template', 'phoneNumbers', 'list'],
	['ExtApi Chat: Message: Send Template', 'options.sender', 'from'],
	['ExtApi Chat: Message: Send Template Campaign', 'recipient', 'list'],
	['ExtApi Chat: Message: Send Template Campaign', 'options.sender', 'from'],
	['ExtApi Chat: Message: Send Reply', 'to', 'to'],
	['ExtApi Chat: Message: Send Reply', 'options.sender', 'from'],
	['ExtApi OTP: Code: Send', 'phone', 'phone'],
	['ExtApi OTP: Code: Send', 'options.smsSender', 'smsfrom'],
	['ExtApi OTP: Code: Send', 'options.voiceCaller', 'vmsfrom', { channel: 'vms' }],
	[
		'ExtApi OTP: Code: Send',
		'options.chatSender',
		'wafrom',
		{ channel: 'wa', template: { __rl: true, mode: 'code', value: '2007' } },
	],
	['ExtApi OTP: Code: Verify', 'phone', 'phone'],
	['ExtApi Contacts: Contact: Add', 'phoneNumbers', 'list'],
	['ExtApi Contacts: Contact: Remove', 'phoneNumbers', 'list'],
	['ExtApi Contacts: Contact: Check', 'phone', 'list'],
	['ExtApi Contacts: Contact: Add Many', 'recipient', 'list'],
	['ExtApi Contacts: Contact: Remove Many', 'recipient', 'list'],
];

describe.each(fields)('%s: %s', (name, path, wire, more) => {
	const operation = everyOperation.find((each) => each.name === name)!;
	/** What the service got in the field when it holds a value. */
	const sent = async (value: unknown): Promise<unknown[]> => {
		service.control.reset();
		const [field, option] = path.split('.');
		const expression = '={{ $json.value }}';
		await runNode({
			node: operation.node(),
			credential: service.credential('demo-token-full'),
			items: [{ phone: number, text: 'Hi', value, code: '00000' }] as IDataObject[],
			parameters: {
				...operation.parameters,
				...more,
				[field]: option === undefined ? expression : { [option]: expression },
			},
		});
		return service.control
			.requests()
			.filter(({ endpoint }) => endpoint === operation.endpoint)
			.map(({ parameters }) => (parameters as IDataObject)[wire]);
	};

	it.each([
		`${number}.0`,
		` (057) 000-2233 `,
		'\u200e057\u00a0000\u20112233\u200f',
		'tel:0570002233',
	])('takes %j, which has one meaning', async (value) => {
		expect(await sent(value)).toEqual([number]);
	});

	it.each([
		'+44 (0) 20 7946 0958',
		'-14155552671',
		'14155552671.5',
		'1.4155552671E+10',
		14155552671.5,
		'0570002233/0570002234',
		'0570002233 or 0570002234',
		'0570002233 0570002234',
		'+1 415 555 2671 (22)',
		'0570002233 x12',
	])('refuses %j before anything leaves', async (value) => {
		expect(await sent(value)).toEqual([]);
	});
});

it('the trigger of an automation gets no phone with the .0 of a float', async () => {
	const run = everyOperation.find(({ name }) => name === 'ExtApi Automation: Automation: Run')!;
	const phones = ['14155552671.0', '+44 (0) 20 7946 0958', 'n/a'];
	for (const value of phones) {
		await runNode({
			node: run.node(),
			credential: service.credential(),
			parameters: { ...run.parameters, fields: { field: [{ name: 'phone', value }] } },
		});
	}
	expect(service.bodies().map(({ phone }) => phone)).toEqual(['14155552671', ...phones.slice(1)]);
});

// If this fails, a phone is misread, and a stranger gets the message.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { recipientField } from '../../nodes/shared/fields/campaignFields';
import { wireFields } from '../../nodes/shared/fields/field';
import { smsSender, voiceCaller } from '../../nodes/shared/rules/addresses';
import { phoneList } from '../../nodes/shared/rules/phoneLists';
import { israeliPhone, notificationPhone, readPhone } from '../../nodes/shared/rules/phones';
import type { Reader } from '../../nodes/shared/rules/reader';
import { template } from '../operations/items';
import { everyOperation } from '../operations';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests({ campaignStepMs: 600_000 });
const number = '0570002233';

const readers: Reader[] = [
	...[readPhone, phoneList, smsSender, voiceCaller, israeliPhone, notificationPhone],
];
/** What else an operation needs for a field to be sent. */
const needed: Record<string, INodeParameters> = {
	recipient: { message: 'Hi' },
	'options.voiceCaller': { channel: 'vms' },
	'options.chatSender': { channel: 'wa', template: template('2007') },
};
/** Every field that takes a phone, with the service's parameter. A question to a person is one of its own: it waits. */
const fields = everyOperation
	.filter(({ name }) => !name.endsWith('Send and Wait for Response'))
	.flatMap(({ name, definition }) => {
		const ofItems = definition.fields.filter((field) => field.name === recipientField.name);
		return [
			...wireFields(definition.fields).filter(({ reader }) => readers.includes(reader)),
			...ofItems.map((field) => ({ path: field.name, wire: 'list' })),
		].map(({ path, wire }): [string, string, string] => [name, path, wire]);
	});

it('are looked for in every operation that has them', () => {
	expect(fields.length).toBeGreaterThan(30);
});

describe.each(fields)('%s: %s', (name, path, wire) => {
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
				...needed[path],
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

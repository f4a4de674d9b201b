// If this fails, a chat template is sent with values that are not the person's, or not at all for a reason the node knew.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRunOptions } from './harness/runNode';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
const one = { phoneNumbers: '0570002233' };
const run = operationRuns(service, 'ExtApi Chat: Message: Send Template', one);
const send = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) =>
	await run(undefined, parameters, more);
const sent = () => service.bodies().filter(({ template }) => template !== undefined);
const asList = (parametersList: string) => ({ parametersFrom: 'list', parametersList });

describe('Simple List', () => {
	it.each<[string, IDataObject, string, string]>([
		['a comma', { name: 'Levi, Dana', coupon: 'X' }, 'Levi, Dana', 'X'],
		['a character of no script', { name: 'a\ufdd3b', coupon: 'X' }, 'a\ufdd3b', 'X'],
	])('keeps each value in its place when one holds %s', async (_what, item, first, second) => {
		const { error } = await send(asList('={{ $json.name }}, {{ $json.coupon }}'), {
			items: [item],
		});
		expect(error).toBeUndefined();
		expect(sent()).toMatchObject([{ params: { body: { '1': first, '2': second } } }]);
	});

	it.each([{ coupon: 'X' }, { name: '', coupon: 'X' }, { name: null, coupon: 'X' }])(
		'refuses an empty value instead of shifting the others: %j',
		async (item) => {
			const { error } = await send(asList('={{ $json.name }}, {{ $json.coupon }}'), {
				items: [item],
			});
			expect(error?.message).toMatch(/needs a value/);
			expect(sent()).toEqual([]);
		},
	);
});

describe('Notification Email', () => {
	it('is refused for a single number, also with parameters of its own', async () => {
		const { error } = await send({
			sendTo: 'ownParameters',
			parametersByNumber: '{"0570002233": {"body": {"1": "Dana", "2": "X"}}}',
			notifications: { notificationEmail: 'me@example.com' },
		});
		expect(error?.message).toMatch(/Notification Email is not possible for a single number/);
		expect(sent()).toEqual([]);
	});
});

describe('the listing of templates', () => {
	it('is asked for again when the service turned it away for the moment', async () => {
		service.control.addFaults([
			{ kind: 'http429', endpoint: 'waTemplates', times: 1, retryAfter: 0 },
		]);
		const { error } = await send(asList('Dana, X'));
		expect(error).toBeUndefined();
		expect(sent()).toHaveLength(1);
	});
});

it('[phone_num] is refused where the service does not replace it, and the reason is true', async () => {
	const { error } = await send({
		sendTo: 'ownParameters',
		parametersByNumber: '{"0570002233": {"body": {"1": "[phone_num]", "2": "X"}}}',
	});
	expect(error?.message).toMatch(/only where all recipients of a request have the same parameters/);
	expect(sent()).toEqual([]);
});

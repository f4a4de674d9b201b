// If this fails, members of a distribution list get a message twice, or none.
import type { INodeParameters } from 'n8n-workflow';

import { operationRuns } from './harness/operationRuns';
import { sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
const lists = { sendTo: 'lists' };
const campaign = operationRuns(service, 'ExtApi SMS: Message: Send Campaign', lists);
const sms = async (parameters: INodeParameters, items?: Parameters<typeof campaign>[0]) =>
	await campaign(items, parameters);

describe('a campaign to distribution lists', () => {
	it('returns what the validation of the lists says', async () => {
		const { items } = await sms({
			listCodes: '1001',
			message: 'Hello',
			advanced: { validateRecipients: true },
		});
		expect(items[0].json).toMatchObject({ valid: true, lists: '1001' });
	});

	it('is refused where items differ in list, text or another setting: it has one message', async () => {
		const people = [
			{ name: 'Dana', list: '1001' },
			{ name: 'Noam', list: '1002' },
		];
		for (const own of [
			{ listCodes: '={{ $json.list }}' },
			{ message: 'Hi {name}' },
			{ options: { description: '={{ $json.name }}' } },
		]) {
			const { error } = await sms({ listCodes: '1001', message: 'Hi', ...own }, people);
			expect(sentencesOf(error).full).toContain(
				'A campaign to distribution lists has one message, but items 0 and 1 differ',
			);
			expect(service.bodies()).toEqual([]);
		}
	});

	it('has one request for all its items', async () => {
		const { items } = await sms({ listCodes: '1001, 1002', message: 'Hi' }, [{}, {}, {}]);
		expect(service.bodies()).toEqual([expect.objectContaining({ pid: '1001,1002' })]);
		expect(items[0].json).toMatchObject({ lists: '1001,1002', items: 3 });
	});
});

describe('a distribution list of a send', () => {
	const send = operationRuns(service, 'ExtApi SMS: Message: Send', lists);

	it('is named by one item', async () => {
		const people = [{ list: '1001' }, { list: '1002' }, { list: '1001' }];
		const own = { listCodes: '={{ $json.list }}', message: 'Hi' };
		const { error } = await send(people, own);
		expect(sentencesOf(error).full).toContain(
			'Distribution list 1001 is in items 0 and 2, and each list gets one message in a run',
		);
		expect(service.bodies()).toEqual([]);
		expect((await send(people.slice(0, 2), own)).error).toBeUndefined();
		expect(service.bodies()).toHaveLength(2);
	});
});

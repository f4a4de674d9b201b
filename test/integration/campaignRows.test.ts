// If this fails, a column gets lost, or what data holds is read as something typed.
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { form } from '../operations/items';
import { sentencesOf } from './harness/runNode';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';

/** What happens to the rows themselves: their columns, the names of these, and what is typed about them. */
const service = serviceForTests();

const sms = smsCampaigns(service);
const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
const texts = () =>
	service.control.ledger().entries.map(({ phone, text }) => [phone, text] as const);

describe('columns of a row', () => {
	const row = {
		...{ phone: '0570002233', taskId: 'A-1', recipient: 'Dana', message: 'own', outcome: 'x' },
		...{ error: 'from before', json: { deep: 1 } },
	};

	it('are all there in One Item Per Recipient, beside the node’s own', async () => {
		const { items } = await sms([row], { options: { output: 'recipient' } });
		const { error, taskId, recipient, outcome, ...others } = row;
		expect(items.map(({ json }) => json)).toEqual([
			{
				...others,
				outcome: 'accepted',
				taskId: '700000000000000001',
				recipient: '0570002233',
				messages: 1,
				text: 'Hello',
				inputColumns: { error, taskId, recipient, outcome },
			},
		]);
	});

	it('of which one is called "error" are no error item', async () => {
		const settings = { onError: 'continueErrorOutput' as const, retryOnFail: true, maxTries: 2 };
		const { run: execution } = await sms(
			[{ phone: '0570002233', error: 'old' }],
			{ options: { output: 'recipient' } },
			{ settings: { ...settings, waitBetweenTries: 1 } },
		);
		const [success, failed] =
			execution.data.resultData.runData['Node under test'][0].data?.main ?? [];
		expect(failed ?? []).toEqual([]);
		expect(success?.map(({ json }) => json.inputColumns)).toEqual([{ error: 'old' }]);
		expect(Object.keys(success![0].json)).not.toContain('error');
	});

	it('stay with their binary data, sent or not', async () => {
		const binary = { file: { data: 'eA==', mimeType: 'text/plain' } };
		const { items } = await sms(
			[row, { ...row, phone: '050' }],
			{ options: { output: 'recipient' } },
			{ binary, settings: CONTINUE },
		);
		expect(items.map((item) => item.binary)).toEqual([binary, binary]);
	});
});

describe('merge fields', () => {
	const rows = [{ phone: '0570002233', name: '{phone} \\{', city: '{name' }];

	it.each([
		['=Hi {{ $json.name }} of {city}', 'Hi {phone} \\{ of {name'],
		['=\\{{phone}\\} {{ $json.name }}', '{0570002233} {phone} \\{'],
		['={name} {{ { a: "{city}" }.a }}', '{phone} \\{ {city}'],
	])('of %s come from what was typed', async (message, text) => {
		const { error } = await sms(rows, { message });
		expect(error).toBeUndefined();
		expect(texts()).toEqual([['0570002233', text]]);
	});

	const chat = async (parameters: INodeParameters) => {
		const campaign = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
		const { error } = await campaign(rows, parameters);
		expect(error).toBeUndefined();
		return service.bodies().at(-1)!.params;
	};

	it('of template parameters come from what was typed', async () => {
		const value = { 'body.1': '=Hi {{ $json.name }} {phone}', 'body.2': '={{ $json.city }}' };
		expect(await chat({ parameters: form(value) })).toEqual({
			body: { '1': 'Hi {phone} \\{ 0570002233', '2': '{name' },
		});
	});

	it.each([
		['={"body": {"1": "{{ $json.city }} {phone}", "2": "x"}}', '{name 0570002233'],
		['={"body": {{ JSON.stringify({ 1: $json.city, 2: "x" }) }} }', '{name'],
		['={{ { body: { 1: $json.city, 2: "=1" } } }}', '{name'],
	])('of parameters as JSON too: %s', async (parametersJson, first) => {
		const params = (await chat({ parametersFrom: 'json', parametersJson })) as {
			body: IDataObject;
		};
		expect(params.body['1']).toBe(first);
	});

	const voice = operationRuns(service, 'ExtApi Voice: Message: Send Campaign');
	const people = [
		{ phone: '0570002233', name: 'Dana' },
		{ phone: '0570002234', name: 'Noam' },
		{ phone: '0570002235', name: 'Dana' },
	];

	it('work in the text and the description of a call: a campaign for each different one', async () => {
		const result = await voice(people, { text: 'Hello {name}' });
		expect(service.bodies().map(({ tts, list }) => [tts, list])).toEqual([
			['Hello Dana', '0570002233,0570002235'],
			['Hello Noam', '0570002234'],
		]);
		expect(result.items.map(({ json }) => json.recipientCount)).toEqual([2, 1]);
		service.control.clearRequests();
		await voice([...people, { phone: '0570002236' }], { description: 'For {name|you}' });
		expect(service.bodies().map(({ desc }) => desc)).toEqual(['For Dana', 'For Noam', 'For you']);
	});

	it('of a call may miss a value, as the options say', async () => {
		const items = [{ phone: '0570002233', name: '' }];
		const { error } = await voice(items, { text: 'Hello {name}' });
		expect(error?.message).toContain('Text needs the field "name"');
		const options = { missingValues: 'default', missingText: 'you' };
		await voice(items, { text: 'Hello {name}', options });
		expect(service.bodies().map(({ tts }) => tts)).toEqual(['Hello you']);
		service.control.clearRequests();
		// With an expression for it, n8n shows the default, and keeps it whatever the expression gives.
		const chosen = { ...options, missingValues: "={{ 'empty' }}" };
		await voice(items, { text: 'Hello {name}!', options: chosen });
		expect(service.bodies().map(({ tts }) => tts)).toEqual(['Hello !']);
	});

	it('are refused in a description that is the same for a whole campaign', async () => {
		const options = { description: 'For {name|you}' };
		const { error } = await sms(people, { options });
		expect(error?.message).toContain(
			'Description contains {name|you}, which is replaced only in Message',
		);
		await sms([{ phone: '0570002233' }], { options });
		expect(service.bodies().map(({ desc }) => desc)).toEqual(['For {name|you}']);
	});
});

describe('what is easily mistaken', () => {
	const rows = [{ phone: '0570002233', first_name: 'Dana' }];

	it.each<[string, INodeParameters, string[]]>([
		[
			'a number typed into Recipient',
			{ recipient: '+972 57-000-4567' },
			[
				'Phone number is missing: there is no column "+972 57-000-4567" (set in Phone Column)',
				'this item has "phone", "first_name"',
			],
		],
		...['{phone}', '{{ $json.phone', '$json.phone', 'Phone'].map(
			(recipient): [string, INodeParameters, string[]] => [
				'a column written in another way',
				{ recipient },
				['Phone number is missing: there is no column', 'this item has "phone", "first_name"'],
			],
		),
		[
			'an expression in a text that is none',
			{ message: 'Hi {{ $json.first_name }}' },
			["}}, which isn't a merge field", "Switch the field to 'Expression'"],
		],
		['an object as a message', { message: '={{ $json }}' }, ['Message must be text']],
	])('%s: %j', async (_what, own, says) => {
		const { all } = sentencesOf((await sms(rows, own)).error);
		for (const each of says) expect(all).toContain(each);
		expect(service.bodies()).toEqual([]);
	});
});

// If this fails, data that looks like JSON or an expression changes what is sent.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { everyOperation, type EveryOperation } from './harness/everyOperation';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
const token = 'demo-token-full';
const template = { __rl: true, mode: 'code', value: '2002' };

interface TextField {
	field: string;
	/** Name of the operation in `everyOperation`. */
	operation: string;
	/** The operation's parameters with a text in the field, typed or as an expression. */
	parameters(text: string): INodeParameters;
	/** The text as the service got it. */
	sent(body: IDataObject): unknown;
	mergedIn?: string;
}

const params = (body: IDataObject) => (body.params as { body: IDataObject }).body['1'];
/** A text in JSON, also when it is an expression: then so is the whole. */
const inJson = (text: string, json: (text: string) => IDataObject) => {
	const isExpression = text.startsWith('=');
	const whole = JSON.stringify(json(isExpression ? text.slice(1) : text));
	return isExpression ? `=${whole}` : whole;
};

const fields: TextField[] = [
	{
		field: 'Message',
		operation: 'ExtApi SMS: Message: Send',
		parameters: (message) => ({ message }),
		sent: ({ msg }) => msg,
	},
	{
		field: 'Description',
		operation: 'ExtApi SMS: Message: Send',
		parameters: (description) => ({ message: 'Hello', options: { description } }),
		sent: ({ desc }) => desc,
		mergedIn: 'the message of a campaign',
	},
	{
		field: 'Messages by Number',
		operation: 'ExtApi SMS: Message: Send',
		parameters: (text) => ({
			sendTo: 'ownMessages',
			messagesByNumber: inJson(text, (each) => ({ '0570002233': each })),
		}),
		sent: ({ listjson }) => (listjson as IDataObject)['0570002233'],
	},
	{
		field: 'Text',
		operation: 'ExtApi Voice: Message: Send',
		parameters: (text) => ({ text }),
		sent: ({ tts }) => tts,
	},
	{
		field: 'Text',
		operation: 'ExtApi Chat: Message: Send Reply',
		parameters: (text) => ({ text }),
		sent: ({ msg }) => msg,
	},
	{
		field: 'SMS Text',
		operation: 'ExtApi OTP: Code: Send',
		parameters: (smsText) => ({ options: { smsText } }),
		sent: ({ smstext }) => smstext,
		mergedIn: 'the message of a campaign',
	},
	{
		field: 'Template Parameters',
		operation: 'ExtApi Chat: Message: Send Template',
		parameters: (text) =>
			({
				parameters: { mappingMode: 'defineBelow', value: { 'body.1': text, 'body.2': 'X' } },
			}) as unknown as INodeParameters,
		sent: params,
		mergedIn: 'Send Template Campaign',
	},
	{
		field: 'Parameters JSON',
		operation: 'ExtApi Chat: Message: Send Template',
		parameters: (text) => ({
			parametersFrom: 'json',
			parametersJson: inJson(text, (each) => ({ body: { 1: each, 2: 'X' } })),
		}),
		sent: params,
		mergedIn: 'Send Template Campaign',
	},
	{
		field: 'Parameters List',
		operation: 'ExtApi Chat: Message: Send Template',
		parameters: (text) => ({
			parametersFrom: 'list',
			parametersList: `${text}, X`,
		}),
		sent: params,
		mergedIn: 'Send Template Campaign',
	},
	{
		field: 'Parameters by Number',
		operation: 'ExtApi Chat: Message: Send Template',
		parameters: (text) => ({
			sendTo: 'ownParameters',
			template,
			parametersByNumber: inJson(text, (each) => ({ '0570002233': { body: { 1: each, 2: 'X' } } })),
		}),
		sent: ({ listjson }) =>
			(listjson as Record<string, { body: IDataObject }>)['0570002233'].body['1'],
		mergedIn: 'Send Template Campaign',
	},
];

const item = {
	phone: '0570002233',
	first_name: 'Dana',
	code: '00000',
	said: 'a {first_name} b',
	hostile: 'D","2":"Y"}},"0570998877":{"body":{"1":"x, y"',
};

describe.each(fields)(
	'$operation: $field',
	({ field, operation: name, parameters, sent, mergedIn }) => {
		const operation = everyOperation.find((each) => each.name === name) as EveryOperation;
		const run = async (text: string) => {
			await operation.prepare?.(service);
			const { error } = await runNode({
				node: operation.node(),
				credential: service.credential(token),
				items: [item],
				parameters: { ...operation.parameters, ...parameters(text) },
			});
			const requests = service.control
				.requests()
				.filter(({ endpoint }) => endpoint === operation.endpoint);
			return {
				error,
				texts: requests.map((request) => sent(request.parameters as IDataObject)),
			};
		};

		it('keeps data that looks like JSON, or like a list, in its text', async () => {
			const { error, texts } = await run('=Hi {{ $json.hostile }} {{ $json.code }}');
			expect(error).toBeUndefined();
			expect(texts).toEqual([`Hi ${item.hostile} 00000`]);
		});

		it.each(['Hi {first_name}', '=Hi {first_name} {{ $json.phone }}'])(
			'refuses the merge field of %j',
			async (text) => {
				const { error, texts } = await run(text);
				expect(texts).toEqual([]);
				expect(error?.message).toBe(
					`${field} contains a merge field: {first_name} is replaced only in ${mergedIn ?? 'Send Campaign'}`,
				);
				expect(error?.description).toContain(
					'Use {{ $json.first_name }} here, or \\{ for a brace.',
				);
			},
		);

		it('refuses double braces that are no expression', async () => {
			const { error, texts } = await run('Hi {{first_name}}');
			expect(texts).toEqual([]);
			expect(error?.message).toBe(
				`${field} contains double braces: {{first_name}} is not an expression here`,
			);
		});

		it.each([
			['=Hi {{ $json.first_name }}', 'Hi Dana'],
			['={{ $json.said }}', item.said],
			['Hi {who} and {{who}}', 'Hi {who} and {{who}}'],
			['Hi {first_name', 'Hi {first_name'],
		])('sends %j as it always did', async (text, expected) => {
			const { error, texts } = await run(text);
			expect(error?.message).toBeUndefined();
			expect(texts).toEqual([expected]);
		});

		it.each([
			['Hi \\{first_name} \\{who}', 'Hi {first_name} \\{who}'],
			['=Hi \\{first_name\\} {{ $json.said }}', `Hi {first_name} ${item.said}`],
		])('reads the escaped name of %j', async (text, expected) => {
			const { error, texts } = await run(text);
			expect(error?.message).toBeUndefined();
			expect(texts).toEqual([expected]);
		});
	},
);

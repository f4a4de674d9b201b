// If this fails, data that looks like JSON or an expression changes what is sent.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operationNamed } from '../operations';
import { form } from '../operations/items';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
const SMS = 'ExtApi SMS: Message: Send';
const TEMPLATE = 'ExtApi Chat: Message: Send Template';

/** A text of an operation: its field, the parameters with a text in it, and the text as the service got it. */
type TextField = [
	operation: string,
	field: string,
	set: (text: string) => IDataObject,
	sent: (body: IDataObject) => unknown,
];
const inParameters = ({ params }: IDataObject) => (params as { body: IDataObject }).body[1];

const description = (text: string) => ({ message: 'Hello', options: { description: text } });
const smsText = (text: string) => ({ options: { smsText: text } });
const parametersForm = (text: string) => ({ parameters: form({ 'body.1': text, 'body.2': 'X' }) });
const fields: TextField[] = [
	[SMS, 'Message', (message) => ({ message }), ({ msg }) => msg],
	[SMS, 'Description', description, ({ desc }) => desc],
	['ExtApi Voice: Message: Send', 'Text', (text) => ({ text }), ({ tts }) => tts],
	['ExtApi Chat: Message: Send Reply', 'Text', (text) => ({ text }), ({ msg }) => msg],
	['ExtApi OTP: Code: Send', 'SMS Text', smsText, ({ smstext }) => smstext],
	[TEMPLATE, 'Template Parameters', parametersForm, inParameters],
];

const item = {
	phone: '0570002233',
	first_name: 'Dana',
	code: '00000',
	said: 'a {first_name} b',
	hostile: 'D","2":"Y"}},"0570998877":{"body":{"1":"x, y"',
};

describe.each(fields)('%s: %s', (name, field, set, sent) => {
	const { endpoint, prepare } = operationNamed(name);
	const runs = operationRuns(service, name);
	const run = async (text: string) => {
		await prepare?.(service);
		const { error } = await runs([item], set(text) as INodeParameters);
		const requests = service.control.requests().filter((each) => each.endpoint === endpoint);
		const texts = requests.map(({ parameters }) => sent(parameters as IDataObject));
		return { error, texts };
	};

	it.each([
		['=Hi {first_name} {{ $json.phone }}', '{first_name}'],
		['Hi {first_name|there}', '{first_name|there}'],
		['=Hi \\{first_name\\} {{ $json.said }}', '{first_name\\}'],
		['Hi {{ $json.first_name }}', '{{ $json.first_name }}'],
		['Hi {{who}}', '{{who}}'],
	])('refuses what nothing replaces: %j', async (text, token) => {
		const { error, texts } = await run(text);
		expect(texts).toEqual([]);
		expect(error?.message).toContain(`${field} contains ${token}, which is not replaced here`);
		expect(error?.description).toContain(
			"Switch the field to 'Expression' and write values like {{ $json.first_name }}.",
		);
	});

	it('refuses a text of which an expression fails', async () => {
		const { error, texts } = await run('={{ $json.first_name }}{{ $json.phone.trimmed() }}');
		expect(texts).toEqual([]);
		expect(`${error?.message}\n${error?.description}`).toContain(
			`${field} has an expression that fails\n`,
		);
	});

	it.each([
		['=Hi {{ $json.hostile }} {{ $json.code }}', `Hi ${item.hostile} 00000`],
		['=Hi {{ $json.missing }}{{ undefined }}{{ null }}!', 'Hi !'],
		['Hi {who} and {{1}}', 'Hi {who} and {{1}}'],
		['=Hi {{ $json.said }}', `Hi ${item.said}`],
	])('sends %j as it is', async (text, expected) => {
		const { error, texts } = await run(text);
		expect(error?.message).toBeUndefined();
		expect(texts).toEqual([expected]);
	});
});

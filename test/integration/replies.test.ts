// If this fails, a reply stops n8n, or shows the token of the account in executions and logs.
import 'reflect-metadata';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialTestFunctions,
	IDataObject,
	INodeParameters,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { extApiConnectionTest } from '../../nodes/shared/service/connectionTest';
import { everyOperation } from '../operations';
import { siteForTests } from '../site';
import { failureOf, runNode } from './harness/runNode';

/** What stands at the address of the service. */
let answer: (response: ServerResponse) => void;
const timers = new Set<NodeJS.Timeout>();
const open = new Set<ServerResponse>();
const address = siteForTests((request, response) => {
	open.add(response);
	request.resume().on('end', () => answer(response));
});
afterEach(() => {
	timers.forEach(clearInterval);
	open.forEach((response) => response.destroy());
	open.clear();
});

const TOKEN = 'aB/c+d=eF-0123456789';
const credential = (token = 'demo-token-full') => ({ baseUrl: address(), token });

const sms: INodeParameters = {
	...{ resource: 'message', operation: 'send', message: 'Hello' },
	...{ sender: 'MyShop', phoneNumbers: '0570002233' },
};
const check = everyOperation.find(({ name }) => name.endsWith('Contact: Check'))!;
const quick = { requestOptions: { timeout: 600 } };

const testCredential = async (token = 'demo-token-full') =>
	await extApiConnectionTest.call(
		new CredentialTestContext({} as IWorkflowExecuteAdditionalData) as ICredentialTestFunctions,
		{ id: '1', name: 'test', type: 'extApi', data: credential(token) },
	);

/** Sends a byte again and again, sooner than any time for idle connections is over. */
function dribble(write: (byte: string) => unknown): void {
	timers.add(setInterval(() => write('x'), 50));
}

describe('a reply that does not end', () => {
	const replies: Array<[string, (response: ServerResponse) => void]> = [
		['in its body', (response) => dribble((byte) => response.write(byte))],
		[
			'in its headers',
			({ socket }) => {
				socket!.write('HTTP/1.1 200 OK\r\nX-A: ');
				dribble((byte) => socket!.write(byte));
			},
		],
	];
	it.each(replies)(
		'%s is over with the Timeout, and its outcome unknown',
		async (_where, reply) => {
			answer = reply;
			const begin = Date.now();
			const parameters = { ...sms, ...quick };
			const { error } = await runNode({
				...{ node: new ExtApiSms(), parameters, credential: credential() },
			});
			expect(Date.now() - begin).toBeLessThan(10_000);
			expect(error?.message).toBe(
				'The outcome is unknown: the service did not answer in time (ETIMEDOUT)',
			);
		},
	);

	it.each(replies)('%s does not hold up the test of the credential', async (_where, reply) => {
		answer = reply;
		const { timeout } = AbortSignal;
		const spy = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(600));
		expect(await testCredential()).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/did not end in time/),
		});
		spy.mockRestore();
	});
});

describe('a reply of any size', () => {
	/** 400 MB, in 400 kB. */
	const bomb = gzipSync(Buffer.alloc(400_000_000));
	const packed = (response: ServerResponse) =>
		response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
	const plain = (response: ServerResponse) => {
		const part = Buffer.alloc(1_000_000, 'x');
		const more = () => {
			while (!response.destroyed && response.write(part));
			response.once('drain', more);
		};
		more();
	};

	it.each([
		['packed', packed],
		['without an end', plain],
	])('%s is read up to 5 MB', async (_how, reply) => {
		answer = reply;
		const before = process.memoryUsage().rss;
		let most = 0;
		timers.add(setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5));
		const sent = await runNode({
			...{ node: new ExtApiSms(), parameters: sms, credential: credential() },
		});
		const asked = await runNode({
			...{ node: check.node(), parameters: check.parameters, items: check.usualItems.slice(0, 1) },
			credential: credential(),
		});
		const tested = await testCredential();
		expect([sent.error?.message, asked.error?.message, tested.message]).toEqual([
			'The outcome is unknown: the service answered with a reply of more than 5 MB',
			'The service gave no usable answer: a reply of more than 5 MB',
			'The service gave no usable answer: a reply of more than 5 MB',
		]);
		expect((most - before) / 1e6).toBeLessThan(150);
	});
});

/** What a service, or a proxy before it, may repeat of a request. */
const forms = {
	raw: TOKEN,
	json: TOKEN.replaceAll('/', '\\/'),
	url: encodeURIComponent(TOKEN),
	'url in small letters': encodeURIComponent(TOKEN).toLowerCase(),
};
const all = Object.values(forms).join(' | ');
const data = {
	...{ description: undefined, taskId: '1', credit: all, status: all, info: all, name: all },
	...{ templates: [{ tempcode: '1', name: all, status: 'APPROVED', category: all, body: all }] },
};
const asText: Record<string, string> = {
	'a refusal': JSON.stringify({
		...{ status: 0, action: all, message: 'ERROR' },
		data: { description: `bad value ${all}` },
	}),
	'a plain refusal': `ERROR --> Description: bad value ${all}`,
	'a success': JSON.stringify({ status: 1, message: 'OK', data }),
	'a code': JSON.stringify({ status: 1, message: all, data }),
	'a plain success': `OK ${all}`,
	'a web page': `<html>${all}</html>`,
};
/** The forms of the token that a text holds. */
const found = (text: string) =>
	Object.entries(forms)
		.filter(([, form]) => text.includes(form))
		.map(([name]) => name);

describe.each(Object.entries(asText))('the token in %s', (_what, text) => {
	it.each(everyOperation)('is in no output and no error of $name', async (operation) => {
		answer = (response) => response.end(text);
		const { parameters, usualItems } = operation;
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const { run, items, error } = await runNode({
				node: operation.node(),
				items: usualItems,
				parameters: { ...parameters, ...quick },
				credential: credential(TOKEN),
				settings: { onError },
			});
			const { message, description, context } = (error ?? {}) as unknown as IDataObject;
			const said = items.map((item) => [item.json, failureOf(item)]);
			expect(found(JSON.stringify([run.data, said, message, description, context]))).toEqual([]);
		}
	});

	it('is not in the message of the credential test', async () => {
		answer = (response) => response.end(text);
		expect(found(String((await testCredential(TOKEN)).message))).toEqual([]);
	});
});

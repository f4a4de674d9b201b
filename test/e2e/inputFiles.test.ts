// If this fails, a recipient gets a message without its file, or its link opens for strangers.
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { startStack, type Stack } from '../../demo/startStack';
import { chain, itemsStep, START, type Step } from '../../n8n/chain';
import { listExecutions, runWorkflow, waitForExecution } from '../../n8n/executions';
import { files } from '../files';
import { until } from './support/until';

/** Files of a workflow, which a real n8n serves to the service under its signed URL. */

const SEND = 'Send';
const MODE = 'N8N_DEFAULT_BINARY_DATA_MODE';

async function startWith(mode: string): Promise<Stack> {
	const settings = { fetchCampaignFiles: true };
	return await startStack({ n8n: { env: { [MODE]: mode } }, emulator: settings });
}

/** Sends from a Code node's files to an ExtApi node. */
async function send(
	stack: Stack,
	node: string,
	parameters: Record<string, unknown>,
	binaries: Array<Record<string, { content: Buffer; fileName: string }>>,
	settings?: Step['settings'],
) {
	const items = binaries.map((binary, index) => ({
		json: { phone: `057000223${index}` },
		binary: Object.fromEntries(
			Object.entries(binary).map(([name, { content, fileName }]) => [
				name,
				{ data: content.toString('base64'), mimeType: 'application/octet-stream', fileName },
			]),
		),
	}));
	const step: Step = {
		name: SEND,
		type: `n8n-nodes-extapi.${node}`,
		parameters: { resource: 'message', fileFrom: 'input', ...parameters },
		settings,
	};
	const workflow = await stack.client.createWorkflow(
		chain('Input files', [itemsStep(`return ${JSON.stringify(items)};`), step]),
		[stack.credential],
	);
	return await waitForExecution(stack.client, await runWorkflow(stack.client, workflow, START));
}

const invoice = { data: { content: files.pdf, fileName: 'Invoice 7.pdf' } };
const reply = { operation: 'sendReply', to: '={{ $json.phone }}', text: 'Your invoice' };
const documentCampaign = {
	operation: 'sendTemplateCampaign',
	template: { __rl: true, mode: 'code', value: '2005' },
	parametersFrom: 'json',
	parametersJson: '{}',
};

describe('with files on disk', () => {
	let stack: Stack;
	beforeAll(async () => {
		stack = await startWith('filesystem');
	});
	afterAll(async () => await stack?.stop());
	beforeEach(() => stack.emulator.control.reset());

	const downloads = async (count: number) =>
		await until(async () => {
			const all = stack.emulator.control.downloads();
			return all.length >= count ? all : undefined;
		});

	it('the service downloads the file of a reply from n8n', async () => {
		stack.emulator.control.inbound('0570002230');
		const execution = await send(stack, 'extApiChat', reply, [invoice]);
		expect(execution.error).toBeUndefined();
		const [{ address, ...file }] = await downloads(1);
		expect(file).toMatchObject({ kind: 'document', bytes: files.pdf.length });
		expect(address).toMatch(/\/rest\/binary-data\/signed\?token=[^&]+&name=Invoice%207\.pdf$/);

		const { headers, data } = await axios.get<Buffer>(address, { responseType: 'arraybuffer' });
		expect(Buffer.compare(data, files.pdf)).toBe(0);
		expect(headers['content-disposition']).toContain('Invoice%207.pdf');
		const forged = await axios.get(address.replace('token=', 'token=x'), {
			validateStatus: () => true,
		});
		expect(forged.status).toBe(400);
	});

	it('the address is in no execution and in no log', async () => {
		stack.emulator.control.inbound('0570002230');
		const executions = [
			await send(stack, 'extApiChat', reply, [invoice]),
			await send(stack, 'extApiChat', documentCampaign, [invoice]),
		];
		for (const { address } of await downloads(2)) {
			const token = new URL(address).searchParams.get('token')!;
			for (const execution of executions) expect(JSON.stringify(execution)).not.toContain(token);
			expect(stack.n8n.process.log()).not.toContain(token);
		}
	});

	it('a recording is played', async () => {
		const parameters = {
			...{ operation: 'send', phoneNumbers: '={{ $json.phone }}', caller: '0771234567' },
			...{ description: 'Reminder', content: 'file' },
		};
		const recording = { data: { content: files.mp3, fileName: 'speech.mp3' } };
		const execution = await send(stack, 'extApiVoice', parameters, [recording]);
		expect(execution.error).toBeUndefined();
		expect(await downloads(1)).toMatchObject([{ kind: 'audio' }]);
	});

	describe('of an upload, which n8n keeps elsewhere while the execution runs,', () => {
		const path = '3c1f6a0e-7a52-4d0e-8a3c-6f6f0b9b7f21';
		const webhook: Step = {
			name: 'Upload',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
			settings: { webhookId: path },
		};
		const form: Step = {
			name: 'Upload',
			type: 'n8n-nodes-base.formTrigger',
			typeVersion: 2.2,
			parameters: {
				formTitle: 'Invoice',
				formFields: {
					values: [{ fieldLabel: 'invoice', fieldType: 'file', multipleFiles: false }],
				},
				options: {},
			},
			settings: { webhookId: path },
		};
		const dropping = itemsStep('return [{ json: { dropped: true } }];');
		const binaryOfUpload = '={{ Object.keys($binary)[0] }}';
		const replyTo = { ...reply, to: '0570002230', fileField: binaryOfUpload };
		const tomorrow = { sendAt: new Date(Date.now() + 86_400_000).toISOString() };
		const call = {
			...{ operation: 'send', phoneNumbers: '0570002230', caller: '0771234567' },
			...{ description: 'Reminder', content: 'file', fileField: binaryOfUpload, timing: tomorrow },
		};

		const ofNode = {
			...{ ...reply, to: '0570002230' },
			fileField: "={{ $('Upload').first().binary.file }}",
		};

		it.each<[string, Step, string, Record<string, unknown>, Buffer, Step?]>([
			['a webhook is sent as a reply', webhook, 'extApiChat', replyTo, files.pdf],
			[
				'a webhook is sent behind a node that drops it',
				webhook,
				'extApiChat',
				ofNode,
				files.pdf,
				dropping,
			],
			['a form is sent as a reply', form, 'extApiChat', replyTo, files.pdf],
			['a webhook is called out tomorrow', webhook, 'extApiVoice', call, files.mp3],
			['a form is called out tomorrow', form, 'extApiVoice', call, files.mp3],
		])('the file of %s, and its link leads there after the end', async (...cell) => {
			const [, first, node, parameters, content, between] = cell;
			stack.emulator.control.inbound('0570002230');
			const step: Step = {
				name: SEND,
				type: `n8n-nodes-extapi.${node}`,
				parameters: { resource: 'message', fileFrom: 'input', ...parameters },
			};
			const workflow = await stack.client.createWorkflow(
				chain('Upload', between ? [between, step] : [step], first),
				[stack.credential],
			);
			await stack.client.activate(workflow);
			const body = new FormData();
			const name = content === files.pdf ? 'Invoice 7.pdf' : 'speech.mp3';
			body.append(first === form ? 'field-0' : 'file', new Blob([content]), name);
			const url = `${stack.n8n.url}/${first === form ? 'form' : 'webhook'}/${path}`;
			await until(async () => {
				const { status } = await axios.post(url, body, { validateStatus: () => true });
				return status === 200 ? status : undefined;
			});
			const { id } = await until(async () => (await listExecutions(stack.client, workflow.id))[0]);
			const execution = await waitForExecution(stack.client, id);
			await stack.client.deactivate(workflow);

			expect(execution.error).toBeUndefined();
			const [{ parameters: sent }] = stack.emulator.control.requests().slice(-1);
			const { data, headers } = await axios.get<Buffer>(String((sent as IDataObject).fileurl), {
				responseType: 'arraybuffer',
			});
			expect(Buffer.compare(data, content)).toBe(0);
			expect(headers['content-disposition']).toContain(encodeURIComponent(name));
		});
	});
});

describe('with files in memory', () => {
	let stack: Stack;
	beforeAll(async () => {
		stack = await startWith('default');
	});
	afterAll(async () => await stack?.stop());

	it('the setting to change is named, and nothing is sent', async () => {
		stack.emulator.control.inbound('0570002230');
		const execution = await send(stack, 'extApiChat', reply, [invoice]);
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toContain('names a file that n8n keeps in memory');
		expect(JSON.stringify(execution.error)).toContain(MODE);
		expect(stack.emulator.control.requests()).toEqual([]);
	});
});

// If this fails, a recipient gets a message without its file, or its link opens for strangers.
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { chain, itemsStep, type Step } from '../../n8n/chain';
import { files } from '../files';
import { sendStep, webhookStep } from '../steps';
import { stackForTests } from './support/stack';
import { until } from './support/until';

/** Files of a workflow, which a real n8n serves under its signed URL. That the service downloads them is in examples.test.ts. */

const stack = stackForTests();

describe('an upload, which n8n keeps elsewhere while the execution runs', () => {
	const path = '3c1f6a0e-7a52-4d0e-8a3c-6f6f0b9b7f21';
	const webhook = { ...webhookStep(path), name: 'Upload' };
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
	const reply = { operation: 'sendReply', to: '0570002230', text: 'Your invoice' };
	const replyTo = { ...reply, fileField: binaryOfUpload };
	const tomorrow = { sendAt: new Date(Date.now() + 86_400_000).toISOString() };
	const call = {
		...{ operation: 'send', phoneNumbers: '0570002230', caller: '0771234567' },
		...{ description: 'Reminder', content: 'file', fileField: binaryOfUpload, timing: tomorrow },
	};

	const ofNode = {
		...reply,
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
		['a form is refused for a call tomorrow', form, 'extApiVoice', call, files.mp3],
	])('the file of %s', async (...cell) => {
		const [, first, node, parameters, content, between] = cell;
		stack.control.inbound('0570002230');
		const step = sendStep({ fileFrom: 'input', ...parameters }, { node });
		const workflow = await stack.store(chain('Upload', between ? [between, step] : [step], first));
		await stack.client.activate(workflow);
		const body = new FormData();
		const name = content === files.pdf ? 'Invoice 7.pdf' : 'speech.mp3';
		body.append(first === form ? 'field-0' : 'file', new Blob([content]), name);
		const url = `${stack.n8n.url}/${first === form ? 'form' : 'webhook'}/${path}`;
		await until(async () => {
			const { status } = await axios.post(url, body, { validateStatus: () => true });
			return status === 200 ? status : undefined;
		});
		const [execution] = await stack.executionsOf(workflow, 1);
		await stack.client.deactivate(workflow);

		if (parameters === call) {
			expect(execution.error?.message).toContain('names an upload, whose URL stops working');
			return;
		}
		expect(execution.error).toBeUndefined();
		const [{ parameters: sent }] = stack.control.requests().slice(-1);
		const address = String((sent as IDataObject).fileurl);
		expect(new URL(address).searchParams.get('name')).toBe(name);
		const download = { kind: 'document', bytes: content.length };
		expect(stack.control.downloads().at(-1)).toMatchObject(download);
		const forged = address.replace('token=', 'token=x');
		expect((await axios.get(forged, { validateStatus: () => true })).status).toBe(400);
	});
});

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiAutomation } from '../../nodes/ExtApiAutomation/ExtApiAutomation.node';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import type { WorkflowJson, WorkflowNode } from '../../n8n/types';
import { everyOperation, scheduleTwo } from './harness/everyOperation';
import {
	addressWithKey,
	channelOfKey,
	TRIGGER_PATH,
} from '../../nodes/shared/notifications/notificationAddress';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * Workflows as people saved them with each earlier version, run by this build: every node has to
 * send what it sent then, and to put out at least the fields it put out then. See `test/saved/README.md`.
 */
const folder = path.join(__dirname, '..', 'saved');
const token = 'demo-token-full';
const service = serviceForTests({ campaignStepMs: 60_000 });

/** What a node did in the version it was saved with. */
interface Recorded {
	/** Endpoint and body of each request, without the token; in no particular order. */
	requests: Array<{ endpoint: string; body: IDataObject }>;
	/** Names of the fields of the output items. */
	fields: string[];
}
/** By file and node name. */
type Recording = Record<string, Record<string, Recorded>>;

async function run(node: WorkflowNode, items: IDataObject[]): Promise<Recorded> {
	service.control.reset();
	await scheduleTwo(service);
	items.forEach(({ phone }) => service.control.inbound(String(phone)));
	const operation = everyOperation.find(({ type }) => node.type === `n8n-nodes-extapi.${type}`)!;
	const result = await runNode({
		node: operation.node(),
		credential: service.credential(token),
		items,
		parameters: node.parameters as INodeParameters,
		timezone: 'Asia/Jerusalem',
	});
	expect(result.error).toBeUndefined();
	return {
		requests: service.control
			.requests()
			.map(({ endpoint, parameters }) => {
				const { token: _token, ...body } = parameters as IDataObject;
				return { endpoint: String(endpoint), body };
			})
			.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
		fields: [...new Set(result.items.flatMap(({ json }) => Object.keys(json)))].sort(),
	};
}

const readJson = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

/** Since 0.2.0 equal messages of several items to a distribution list are one: 0.1.0 sent it to each member again. */
function onePerList(requests: Recording[string][string]['requests']) {
	const isToList = ({ body }: (typeof requests)[number]) =>
		body.pid !== undefined && body.act === undefined;
	return requests.filter(
		(request, index) =>
			!isToList(request) ||
			requests.findIndex((each) => JSON.stringify(each) === JSON.stringify(request)) === index,
	);
}

const versions = readdirSync(folder, { withFileTypes: true }).filter((entry) =>
	entry.isDirectory(),
);

describe.each(versions.map(({ name }) => name))('workflows saved with %s', (version) => {
	const recordingFile = path.join(folder, version, 'recorded.json');
	const isRecording = !existsSync(recordingFile) && process.env.RECORD_SAVED === version;
	const recording: Recording = isRecording ? {} : readJson(recordingFile);
	const files = readdirSync(path.join(folder, version)).filter((name) => name !== 'recorded.json');

	describe.each(files)('%s', (file) => {
		const { nodes, pinData } = readJson<WorkflowJson>(path.join(folder, version, file));
		const items = pinData!.Start.map(({ json }) => json as IDataObject);
		const ours = nodes.filter(({ type }) => type.startsWith('n8n-nodes-extapi.'));

		it.each(ours.map((node) => [node.name, node] as const))('%s', async (name, node) => {
			const result = await run(node, items);
			if (isRecording) {
				(recording[file] ??= {})[name] = result;
				return;
			}
			const { requests, fields } = recording[file][name];
			expect(result.requests).toEqual(onePerList(requests));
			expect(result.fields).toEqual(expect.arrayContaining(fields));
		});
	});

	afterAll(() => {
		if (isRecording) writeFileSync(recordingFile, `${JSON.stringify(recording, null, '\t')}\n`);
	});
});

/** Campaigns on their way hold the addresses that the version which sent them handed out. */
describe('notification addresses handed out by 0.1.0', () => {
	const webhookId = 'd0000000-0000-4000-8000-000000000001';
	const address = `/webhook/${webhookId}/campaign-event`;
	const key = 'sms-993c75b4b3d9d1276f2ff14789842b7fbdf4133786dc5254afae6e0ec43555c1';

	it('still lead to the trigger, with a key it knows', () => {
		expect(`/webhook/${webhookId}/${TRIGGER_PATH}`).toBe(address);
		expect(channelOfKey(key, token, webhookId)).toBe('sms');
		expect(addressWithKey(`https://n8n.example.com${address}`, token, 'sms')).toBe(
			`https://n8n.example.com${address}?key=${key}&via=extapi`,
		);
	});
});

/** n8n leaves out of a workflow what equals its default, which was an example in 0.1.0. */
describe('an example of 0.1.0 that nobody touched is sent to nobody', () => {
	const template = { __rl: true, mode: 'list', value: '2002' };
	const json = { phoneNumbers: '0501112233', parametersFrom: 'json' };
	it.each<[string, string, INodeParameters, RegExp]>([
		[
			'sms',
			'send',
			{ sender: 'MyShop', sendTo: 'ownMessages' },
			/^Messages by Number is empty or missing/,
		],
		[
			'chat',
			'sendTemplate',
			{ template, sendTo: 'ownParameters' },
			/^Parameters by Number is empty or missing/,
		],
		['chat', 'sendTemplate', { template, ...json }, /^Parameters JSON must fill body/],
		[
			'automation',
			'run',
			{ automationId: '701', fieldsFrom: 'json' },
			/^Fields JSON must be an object/,
		],
	])('%s: %s with %j', async (channel, operation, parameters, says) => {
		const node = { sms: ExtApiSms, chat: ExtApiChat, automation: ExtApiAutomation }[channel]!;
		const resource = channel === 'automation' ? 'automation' : 'message';
		service.control.reset();
		const { error } = await runNode({
			node: new node(),
			credential: service.credential(token),
			parameters: { resource, operation, ...parameters },
		});
		expect(service.bodies().filter((body) => Object.keys(body).length > 0)).toEqual([]);
		expect(error?.message).toMatch(says);
		expect(error?.description).toMatch(/Nothing was (sent|started)/);
	});
});

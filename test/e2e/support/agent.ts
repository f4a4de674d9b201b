import { nodeNameToToolName } from 'n8n-workflow';

import { START } from '../../../n8n/chain';
import type { Execution, StoredCredential, WorkflowJson, WorkflowNode } from '../../../n8n/types';
import { startFakeModel, type Answer, type ModelRequest } from './fakeModel';
import type { TestStack } from './stack';

/** A node an agent may use. */
export interface Tool {
	/** Name of the node; n8n makes the tool's name from it. */
	name: string;
	/** n8n's name of the node type, for example `extApiSms`. */
	type: string;
	parameters: Record<string, unknown>;
	/** Node settings, such as `retryOnFail`. */
	settings?: Record<string, unknown>;
	/** Instead of the stack's. */
	credential?: StoredCredential;
}

/** What a model reads about a tool. */
export interface Definition {
	name: string;
	description: string;
	parameters: { properties: Record<string, { type?: string }>; required?: string[] };
}

/** A run of an agent, as its model saw it. */
export interface Conversation {
	execution: Execution;
	/** The tools the model was offered. */
	offered: Definition[];
	/** What the tools answered, oldest first. */
	replies: string[];
	/** Everything the model was sent, as text. */
	seen: string;
}

/** The name the model calls a node by. */
export const toolName = (name: string): string => nodeNameToToolName(name);

/** Name of the agent in {@link agentWorkflow}. */
export const AGENT = 'AI Agent';
const MODEL = 'Model';

type PlacedNode = WorkflowNode & { typeVersion: number; position: [number, number] };

/**
 * A workflow with an agent that may use the tools, behind a manual trigger.
 *
 * @param agentVersion up to 2 the agent runs its tools itself, from 3 on n8n runs them as nodes
 */
export function agentWorkflow(
	tools: Tool[],
	agentVersion: number,
	{ openAi, extApi }: { openAi?: StoredCredential; extApi: StoredCredential },
): WorkflowJson {
	const nodes: PlacedNode[] = [
		{
			name: START,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			name: AGENT,
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: agentVersion,
			position: [400, 0],
			parameters: { promptType: 'define', text: 'Do what the customer asks for.', options: {} },
		},
		{
			name: MODEL,
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			position: [200, 250],
			parameters: { model: { __rl: true, mode: 'id', value: 'fake-model' }, options: {} },
			...(openAi ? { credentials: { openAiApi: openAi } } : {}),
		},
		...tools.map(({ name, type, parameters, settings, credential = extApi }, index) => ({
			name,
			type: `n8n-nodes-extapi.${type}Tool`,
			typeVersion: 1,
			position: [400 + index * 200, 250] as [number, number],
			parameters,
			credentials: { extApi: credential },
			...settings,
		})),
	];
	const to = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	return {
		name: `Agent ${agentVersion}: ${tools.map(({ name }) => name).join(', ')}`.slice(0, 120),
		settings: { executionOrder: 'v1' },
		nodes,
		connections: {
			[START]: to(AGENT, 'main'),
			[MODEL]: to(AGENT, 'ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, to(AGENT, 'ai_tool')])),
		},
	};
}

/** What is said between an agent and its model. */
export interface Script {
	tools: Tool[];
	/** What the model answers, in order. After them it ends every conversation. */
	answers: Answer[];
	agentVersion: number;
}

/** Starts a model that gives the given answers, and a credential for it. */
export async function modelFor({ client }: TestStack, calls: Answer[]) {
	const model = await startFakeModel(calls);
	const openAi = await client.createCredential(`Model at ${model.url}`, 'openAiApi', {
		...{ apiKey: 'any', url: model.url, header: false },
	});
	return { model, openAi };
}

/** Runs an agent in a real n8n, with a model that gives the given answers. */
export async function converse(stack: TestStack, script: Script): Promise<Conversation> {
	const { tools, answers, agentVersion } = script;
	// Version 3 asks again about an item that has its answer.
	const { model, openAi } = await modelFor(stack, [...answers, 'Done.', 'Done.']);
	try {
		const credentials = { openAi, extApi: stack.credential };
		const workflow = agentWorkflow(tools, agentVersion, credentials);
		const execution = await stack.run(await stack.client.createWorkflow(workflow));
		const [first] = model.requests;
		return {
			execution,
			offered: (first?.tools ?? []).map((tool) => tool.function as unknown as Definition),
			replies: repliesOf(model.requests),
			seen: JSON.stringify(model.requests),
		};
	} finally {
		await model.stop();
	}
}

/** Each request repeats the conversation so far, so an answer is known by its call. */
function repliesOf(bodies: ModelRequest[]): string[] {
	const replies = new Map<unknown, string>();
	for (const message of bodies.flatMap(({ messages = [] }) => messages)) {
		if (message.role === 'tool') replies.set(message.tool_call_id, String(message.content));
	}
	return [...replies.values()];
}

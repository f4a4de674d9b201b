import 'reflect-metadata';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	NodeConnectionTypes,
	type ExecutionError,
	type IBinaryKeyData,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IWorkflowSettings,
	type IWorkflowExecuteAdditionalData,
	type NodeOperationError,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import {
	AGENT,
	callingAgent,
	descriptionOf,
	gatedTool,
	TOOL,
	turnOf,
	type AgentTurn,
} from './callingAgent';
import { OneCredential } from './credentials';
import { faultsOfError, faultsOfItem } from './voice';
import { credentials, nodeOfType, to, workflowOf } from './workflow';

/** What a test runs: one node behind a source of items. */
export interface NodeRunOptions {
	node: INodeType;
	parameters: INodeParameters;
	/** The data of the input items; one empty item when left out. */
	items?: IDataObject[];
	credential: ICredentialDataDecryptedObject;
	/** Binary data of every input item. */
	binary?: IBinaryKeyData;
	/** Binary data of each input item, in its place. */
	binaries?: Array<IBinaryKeyData | undefined>;
	/** Node settings, such as `retryOnFail` and `onError`. */
	settings?: Partial<INode>;
	/** The workflow's time zone. */
	timezone?: string;
	/** Settings of the workflow, beside that. */
	workflow?: IWorkflowSettings;
	/** Puts the node into a loop that hands it so many items at a time. */
	loopOver?: number;
	/** The turn of the agent that calls a tool behind a human review; one call when left out. */
	turn?: AgentTurn;
	/** How n8n runs it; by hand when left out. */
	mode?: WorkflowExecuteMode;
	/** What n8n tells the node about itself, beside the usual: an execution's number, an address. */
	n8n?: Partial<IWorkflowExecuteAdditionalData>;
}

/** What came of it. */
export interface NodeRunResult {
	/** Items of the node's first output, over all its runs. */
	items: INodeExecutionData[];
	/** The error that stopped the workflow. */
	error?: ExecutionError;
	run: IRun;
	workflow: Workflow;
}

export const NODE = 'Node under test';
const SOURCE = 'Items';
const LOOP = 'Loop';

type Binaries = NonNullable<NodeRunOptions['binaries']>;

/** A node that outputs the given items. */
function itemSource(items: IDataObject[], binaries: Binaries = []): INodeType {
	return {
		description: descriptionOf(SOURCE),
		async execute(this: IExecuteFunctions) {
			return [
				items.map((json, index) => {
					const binary = binaries[index];
					return { json, ...(binary && { binary }) };
				}),
			];
		},
	};
}

/** A loop like n8n's own "Loop Over Items": first output when done, second one for each batch. */
function batches(size: number): INodeType {
	return {
		description: {
			...descriptionOf(LOOP),
			outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		},
		async execute(this: IExecuteFunctions) {
			const state = this.getContext('node') as { left?: INodeExecutionData[] };
			state.left ??= this.getInputData();
			const batch = state.left.splice(0, size);
			return batch.length === 0 ? [[{ json: {} }], []] : [[], batch];
		},
	};
}

/** The node as n8n offers it for reviews (2.41, `hitl-tools`): what it outputs goes to the agent alone. */
function asReview(node: INodeType): INodeType {
	const description = { ...node.description, outputs: [NodeConnectionTypes.AiTool] };
	return Object.create(node, { description: { value: description } }) as INodeType;
}

/** Runs a node in n8n-core's real execution engine. */
export async function runNode(options: NodeRunOptions): Promise<NodeRunResult> {
	const {
		node,
		parameters,
		items = [{}],
		binary,
		binaries = items.map(() => binary),
		credential,
		settings,
		timezone = 'UTC',
		loopOver,
	} = options;
	const isReview = settings?.type?.endsWith('HitlTool') === true;
	const turn = options.turn ?? turnOf({ toolParameters: {} });
	const types: Record<string, INodeType> = {
		items: itemSource(items, binaries),
		loop: batches(loopOver ?? 0),
		underTest: node,
		underTestTool: node,
		underTestHitlTool: asReview(node),
		agent: callingAgent(turn, NODE),
		[turn.toolType ?? 'tool']: gatedTool(turn),
	};
	const workflow = workflowOf(types, {
		settings: { executionOrder: 'v1', timezone, ...options.workflow },
		nodes: [
			nodeOfType('1', SOURCE, 'items'),
			nodeOfType('3', LOOP, 'loop'),
			nodeOfType('2', NODE, 'underTest', { parameters, credentials, ...settings }),
			nodeOfType('4', AGENT, 'agent'),
			nodeOfType('5', TOOL, turn.toolType ?? 'tool', {
				parameters: turn.tool?.parameters ?? {},
				credentials,
			}),
		],
		connections: isReview
			? {
					[SOURCE]: { main: [to(AGENT)] },
					[NODE]: { ai_tool: [to(AGENT, 'ai_tool')] },
					[TOOL]: { ai_tool: [to(NODE, 'ai_tool')] },
				}
			: loopOver === undefined
				? { [SOURCE]: { main: [to(NODE)] } }
				: {
						[SOURCE]: { main: [to(LOOP)] },
						[LOOP]: { main: [[], to(NODE)] },
						[NODE]: { main: [to(LOOP)] },
					},
	});
	const data = { ...additionalData(credential), ...options.n8n };
	const run = await new WorkflowExecute(data, options.mode ?? 'manual').run({
		workflow,
		startNode: workflow.getNode(SOURCE)!,
	});
	const runs = run.data.resultData.runData[NODE] ?? [];
	const putOut = runs.flatMap(({ data }) => data?.main?.[0] ?? []);
	const { error } = run.data.resultData;
	expectOurVoice(error, putOut);
	return { items: putOut, error, run, workflow };
}

/** Whatever a test is about, what a person reads of it is in the voice of all errors. */
export function expectOurVoice(
	error: ExecutionError | undefined,
	items: INodeExecutionData[],
): void {
	expect([
		...(isOurs(error) ? faultsOfError(error) : []),
		...items.flatMap((item) => faultsOfItem(ownFailureOf(item) ?? '')),
	]).toEqual([]);
}

/** Whether an error is of a node: n8n has some of its own. */
function isOurs(error: ExecutionError | undefined): error is NodeOperationError {
	return error !== undefined && 'node' in error;
}

/** The same, where our node says it: a row may have a column of that name. */
function ownFailureOf(item: INodeExecutionData): string | undefined {
	return item.pairedItem === undefined ? undefined : failureOf(item);
}

/** What an item says went wrong with it; undefined for an item that did not fail. */
export function failureOf({ json, error }: INodeExecutionData): string | undefined {
	if (error !== undefined) return error.message;
	return typeof json.error === 'string' ? json.error : undefined;
}

/** What an error says: its first sentence with nothing left out, and all of it. n8n logs only its message. */
export function sentencesOf(error: ExecutionError | undefined): { full: string; all: string } {
	const { message = '', description, context } = (error ?? {}) as Partial<NodeOperationError>;
	const texts = context?.texts as { message: string } | undefined;
	return { full: texts?.message ?? message, all: `${message}\n${description ?? ''}` };
}

/** The items of the node's error output, in its last run. */
export function errorOutput({ run }: NodeRunResult): INodeExecutionData[] {
	return run.data.resultData.runData[NODE]?.at(-1)?.data?.main?.[1] ?? [];
}

/** What n8n hands to an execution: the credential, and addresses no one listens at. */
export function additionalData(
	credential: ICredentialDataDecryptedObject,
	credentialsHelper: ICredentialsHelper = new OneCredential(credential),
): IWorkflowExecuteAdditionalData {
	const base = 'http://127.0.0.1:1';
	return {
		credentialsHelper,
		hooks: new ExecutionLifecycleHooks('manual', '1', {
			id: 'test',
			name: 'test',
			active: false,
			activeVersionId: null,
			isArchived: false,
			createdAt: new Date(),
			updatedAt: new Date(),
			nodes: [],
			connections: {},
		}),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		restApiUrl: base,
		instanceBaseUrl: base,
		formBaseUrl: base,
		formWaitingBaseUrl: base,
		formTestBaseUrl: base,
		webhookBaseUrl: base,
		webhookWaitingBaseUrl: base,
		webhookTestBaseUrl: base,
		mcpBaseUrl: base,
		mcpTestBaseUrl: base,
		variables: {},
		logAiEvent: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** The texts of the hints that a run of the node gave. */
export function hintsOf({ run }: Pick<NodeRunResult, 'run'>): string[] {
	return (run.data.resultData.runData[NODE][0].hints ?? []).map(({ message }) => message);
}

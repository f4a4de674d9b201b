import { WorkflowExecute } from 'n8n-core';
import {
	type ExecutionError,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type Workflow,
} from 'n8n-workflow';

import { descriptionOf } from './callingAgent';
import { additionalData } from './runNode';
import { credentials, nodeOfType, to, workflowOf } from './workflow';

/** A workflow of a source of items, the node under test, and a node behind each of its outputs. */
export interface BranchOptions {
	node: INodeType;
	parameters: INodeParameters;
	/** The input items, binary data included. */
	items: INodeExecutionData[];
	credential: ICredentialDataDecryptedObject;
	/** In the place of the helper that just hands the credential over. */
	credentialsHelper?: ICredentialsHelper;
	/** The workflow's id, under which n8n keeps what it remembers. */
	workflow?: string;
	/** Node settings, such as `retryOnFail` and `onError`. */
	settings?: Partial<INode>;
}

/** What came of it, as the nodes behind the outputs saw it. */
export interface BranchResult {
	/** Items of the main output, paired to the source's items. */
	main: INodeExecutionData[];
	/** Items of the error output; none where the node has no such output. */
	errors: INodeExecutionData[];
	/** The error that stopped the workflow. */
	error?: ExecutionError;
	run: IRun;
}

const SOURCE = 'Items';
const NODE = 'Node under test';
const AFTER = 'After';
const AFTER_ERROR = 'After error';

/** A node that outputs what `outputs` gives for its input. */
function plainNode(
	name: string,
	outputs: (input: INodeExecutionData[]) => INodeExecutionData[],
): INodeType {
	return {
		description: descriptionOf(name),
		async execute(this: IExecuteFunctions) {
			return [outputs(this.getInputData())];
		},
	};
}

function branchesOf({
	node,
	parameters,
	items,
	settings,
	workflow = 'test',
}: BranchOptions): Workflow {
	const isSplit = settings?.onError === 'continueErrorOutput';
	const types = {
		source: plainNode('source', () => structuredClone(items)),
		pass: plainNode('pass', (input) => input),
		underTest: node,
		underTestTool: node,
	};
	return workflowOf(types, {
		id: workflow,
		settings: { executionOrder: 'v1', timezone: 'UTC' },
		nodes: [
			nodeOfType('1', SOURCE, 'source'),
			nodeOfType('2', NODE, 'underTest', { parameters, credentials, ...settings }),
			nodeOfType('3', AFTER, 'pass'),
			nodeOfType('4', AFTER_ERROR, 'pass'),
		],
		connections: {
			[SOURCE]: { main: [to(NODE)] },
			[NODE]: { main: isSplit ? [to(AFTER), to(AFTER_ERROR)] : [to(AFTER)] },
		},
	});
}

/** Runs the workflow in n8n-core's real execution engine, n8n's own handling of error items included. */
export async function runBranches(options: BranchOptions): Promise<BranchResult> {
	const workflow = branchesOf(options);
	const { credential, credentialsHelper } = options;
	const run = await new WorkflowExecute(
		additionalData(credential, credentialsHelper),
		'manual',
	).run({
		workflow,
		startNode: workflow.getNode(SOURCE)!,
	});
	return resultOf(run.waitTill ? await afterTheWait(options, run) : run);
}

/**
 * What n8n makes of an execution that waited when the time is over (`wait-tracker`, 2.41): it goes on with what the
 * waiting node left as its input.
 */
async function afterTheWait(options: BranchOptions, waiting: IRun): Promise<IRun> {
	const { waitTill: _over, ...saved } = waiting.data;
	const data = JSON.parse(JSON.stringify(saved)) as IRunExecutionData;
	data.executionData!.nodeExecutionStack[0].node.disabled = true;
	data.resultData.runData[NODE].pop();
	const execute = new WorkflowExecute(additionalData(options.credential), 'manual', data);
	return await execute.processRunExecutionData(branchesOf(options));
}

/**
 * Runs a failed execution again, as the "Retry" of n8n's list of executions does (`execution.service`, 2.41): on its
 * saved data, without the error and the failed run of the last node. The nodes' own memory is part of that data.
 *
 * @param isAsSavedNow "Retry with currently saved workflow": the node as it is in `options`, not as it was
 */
export async function retryExecution(
	options: BranchOptions,
	failed: IRun,
	isAsSavedNow = false,
): Promise<BranchResult> {
	const data = JSON.parse(JSON.stringify(failed.data)) as IRunExecutionData;
	const { lastNodeExecuted, runData } = data.resultData;
	if (lastNodeExecuted !== undefined) {
		delete data.resultData.error;
		const runs = runData[lastNodeExecuted];
		if (runs !== undefined && runs.at(-1)?.error !== undefined) runs.pop();
	}
	const workflow = branchesOf(options);
	if (isAsSavedNow) {
		for (const waiting of data.executionData!.nodeExecutionStack) {
			waiting.node = workflow.getNode(waiting.node.name)!;
		}
	}
	const { credential, credentialsHelper } = options;
	const execute = new WorkflowExecute(additionalData(credential, credentialsHelper), 'retry', data);
	const run = await execute.processRunExecutionData(workflow);
	return resultOf(run.waitTill ? await afterTheWait(options, run) : run);
}

function resultOf(run: IRun): BranchResult {
	const { runData, error } = run.data.resultData;
	const outputs = (runData[NODE] ?? []).map(({ data }) => data?.main ?? []);
	const reached = (name: string) =>
		(runData[name] ?? []).flatMap(({ data }) => data?.main?.[0] ?? []);
	/** What the next node got, with the pairing of the item it got it from. */
	const behind = (index: number, name: string) => {
		const left = outputs.flatMap((output) => output[index] ?? []);
		const seen = reached(name);
		return left.map(({ pairedItem }, at) => ({ ...seen[at], pairedItem }));
	};
	return { main: behind(0, AFTER), errors: behind(1, AFTER_ERROR), error, run };
}

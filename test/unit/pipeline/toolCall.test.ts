// If this fails, two calls of a model count as one, or one as two.
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import type { RunState } from '../../../nodes/shared/ledger/runState';
import { toolCall } from '../../../nodes/shared/pipeline/toolCall';
import { playTables } from '../playTables';
import calls from './toolCall.json';

/** A call: its item, who made it, the run of its node, and what it sends. */
interface Call {
	json: IDataObject;
	/** Null where no node made it. */
	caller?: object | null;
	runIndex?: number;
	sent?: IDataObject;
	/** What n8n keeps with the agent that waits for its tools: its items, and for which of them the call was made. */
	agent?: { items: IDataObject[]; item?: number; run?: number };
	effect?: 'once' | 'changes';
	/** The fields of the node ask a model for their values in one of two spellings. */
	asksWithBlanks?: boolean;
}

const stackOf = ({ items, item, run = 0 }: NonNullable<Call['agent']>, runIndex: number) => [
	{ data: { main: [[]] } },
	{
		...{ node: { name: 'AI Agent' }, runIndex: run },
		data: { main: [items.map((json) => ({ json }))] },
		metadata: {
			subNodeExecutionData: {
				actions: [
					{ action: { input: {}, metadata: { itemIndex: item } }, nodeName: 'SMS', runIndex },
				],
			},
		},
	},
];

function callOf(call: Call) {
	const {
		json,
		runIndex = 0,
		agent,
		effect = 'once',
		sent = { list: '0570004567', msg: 'Hi' },
	} = call;
	const { caller = { previousNode: 'AI Agent', previousNodeRun: 2 } } = call;
	const nodeExecutionStack = agent ? stackOf(agent, runIndex) : [];
	const context = {
		getExecuteData: () => ({ node: { name: 'Agent' }, source: caller && { main: [caller] } }),
		getNode: () => ({ name: 'SMS' }),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		runExecutionData: { executionData: { nodeExecutionStack } },
	} as unknown as IExecuteFunctions;
	const ask = call.asksWithBlanks ? '$fromAI (\n' : '$fromAI(';
	const parameters = {
		phoneNumbers: `={{ ${ask}'phone', \`\`, 'string') }}`,
		message: `={{ ${ask}"text") }}`,
	};
	const item = { context, json, node: { parameters } as unknown as INode };
	const endpoint = '/extApi/scheduleSms.php';
	const operation = effect === 'once' ? 'message:send' : 'contact:add';
	return toolCall(item, { runIndex, operation } as RunState, { endpoint, effect }, sent);
}

const keyOf = (call: Call) => [...callOf(call).keys].sort().join();

playTables(calls, {
	'whether two calls of a model are the same': (one: Call, other: Call) =>
		keyOf(one) === keyOf(other),
	'the key of a call': keyOf,
	'what is known of a call': (call: Call) => {
		const { keys, ...known } = callOf(call);
		return { ...known, keys: new Set(keys).size };
	},
});

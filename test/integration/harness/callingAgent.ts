import {
	NodeConnectionTypes,
	type EngineRequest,
	type EngineResponse,
	type GenericValue,
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';

/** What a model calls a reviewed tool with, as it writes it. */
export interface ModelCall extends IDataObject {
	toolParameters?: GenericValue;
	hitlParameters?: IDataObject;
}

/** One turn of a model, and what came of it. */
export interface AgentTurn {
	/** The calls for each of the agent's items. */
	calls: ModelCall[];
	/** What the tool ran with, as its fields read it. */
	ran: IDataObject[];
	/** What the model gets to read of calls that were not approved. */
	told: string[];
	/** Type of the tool's node; an ordinary node unless told. */
	toolType?: string;
	/** How many more times the model makes the calls, each time after it has read their results. */
	again?: number;
	/** The tool, in place of one that notes what it ran with. */
	tool?: { node: INodeType; parameters: INodeParameters };
}

/** A turn in which a model calls the tool once. */
export function turnOf(...calls: ModelCall[]): AgentTurn {
	return { calls, ran: [], told: [] };
}

export const AGENT = 'Agent';
export const TOOL = 'Refund';

interface Hitl {
	originalInput: GenericValue;
}
type Metadata = { hitl?: Hitl; itemIndex: number; parentNodeName?: string };
type Action = EngineRequest<Metadata>['actions'][number];
const isApproved = (value: unknown) =>
	(value as IDataObject | undefined)?.approved === true ? true : undefined;

/**
 * An agent whose model calls a reviewed tool, and does with the review what n8n's own does (2.41,
 * `createEngineRequests`, `processHitlResponses`, `executeBatch`): what is approved runs once for each of its items.
 *
 * @param review the node that reviews the calls
 */
export function callingAgent(turn: AgentTurn, review: string): INodeType {
	const asked = (call: ModelCall, place: string, itemIndex: number): Action => {
		const { hitlParameters, ...others } = call;
		const { toolParameters } = call;
		const hitl = { gatedToolNodeName: TOOL, toolName: TOOL, originalInput: toolParameters };
		return {
			...{ actionType: 'ExecutionNodeAction', nodeName: review, id: `call_${place}` },
			type: NodeConnectionTypes.AiTool,
			input: { ...others, tool: TOOL, ...hitlParameters, toolParameters },
			metadata: { itemIndex, hitl },
		} as Action;
	};
	const gated = ({ action }: EngineResponse<Metadata>['actionResponses'][number]): Action => {
		const { originalInput } = action.metadata.hitl!;
		const read = typeof originalInput === 'object' ? originalInput : { input: originalInput };
		return {
			...{ ...action, nodeName: TOOL, input: { tool: TOOL, ...read } },
			metadata: { itemIndex: 0, parentNodeName: action.nodeName },
		};
	};
	return {
		description: descriptionOf('agent'),
		async execute(this: IExecuteFunctions, response?: EngineResponse) {
			const items = this.getInputData();
			const answers = (response as EngineResponse<Metadata> | undefined)?.actionResponses ?? [];
			const reviews = answers.filter(({ action }) => action.metadata.hitl !== undefined);
			const jsonOf = ({ data }: (typeof reviews)[number]) => data.data?.ai_tool?.[0]?.[0]?.json;
			const approved = reviews.filter((each) => {
				const json = jsonOf(each);
				return isApproved(json) ?? isApproved(json?.data);
			});
			for (const each of reviews.filter((review) => !approved.includes(review))) {
				turn.told.push(String(jsonOf(each)?.chatInput ?? 'User rejected the tool call'));
			}
			const isAgain = answers.length > 0 && approved.length === 0 && (turn.again ?? 0) > 0;
			if (isAgain) turn.again!--;
			const actions =
				answers.length === 0 || isAgain
					? items.flatMap((_item, index) =>
							turn.calls.map((call, place) =>
								asked(call, [index, place, ...(turn.again ? [turn.again] : [])].join('_'), index),
							),
						)
					: items.flatMap(() => approved.map(gated));
			return actions.length > 0 ? { actions, metadata: {} } : [items];
		},
	};
}

/** The tool: it notes what its fields hold, each read from the model as people set tools up. */
export function gatedTool(turn: AgentTurn): INodeType {
	if (turn.tool !== undefined) return turn.tool.node;
	return {
		description: descriptionOf('tool'),
		async execute(this: IExecuteFunctions) {
			const read = (name: string) => this.evaluateExpression(`{{ $fromAI('${name}') }}`, 0);
			turn.ran.push({ order: read('order'), amount: read('amount') } as IDataObject);
			return [[{ json: { refunded: true } }]];
		},
	};
}

/** What n8n asks of a node's description. */
export function descriptionOf(name: string): INodeType['description'] {
	return {
		...{ displayName: name, name, group: ['transform'], version: 1, description: '' },
		...{ defaults: {}, properties: [] },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
	};
}

/** A node that n8n calls outside its engine, as it does for an agent up to version 2.2: n8n says so. */
export function calledByOldAgent(node: INodeType): INodeType {
	const execute = node.execute!;
	node.execute = async function () {
		const isToolExecution = { value: () => true };
		return await execute.call(Object.create(this, { isToolExecution }) as typeof this);
	};
	return node;
}

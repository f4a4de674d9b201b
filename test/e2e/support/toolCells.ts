import {
	NodeHelpers,
	type INode,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { everyOperation, operationNamed, type Operation } from '../../operations';
import { codes } from '../../operations/items';
import type { ToolCall } from '../../operations/row';
import type { Tool } from './agent';
import { isOld, standingFor } from './version';

/** Arguments of a tool call, by the names the model reads. */
export type Arguments = Record<string, unknown>;

/** A call of a model, and the name of its operation. */
export interface Cell extends ToolCall {
	operation: string;
	/** What the editor names the tool, and the model reads about it. */
	says: string;
}

/** Code of the first campaign of a fresh emulator. */
export const [task] = codes;

/** Every operation a model can use, some in variants. */
export const cells: Cell[] = everyOperation.flatMap(
	({ name: operation, definition: { action }, node, toolCalls = [] }) => {
		const says = `${action} in ${node().description.displayName}`;
		return toolCalls.map((call) => ({ operation, says, ...call }));
	},
);

/** The operation a cell is about. */
export const operationOf = ({ operation }: Cell): Operation => operationNamed(operation);
const typeOf = (cell: Cell) => operationOf(cell).type;

/** The cells with a name each, for the report. */
export const labelled = cells.map((cell) => ({
	...cell,
	label: [cell.operation, cell.variant].filter(Boolean).join(', '),
}));

/** How an agent runs a tool and what it makes of the fields is n8n's: one operation of each node stands for the rest. */
const ofEachNode = labelled.filter(
	(cell, index) => labelled.findIndex((each) => typeOf(each) === typeOf(cell)) === index,
);

/** Up to 2 an agent runs its tools itself, from 3 on n8n runs them as nodes. */
export const AGENT_2 = 2.2;
export const AGENT_3 = isOld ? 3 : 3.1;
/** Versions of the AI Agent that differ in how they run tools, and the cells to run on each. */
export const agents = [
	{ agentVersion: AGENT_2, tools: ofEachNode },
	{ agentVersion: AGENT_3, tools: standingFor(labelled, (cell) => ofEachNode.includes(cell)) },
];

/** The longest name of a tool that models take; versions before 2.1 of n8n do not shorten it. */
export const LONGEST_NAME = 64;

/** The tool, named as the editor names it. */
export function toolOf(cell: Cell): Tool {
	const { type, parameters } = operationOf(cell);
	return {
		name: cell.says,
		type,
		parameters: { ...parameters, ...cell.parameters },
		// There an error of a tool ends the agent's run, unless the tool is set to continue.
		settings: isOld ? { onError: 'continueRegularOutput' } : {},
	};
}

/** The fields a node shows when it is a tool. */
export function shownFields({ type, node }: Operation, parameters: object): INodeProperties[] {
	const description = { ...node().description, name: `${type}Tool` };
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		parameters as INode['parameters'],
		true,
		false,
		null,
		description,
	)!;
	return description.properties.filter((field) =>
		NodeHelpers.displayParameter(values, field, null, description),
	);
}

/** Whether a node offers an operation when it is a tool. */
export function isOffered(operation: Operation): boolean {
	const { resource } = operation.parameters;
	const chosen = shownFields(operation, { resource }).find(({ name }) => name === 'operation');
	const offered = (chosen?.options ?? []) as INodePropertyOptions[];
	return offered.some(({ value }) => value === operation.parameters.operation);
}

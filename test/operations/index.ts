import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import type { EndpointName } from '../../emulator';
import { ExtApiAutomation } from '../../nodes/ExtApiAutomation/ExtApiAutomation.node';
import { ExtApiCampaign } from '../../nodes/ExtApiCampaign/ExtApiCampaign.node';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiContacts } from '../../nodes/ExtApiContacts/ExtApiContacts.node';
import { ExtApiOtp } from '../../nodes/ExtApiOtp/ExtApiOtp.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiSubAdmin } from '../../nodes/ExtApiSubAdmin/ExtApiSubAdmin.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import {
	isCollective,
	type Operation as Definition,
} from '../../nodes/shared/operations/operation';
import { argumentName, byModel } from './byModel';
import { describedOperations, type DescribedField } from './described';
import { template, twoItems } from './items';
import { refusedBy, takenBy } from './refusals';
import type { OperationRow, OperationTests, RefusedCase, ToolCall, ToolCallOfRow } from './row';
import { rowsOf } from './rows';

/** A node with the list of what it can do. */
export interface NodeWithOperations extends INodeType {
	operations: Definition[];
}

/** An operation's row, with what the node says about it. */
export interface Operation extends OperationRow, Pick<OperationTests, 'sends'> {
	built: Record<string, string[]>;
	/** Values that are refused before anything leaves; every field is here or in `takesAnything`. */
	refuses: RefusedCase[];
	/** Fields without a rule of their own, and why. */
	takesAnything: Record<string, string>;
	/** As the documents list it, for example `ExtApi SMS: Message: Send`. */
	name: string;
	/** n8n's name of the node type, for example `extApiSms`. */
	type: string;
	node(): NodeWithOperations;
	/** What the package says of it, from which its node is made. */
	definition: Definition;
	/** Script that does the work, as the emulator knows it. */
	endpoint: EndpointName;
	/** True when it looks at all items at once, instead of making a request for each. */
	overAllItems: boolean;
	/** Items to run it with: two, or an empty one where it takes no more. */
	usualItems: IDataObject[];
	/** The row's, with resource and operation. */
	parameters: INodeParameters;
	/** The fields a person can fill in. */
	fields: DescribedField[];
	toolCalls: ToolCall[];
}

/** Each node that has operations, and its rows. */
export const rowsOfNodes: Array<{
	node: () => NodeWithOperations;
	rows: Array<OperationRow & OperationTests>;
}> = [
	{ node: () => new ExtApiSms(), rows: rowsOf('sms') },
	{ node: () => new ExtApiVoice(), rows: rowsOf('voice') },
	{ node: () => new ExtApiChat(), rows: rowsOf('chat') },
	{ node: () => new ExtApiOtp(), rows: rowsOf('otp') },
	{ node: () => new ExtApiContacts(), rows: rowsOf('contacts') },
	{ node: () => new ExtApiSubAdmin(), rows: rowsOf('subAdmin') },
	{ node: () => new ExtApiCampaign(), rows: rowsOf('campaign') },
	{ node: () => new ExtApiAutomation(), rows: rowsOf('automation') },
];

/** Every operation of every node: what the tables of tests go through. A row without its operation is named by a guard. */
export const everyOperation: Operation[] = rowsOfNodes.flatMap(({ node, rows }) => {
	const { operations, description } = node();
	const described = describedOperations(node());
	return rows.flatMap(({ sends, toolCalls = [], ...row }) => {
		const { resource, operation } = row;
		const definition = operations.find(
			(each) => each.resource.value === resource && each.value === operation,
		);
		if (definition === undefined) return [];
		const offered = described.find(
			(each) => each.resource === resource && each.operation === operation,
		);
		const name = `${description.displayName}: ${definition.resource.name}: ${definition.name}`;
		const fields = offered?.fields ?? [];
		return {
			...row,
			refuses: refusedBy(name, fields),
			takesAnything: takenBy(fields),
			sends: sends.map((each) => ({ ...each, outputs: withOutcome(row, each.outputs) })),
			built: { ...fixedParameters(definition), ...row.built },
			type: description.name,
			node,
			name,
			definition,
			endpoint: scriptOf(definition).replace('.php', '') as EndpointName,
			overAllItems: isCollective(definition),
			fields,
			toolCalls: toolCalls
				.map((call) => ({ ...call, output: withOutcome(row, call.output) }))
				.map((call) => filledByModel(call, fields)),
			usualItems: row.takesOneItem ? [{}] : twoItems,
			parameters: { resource, operation, ...row.parameters },
		};
	});
});

/** Whatever sends or changes something says of each item what became of it: accepted, unless the row says otherwise. */
function withOutcome<T extends object>({ effect }: OperationRow, outputs: T[]): T[] {
	return effect === 'asks' ? outputs : outputs.map((each) => ({ outcome: 'accepted', ...each }));
}

/** A call with the fields that the model defines, as the editor's button leaves them to it. */
function filledByModel(
	{ byModel: filled = {}, parameters = {}, call = {}, ...others }: ToolCallOfRow,
	fields: DescribedField[],
): ToolCall {
	const own = Object.entries(filled).map(([path, value]) => {
		const { label } = fields.find((field) => field.path === path)!;
		const type =
			typeof value === 'object' ? 'json' : typeof value === 'number' ? 'number' : 'string';
		const left = byModel(label, type);
		const parameter = path === 'template' ? template(left) : left;
		return { path, parameter, name: argumentName(label), value };
	});
	return {
		...others,
		parameters: {
			...parameters,
			...Object.fromEntries(own.map(({ path, parameter }) => [path, parameter])),
		},
		call: { ...Object.fromEntries(own.map(({ name, value }) => [name, value])), ...call },
	};
}

/** Those with a request for each item. */
export const perItemOperations = everyOperation.filter(({ overAllItems }) => !overAllItems);

/** The operation of a name. */
export function operationNamed(name: string): Operation {
	const found = everyOperation.find((operation) => operation.name === name);
	if (found === undefined) throw new Error(`test/operations has no operation "${name}"`);
	return found;
}

/** The name of an operation's script, for example `scheduleSms.php`. */
export function scriptOf({ endpoint }: Definition): string {
	return endpoint.split('/').at(-1)!;
}

/** Parameters an operation always sends the same, which no field fills. */
function fixedParameters(definition: Definition): Operation['built'] {
	const fixed = isCollective(definition) ? {} : (definition.fixed ?? {});
	return Object.fromEntries(Object.keys(fixed).map((wire) => [wire, []]));
}

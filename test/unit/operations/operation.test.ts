// If this fails, the editor shows a field for the wrong operation, or an old n8n cannot load a node.
import { runInNewContext } from 'node:vm';
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionGroups, propertiesOf } from '../../../nodes/shared/fields/field';
import {
	isCollective,
	type Operation as Definition,
} from '../../../nodes/shared/operations/operation';
import { ExtApiTrigger } from '../../../nodes/ExtApiTrigger/ExtApiTrigger.node';
import { rowsOfNodes, type NodeWithOperations } from '../../operations/index';

/** Holds what n8n gets of a node, its description, against the objects of the node's operations. */
const nodes = rowsOfNodes.map(({ node }) => [node().description.displayName, node()] as const);

/** The fields of a name a node shows in a workflow, or, as a tool, to an agent. */
function shown(
	{ description }: NodeWithOperations,
	name: string,
	parameters: INodeParameters,
	isTool = false,
): INodeProperties[] {
	const shownAs = isTool ? { ...description, name: `${description.name}Tool` } : description;
	return description.properties.filter(
		(field) =>
			field.name === name && NodeHelpers.displayParameter(parameters, field, null, shownAs),
	);
}

const chosen = ({ resource, value }: Definition) => ({
	resource: resource.value,
	operation: value,
});
const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

/** Whether a field's own conditions say which of the operations it belongs to. */
function belongsTo({ displayOptions }: INodeProperties, { resource, value }: Definition): boolean {
	const { resource: resources = [], operation = [] } = displayOptions?.show ?? {};
	return resources.includes(resource.value) && operation.includes(value);
}

/**
 * Conditions on what is no field beside them and no path from the node's root: n8n up to 2.0 finds no order in
 * which to read such fields, and opens no workflow with the node.
 */
function unresolvable(fields: INodeProperties[]): string[] {
	const beside = fields.map(({ name }) => name);
	return fields.flatMap(({ name, displayOptions, options = [] }) => {
		const conditions = [displayOptions?.show, displayOptions?.hide].flatMap((each) =>
			Object.keys(each ?? {}),
		);
		const inside = options.flatMap((option) => ('values' in option ? option.values : []));
		return [
			...conditions
				.filter((condition) => !/^[@/]/.test(condition) && !beside.includes(condition))
				.map((condition) => `${name}: ${condition}`),
			...unresolvable(inside),
			...unresolvable(options.filter((option): option is INodeProperties => 'type' in option)),
		];
	});
}

const subtitle = ({ name, resource }: Definition) => `${name}: ${resource.name}`;

const withoutConditions = ({ displayOptions: _conditions, ...field }: INodeProperties) => field;

describe.each(nodes)('%s', (_name, node) => {
	const { operations, description } = node;
	const { properties } = description;
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	const named = operations.map((operation) => [subtitle(operation), operation] as const);

	it('has no conditions that older versions of n8n cannot resolve', () => {
		expect(unresolvable(properties)).toEqual([]);
	});

	it('has no condition with a pattern: n8n judges it by the clock, and a busy machine fails it', () => {
		expect(JSON.stringify(properties)).not.toContain('{"_cnd":{"regex":');
	});

	it('offers its resources by name, an only one too: n8n lists no actions of a node that hides it', () => {
		const fields = properties.filter(({ name }) => name === 'resource');
		expect(fields).toHaveLength(1);
		const [field] = fields;
		expect(field.default).toBe(resources[0].value);
		expect(field.type).toBe('options');
		expect(field.options).toEqual([...resources].sort(byName));
	});

	it.each([
		['in a workflow', false],
		['to agents, of those for agents', true],
	])("offers each resource's operations in their words, %s", (_to, isTool) => {
		for (const resource of resources) {
			const expected = operations.filter(
				(operation) => operation.resource === resource && (!isTool || !isCollective(operation)),
			);
			const fields = shown(node, 'operation', { resource: resource.value }, isTool);
			expect(fields).toHaveLength(1);
			const [field] = fields;
			expect(field.default).toBe(expected[0].value);
			expect(field.options).toMatchObject(
				expected
					.map(({ name, value, action, description: says }) => ({
						...{ name, value, action },
						description: says,
					}))
					.sort(byName),
			);
			expect(field.options).toHaveLength(expected.length);
		}
	});

	it.each(named)('%s: has its subtitle, its fields and no others', (says, operation) => {
		const expression = /^=\{\{(.+)\}\}$/.exec(description.subtitle!)![1];
		expect(runInNewContext(`(${expression})`, { $parameter: chosen(operation) })).toBe(says);
		const own = properties.filter((field) => belongsTo(field, operation));
		expect(own.map(withoutConditions)).toEqual(
			propertiesOf(operation.fields).map(withoutConditions),
		);
		expect(shown(node, 'requestOptions', chosen(operation))).toHaveLength(1);
	});

	it('holds nothing that n8n could not hand on as JSON: readers stay with us', () => {
		const ours: string[] = [];
		JSON.stringify(properties, (key, value: unknown) => {
			if (typeof value === 'function' || ['wire', 'reader', 'optionGroup'].includes(key))
				ours.push(key);
			return value;
		});
		expect(ours).toEqual([]);
	});

	it('has no field without the operation it belongs to', () => {
		const ofNode = ['resource', 'operation', 'requestOptions'];
		const lost = properties.filter(
			(field) =>
				!ofNode.includes(field.name) &&
				operations.filter((operation) => belongsTo(field, operation)).length !== 1,
		);
		expect(lost.map(({ name }) => name)).toEqual([]);
	});
});

it.each(nodes)(
	'%s shows no field of another operation where a choice is an expression',
	(_name, node) => {
		const { properties } = node.description;
		const choices = properties.filter(
			({ type, noDataExpression }) => type === 'options' && !noDataExpression,
		);
		const byExpression = Object.fromEntries(choices.map(({ name }) => [name, "={{ 'any' }}"]));
		for (const operation of node.operations) {
			const parameters = { ...byExpression, ...chosen(operation) };
			const others = properties
				.filter((field) => field.displayOptions?.show?.operation !== undefined)
				.filter((field) => !belongsTo(field, operation))
				.filter((field) => NodeHelpers.displayParameter(parameters, field, null, node.description));
			expect(others.map(({ name }) => name)).toEqual([]);
		}
	},
);

/** What a person can see at once in one list. */
const MOST_ENTRIES = 8;
const groupNames = Object.keys(optionGroups);
const panels = [
	...nodes.flatMap(([name, { description, operations }]) =>
		operations.map((operation) => ({
			panel: `${name}: ${subtitle(operation)}`,
			parameters: chosen(operation) as INodeParameters,
			fields: description.properties.filter(
				(field) => belongsTo(field, operation) || field.displayOptions === undefined,
			),
			description,
		})),
	),
	{
		...{ panel: 'ExtApi Trigger', parameters: {} },
		fields: new ExtApiTrigger().description.properties,
		description: new ExtApiTrigger().description,
	},
];
type Panel = (typeof panels)[number];

const collectionsOf = ({ fields }: Panel) => fields.filter(({ type }) => type === 'collection');
const entriesOf = ({ options }: INodeProperties) => options as INodeProperties[];

/** Each way to set the choices that entries of a list depend on. */
function choicesFor(list: INodeProperties, { fields, parameters }: Panel): INodeParameters[] {
	const asked = new Set(
		entriesOf(list).flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {})),
	);
	return fields
		.filter(({ name }) => asked.has(`/${name}`))
		.reduce<INodeParameters[]>(
			(ways, { name, options }) =>
				(options as INodePropertyOptions[]).flatMap(({ value }) =>
					ways.map((way) => ({ ...way, [name]: value })),
				),
			[parameters],
		);
}

/** The entries that a list offers at most, with the entries in it that show others set to do so. */
function offeredAtMost(list: INodeProperties, panel: Panel): string[][] {
	const inside = entriesOf(list)
		.flatMap(({ displayOptions }) => Object.entries(displayOptions?.show ?? {}))
		.filter(([name]) => !/^[/@]/.test(name))
		.map(([name, values]) => [name, values![0]]);
	const own = Object.fromEntries(inside) as INodeParameters;
	return choicesFor(list, panel).map((way) =>
		entriesOf(list)
			.filter((entry) => NodeHelpers.displayParameter(own, entry, null, panel.description, way))
			.map(({ displayName }) => displayName),
	);
}

describe.each(panels.map((panel) => [panel.panel, panel] as const))(
	'options of %s',
	(_name, panel) => {
		it('are in the five groups, in their order and under their names', () => {
			const groups = collectionsOf(panel).filter(({ name }) => groupNames.includes(name));
			const own = groupNames.filter((name) => groups.some((group) => group.name === name));
			const namedAs = (name: string, entries: INodeProperties[]) => {
				const labels = optionGroups[name as keyof typeof optionGroups];
				// A list of one says on its face what is in it.
				return entries.length === 1
					? { ...labels, placeholder: `Add ${entries[0].displayName}` }
					: labels;
			};
			expect(
				groups.map(({ name, displayName, placeholder }) => [name, { displayName, placeholder }]),
			).toEqual(
				own.map((name) => [
					name,
					namedAs(name, entriesOf(groups.find((each) => each.name === name)!)),
				]),
			);
		});

		it(`are at most ${MOST_ENTRIES} in a list, whatever is chosen`, () => {
			const tooLong = collectionsOf(panel)
				.flatMap((list) => offeredAtMost(list, panel))
				.filter((offered) => offered.length > MOST_ENTRIES);
			expect(tooLong).toEqual([]);
		});
	},
);

it('has the same option in the same group in every operation', () => {
	const groups = new Map<string, Set<string>>();
	for (const list of panels
		.flatMap(collectionsOf)
		.filter(({ name }) => groupNames.includes(name))) {
		for (const { name } of entriesOf(list)) {
			groups.set(name, (groups.get(name) ?? new Set()).add(list.name));
		}
	}
	expect(groups.size).toBeGreaterThan(50);
	expect([...groups].filter(([, inGroups]) => inGroups.size > 1)).toEqual([]);
});

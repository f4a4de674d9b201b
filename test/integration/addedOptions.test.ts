// If this fails, a misspelt column in an option sends a campaign at once, to all, or twice.
import type { INodeParameters, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { addedOptions } from '../../nodes/shared/values/addedOptions';
import { everyOperation, type Operation } from '../operations';
import { template } from '../operations/items';
import { runNode, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * Someone added an option, and its column is misspelt, or says "no" where true or false is asked for. If that quietly
 * meant "as without the option", a campaign would go now, to everyone, twice.
 */
const service = serviceForTests();

/** What a misspelt column, or an empty one, gives. */
const NOTHING = ['undefined', "''"];
const WRONG: Partial<Record<INodeProperties['type'], string[]>> = {
	boolean: ["'no'", '[]'],
	number: ["'ten'", '-1'],
	options: ["'never'", 'null'],
	fixedCollection: ['({})'],
	string: ['null'],
	dateTime: ["'  '", '[]'],
};

interface Case {
	title: string;
	operation: Operation;
	path: string;
	value: string;
}

const cases = everyOperation.flatMap((operation) => {
	const { fields } = operation.definition;
	const all = fields
		.filter(({ type, name }) => type === 'collection' && !/^(contact|custom)Fields$/.test(name))
		.map(({ name, options = [] }) => [name, options as INodeProperties[]] as const);
	const parameters = Object.fromEntries(
		all.map(([name, options]) => [
			name,
			Object.fromEntries(options.map((option) => [option.name, '={{ 0 }}'])),
		]),
	);
	for (const { name, wire, required, takesNothing } of fields) {
		if (wire !== undefined && !required && !takesNothing) parameters[name] = '={{ 0 }}' as never;
	}
	return addedOptions({ parameters } as never, fields).flatMap(({ field, path }): Case[] => {
		const isTried = field.type !== 'string' || field.wire === undefined;
		const values = [...NOTHING, ...((isTried ? WRONG[field.type] : undefined) ?? [])];
		return values.map((value) => ({
			title: `${operation.name}: ${field.displayName} by {{ ${value} }}`,
			...{ operation, path, value },
		}));
	});
});

/** The same of a field inside an option. */
interface Inside {
	title: string;
	operation: Operation;
	parameters: INodeParameters;
	/** What the refusal names. */
	label: string;
}

/** An entry whose fields show, of which one is an expression that gives nothing. */
function entriesOf(group: INodePropertyCollection): INodeParameters[] {
	return group.values.map(({ name, displayOptions }) => {
		const others = group.values.map((each) => [each.name, each.default] as const);
		const shown = Object.entries(displayOptions?.show ?? {}).map(
			([key, values]) => [key, values![0]] as const,
		);
		return Object.fromEntries([...others, ...shown, [name, "={{ '' }}"]]) as INodeParameters;
	});
}

const insides = everyOperation.flatMap((operation) =>
	operation.definition.fields.flatMap((field): Inside[] => {
		const { name, type, displayName } = field;
		const options = (field.options ?? []) as INodeProperties[];
		const isGroup = type === 'fixedCollection' && name !== 'fields';
		if (!isGroup && (type !== 'collection' || name === 'contactFields')) return [];
		const shown = { responseType: name === 'formFields' ? 'customForm' : 'approval' };
		const one = (label: string, value: INodeParameters[string]): Inside => ({
			title: `${operation.name}: ${displayName} with ${JSON.stringify(value)}`,
			...{ operation, label },
			parameters: { ...operation.parameters, ...shown, [name]: value },
		});
		if (isGroup) {
			return (field.options as INodePropertyCollection[]).flatMap((group) =>
				entriesOf(group).map((entry) => {
					const value = field.typeOptions?.multipleValues === true ? [entry] : entry;
					return one(displayName, { [group.name]: value });
				}),
			);
		}
		return options
			.filter((option) => option.type === 'fixedCollection')
			.flatMap((option) =>
				(option.options as INodePropertyCollection[]).flatMap((group) =>
					entriesOf(group).map((entry) =>
						one(option.displayName, { [option.name]: { [group.name]: entry } }),
					),
				),
			);
	}),
);

/** The node's parameters with the option shown, and set. */
function withOption({ operation, path, value }: Case): INodeParameters {
	const [collection, name] = path.split('.');
	if (name === undefined) {
		// A channel by an expression may need a template.
		const shown = path === 'channel' ? { template: template('9') } : {};
		return { ...shown, ...operation.parameters, [path]: `={{ ${value} }}` };
	}
	const { options = [] } = operation.definition.fields.find((each) => each.name === collection)!;
	const { displayOptions } = (options as INodeProperties[]).find((each) => each.name === name)!;
	const beside: INodeParameters = {};
	const ofNode: INodeParameters = {};
	for (const [key, values = []] of Object.entries(displayOptions?.show ?? {})) {
		if (key.startsWith('/')) ofNode[key.slice(1)] = values[0] as string;
		else beside[key] = values[0] as string;
	}
	return {
		...operation.parameters,
		...ofNode,
		...(ofNode.sendTo === 'lists' ? { listCodes: '1001' } : {}),
		...(ofNode.channel === 'wa' ? { template: template('9') } : {}),
		[collection]: {
			...(operation.parameters[collection] as INodeParameters | undefined),
			...beside,
			[name]: `={{ ${value} }}`,
		},
	};
}

async function run(operation: Operation, parameters: INodeParameters) {
	await operation.prepare?.(service);
	const before = service.control.requests().length;
	const { error } = await runNode({
		...{ node: operation.node(), credential: service.credential() },
		...{ items: operation.usualItems, parameters },
	});
	return { said: sentencesOf(error).all, sent: service.control.requests().slice(before) };
}

it.each(cases)('$title sends nothing', async (each) => {
	const { operation, path } = each;
	const { said, sent } = await run(operation, withOption(each));
	expect(sent.filter(({ endpoint }) => endpoint !== 'waTemplates')).toEqual([]);
	expect(said).toContain(operation.fields.find((field) => field.path === path)!.label);
});

it.each(insides)('$title sends nothing', async ({ operation, parameters, label }) => {
	const { said, sent } = await run(operation, parameters);
	expect(sent).toEqual([]);
	expect(said).toContain(label);
});

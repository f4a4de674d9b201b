import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { expressionsIn, isSameForAll } from './expressions';

/** How n8n evaluates one text of a node's parameters; the parts of its call that are looked at. */
type Evaluate = (
	text: unknown,
	siblings: object,
	runData: unknown,
	runIndex: number,
	item: number,
	nodeName: string,
	input: unknown,
	mode: string,
	keys: IDataObject,
	executeData: unknown,
	asString?: boolean,
	self?: object,
	contextNode?: string,
) => unknown;

/** What n8n's engine adds to an expression when it evaluates a parameter for its own use. */
const KEYS_OF_ENGINE = ['$credentials', '$version', '$parameter', '$rawParameter'];

/** In the place of an item's index, for what is the same for all. */
const ALL_ITEMS = -1;

/**
 * The context of a run in which n8n evaluates each expression of the node's parameters once for an
 * item, and once for the run where nothing in it depends on the item.
 *
 * n8n's declarative engine (1.123, 2.0 and 2.41, `routing-node`) evaluates a parameter for every
 * property of its name in the node, another time where it is sent, and on 2.41 all of that twice: ten
 * times for the text of an SMS. Only the value that is sent is used here. Delete this when the engine
 * evaluates each parameter once.
 */
export function evaluatingOnce(context: IExecuteFunctions): IExecuteFunctions {
	const { workflow } = context as unknown as {
		workflow: { expression: { resolveSimpleParameterValue?: Evaluate } };
	};
	const { expression } = workflow;
	const evaluate = expression.resolveSimpleParameterValue?.bind(expression);
	if (evaluate === undefined) return context;
	const once = Object.create(expression, {
		resolveSimpleParameterValue: { value: remembering(context, evaluate) },
	}) as object;
	return Object.create(context, {
		workflow: { value: Object.create(workflow, { expression: { value: once } }) as object },
	}) as IExecuteFunctions;
}

function remembering(context: IExecuteFunctions, evaluate: Evaluate): Evaluate {
	const { name, parameters } = context.getNode();
	const ofNode = new Map<unknown, boolean>(
		expressionsIn(parameters)
			.filter((code) => !readsSiblings(code))
			.map((code) => [`=${code}`, isSameForAll(code)] as const),
	);
	const known = new Map<number, Map<unknown, unknown>>();
	return (text, siblings, runData, runIndex, item, nodeName, input, mode, keys, ...rest) => {
		const isForAll = ofNode.get(text);
		const [, asString, self = {}, contextNode] = rest;
		const isOfNode = nodeName === name && contextNode === undefined && isEmptyObject(self);
		if (isForAll === undefined || !isOfNode || asString === true) {
			return evaluate(
				text,
				siblings,
				runData,
				runIndex,
				item,
				nodeName,
				input,
				mode,
				keys,
				...rest,
			);
		}
		const place = isForAll ? ALL_ITEMS : item;
		const values = known.get(place) ?? new Map<unknown, unknown>();
		known.set(place, values);
		if (!values.has(text)) {
			const plain = withoutKeysOfEngine(keys);
			values.set(
				text,
				evaluate(text, siblings, runData, runIndex, item, nodeName, input, mode, plain, ...rest),
			);
		}
		return values.get(text);
	};
}

/** Parameters beside an expression are read by names that begin with `&`; they depend on where it stands. */
function readsSiblings(code: string): boolean {
	return code.includes('&') && code.includes('arameter');
}

function withoutKeysOfEngine(keys: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(keys).filter(([key]) => !KEYS_OF_ENGINE.includes(key)));
}

function isEmptyObject(value: object): boolean {
	return Object.keys(value).length === 0;
}

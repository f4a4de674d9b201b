// If this fails, errors speak the service's parameter names instead of the fields people see.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { everyOperation, type Operation } from '../operations';
import { wireNamesOf, type DescribedField } from '../operations/described';
import { twoItems } from '../operations/items';
import { withValue } from '../operations/withValue';
import { documentedParameters } from '../specification';
import { failureOf, runNode, type NodeRunResult } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import values from './refusedValues.json';

/**
 * The service's names for things are no words for people. Every field of every operation gets values
 * it refuses; what is then said names the field as the editor does, and nothing as the service does.
 */
const service = serviceForTests({ campaignStepMs: 600_000 });

const refusedValues: unknown[] = [...values, 'x'.repeat(2001), '0'.repeat(50)];

/** Names of the service that are also words of the language, or of the editor. */
const ordinaryWords = [
	...['from', 'list', 'to', 'code', 'phone', 'type', 'template', 'data', 'stop', 'retry', 'status'],
	...['data1', 'data2', 'data3', 'data4', 'category', 'amount', 'update', 'unblock', 'gender'],
	...['validate', 'json', 'schedule'],
];
const wireNames = new Set(
	[
		...everyOperation.flatMap(({ node }) => wireNamesOf(node())),
		...Object.values(documentedParameters).flat(),
	]
		.concat('dh', 'di', 'dy', 'dm', 'dd', 'get', 'post', 'fileurl', 'taskId')
		.filter((wire) => !ordinaryWords.includes(wire)),
);
const wireName = new RegExp(`(?<![\\w-])(?:${[...wireNames].join('|')})(?![\\w-])`, 'g');

/** Values and the service's own words are in quotation marks; examples of addresses in descriptions. */
const saidByUs = (text: string) => text.replace(/"[^"]*"/g, '""').replace(/\S*:\/\/\S*/g, '');

/** What n8n itself asks for, whichever fields are shown. */
const enough: INodeParameters = {
	phoneNumbers: '0570002233',
	listCodes: '1001',
	fileUrl: 'https://example.com/a.mp3',
	serviceCode: '301',
	template: { __rl: true, mode: 'code', value: '2007' },
};

const withoutFile = { __rl: true, mode: 'code', value: '2005' };

/** What came of a field's values. */
interface Entered {
	/** What people get to read: errors thrown or in items, whatever their shape. */
	texts: string[];
	/** Items that nothing is said against. */
	done: number;
}

/** Enters values that mean nothing to most fields, and those that the field's row says it refuses. */
async function enter(operation: Operation, field: DescribedField): Promise<Entered> {
	service.control.reset();
	await operation.prepare?.(service);
	const parameters = meaningless(operation, field);
	const all = refusedValues.map((each) => ({ ...twoItems[0], value: each })) as IDataObject[];
	const alone = all.map((item) => [item]);
	const refused = operation.refuses.filter((each) => each.field === field.path);
	const ofRow = await Promise.all(
		refused.map(async (each) => await saidOf(operation, withValue(each, operation), [twoItems[0]])),
	);
	const runs = async (batches: IDataObject[][]) =>
		await Promise.all(batches.map(async (items) => await saidOf(operation, parameters, items)));
	const entered = together([...ofRow, ...(await runs(operation.takesOneItem ? alone : [all]))]);
	// Of what holds for a whole run there is one value at a time.
	return entered.texts.some((text) => text.includes('must be the same for all items'))
		? together([entered, ...(await runs(alone))])
		: entered;
}

function together(all: Entered[]): Entered {
	return {
		texts: [...new Set(all.flatMap(({ texts }) => texts))],
		done: all.reduce((sum, { done }) => sum + done, 0),
	};
}

function meaningless(operation: Operation, { path, shownWith }: DescribedField): INodeParameters {
	const parameters = structuredClone({ ...enough, ...operation.parameters, ...shownWith });
	const [name, inner] = path.split('.');
	// Only a template with a header for a file, and none of its own, needs a link.
	if (name === 'fileUrl' && parameters.template !== undefined) parameters.template = withoutFile;
	const value = '={{ $json.value }}';
	parameters[name] =
		inner === undefined ? value : { ...(parameters[name] as INodeParameters), [inner]: value };
	return parameters;
}

async function saidOf(
	operation: Operation,
	parameters: INodeParameters,
	items: IDataObject[],
): Promise<Entered> {
	const result = await runNode({
		node: operation.node(),
		credential: service.credential('demo-token-full'),
		items,
		parameters,
		settings: { onError: 'continueRegularOutput' },
	});
	const failed = result.items.filter((item) => failureOf(item) !== undefined).length;
	const done = result.error === undefined ? result.items.length - failed : 0;
	return { texts: saidIn(result), done };
}

function saidIn({ items, error }: NodeRunResult): string[] {
	const said = items.flatMap(({ json, error: refusal }) =>
		refusal || json.error !== undefined
			? [refusal?.message, refusal?.description, json.error, json.message, json.details]
			: [],
	);
	return [...said, error?.message, error?.description].filter(
		(text): text is string => typeof text === 'string' && text !== '',
	);
}

const cases = everyOperation.flatMap((operation) =>
	operation.fields
		.filter(({ takesExpression }) => takesExpression)
		.map((field) => ({
			title: `${operation.name}: ${field.label}`,
			operation,
			field,
		})),
);

it('knows the fields of every operation', () => {
	const names = new Set(cases.map(({ operation }) => operation.name));
	const without = everyOperation.filter(({ name }) => !names.has(name));
	expect(without.filter(({ definition }) => definition.fields.length > 0)).toEqual([]);
});

it.each(cases)('$title', async ({ operation, field }) => {
	const { texts, done } = await enter(operation, field);
	for (const text of texts) {
		expect([text, saidByUs(text).match(wireName)]).toEqual([text, null]);
		expect(text).not.toMatch(/^[a-z]|undefined|\[object|NaN/);
	}
	if (operation.takesAnything[field.path] !== undefined) {
		const refusals = texts.filter((text) => text.startsWith(`${field.label} `));
		const byKind = /is empty or missing|must be|has neither|must be the same for all items/;
		expect(refusals.filter((text) => !byKind.test(text))).toEqual([]);
		if (texts.length === 0) expect(done).toBeGreaterThan(0);
	} else {
		// A list of fields names the one that is wrong.
		const name = field.label.replace(/s$/, '');
		expect(texts).toContainEqual(expect.stringContaining(name));
	}
	// What must be there is asked for by the node, in its own words, and not by the service.
	if (!field.isRequired) return;
	const asksForIt =
		/is empty or missing|is empty: its expression|must be an object|must link a file/;
	expect(texts).toContainEqual(expect.stringMatching(asksForIt));
	expect(texts).not.toContainEqual(expect.stringMatching(/is required/));
});

// If this fails, an operation or field is in no table, so no suite tests it.
import { parametersOf } from '../../tools/parameterFields';
import { everyOperation, rowsOfNodes, type Operation } from '../operations';
import { judgedFields } from '../operations/refusals';

/** Holds the rows of test/operations against the objects of the nodes, so that no table misses anything. */
const named = everyOperation.map((operation) => [operation.name, operation] as const);
/** Each field once, also one that has a twin for other values of another field. */
const paths = ({ fields }: Operation) => [...new Set(fields.map(({ path }) => path))];

it.each(rowsOfNodes.map(({ node, rows }) => [node().description.displayName, node, rows] as const))(
	'%s: every operation has one row, every row its operation',
	(_name, node, rows) => {
		const defined = node().operations.map(({ resource, value }) => `${resource.value} ${value}`);
		const tested = rows.map(({ resource, operation }) => `${resource} ${operation}`);
		expect(tested.sort()).toEqual(defined.sort());
	},
);

describe.each(named)('%s', (_name, operation) => {
	const { definition, overAllItems, refuses, takesAnything, sends, effect, once } = operation;
	const { compared = [], toolCalls = [] } = operation;

	it('says of every field which values it refuses, or why it refuses none', () => {
		const refusing = new Set(refuses.map(({ field }) => field));
		expect([...refusing, ...Object.keys(takesAnything)].sort()).toEqual(paths(operation).sort());
	});

	it('sends every parameter in one of its cases', () => {
		const own = new Set(parametersOf(operation).map(([parameter]) => parameter));
		const sent = new Set(sends.flatMap(({ bodies }) => bodies.flatMap(Object.keys)));
		const isSent = (wire: string) =>
			wire === ANY_OTHER ? [...sent].some((each) => !own.has(each)) : sent.has(wire);
		expect([...own].filter((wire) => !isSent(wire))).toEqual([]);
	});

	it('compares fields it has', () => {
		const first = ({ field }: { field: string }) => field.split('.')[0];
		const known = paths(operation).map((field) => first({ field }));
		expect(known).toEqual(expect.arrayContaining(compared.map(first)));
	});

	it('does what the specification says it does to the world', () => {
		expect(definition.effect).toBe(effect);
	});

	it('says what may not happen twice, if anything', () => {
		expect(once !== undefined).toBe(effect === 'once');
	});

	it('is called by a model if models are offered it, and only then', () => {
		expect(toolCalls.length > 0).toBe(!overAllItems);
	});
});

it('judge no field that no operation has', () => {
	const known = everyOperation.flatMap(paths);
	expect(judgedFields.filter((field) => !known.includes(field))).toEqual([]);
});

/** In place of the fields an automation declares itself. */
const ANY_OTHER = 'any other field';

it.each([
	['ExtApi OTP: Code: Send', 'channel', /permission for chat, and perhaps the one for SMS/],
])('%s says which other permission its %s needs', (name, field, says) => {
	const { definition } = everyOperation.find((operation) => operation.name.startsWith(name))!;
	const all = definition.fields.flatMap((each) => [each, ...(each.options ?? [])]);
	const told = all.filter((each) => each.name === field);
	expect(told).toHaveLength(1);
	expect(JSON.stringify(told)).toMatch(says);
});

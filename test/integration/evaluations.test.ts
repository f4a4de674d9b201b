// If this fails, large runs become slow: expressions are evaluated more often than needed.
import { Expression, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { ExtApi } from '../../credentials/ExtApi.credentials';
import { operationNamed, perItemOperations, type Operation } from '../operations';
import { manyItems } from '../operations/items';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { grouped } from '../operations/grouped';

/**
 * An expression costs n8n more than everything else about an item: none is evaluated more often than
 * its result can differ.
 */
const service = serviceForTests();

/** What the credential type itself has n8n evaluate. */
const ofCredential = new Set<unknown>(new ExtApi().properties.map((each) => each.default));

/** How often n8n evaluated each expression of a run. */
async function evaluationsOf(
	{ node }: Operation,
	parameters: INodeParameters,
	items: IDataObject[],
): Promise<Record<string, number>> {
	const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	try {
		await runNode({
			node: node(),
			credential: service.credential(),
			items,
			parameters,
			settings: { onError: 'continueRegularOutput' },
		});
		const counts: Record<string, number> = {};
		for (const [text] of evaluate.mock.calls as unknown[][]) {
			const isOurs = typeof text === 'string' && text.startsWith('=') && !ofCredential.has(text);
			if (isOurs) counts[text] = (counts[text] ?? 0) + 1;
		}
		return counts;
	} finally {
		evaluate.mockRestore();
	}
}

const items = manyItems(6).map((item) => ({ ...item, desc: 'Spring', when: '2099-01-01T10:00' }));

const ofRow = {
	message: '=Hello {{ $json.text }}',
	phone: '={{ $json.phone }}',
	desc: '={{ $json.desc }}',
	when: '={{ $json.when }}',
};
const ofRun = {
	message: '=Your code of {{ $today.year }}',
	when: '={{ $now.plus(1, "day").toISO() }}',
};

/** The expressions a person wrote, wherever they stand. */
function expressionsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.startsWith('=') ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	return [...new Set(Object.values(value).flatMap(expressionsIn))];
}

describe('no expression is evaluated more often than its result can differ', () => {
	const withExpressions = perItemOperations
		.map((operation) => ({ operation, expressions: expressionsIn(operation.parameters) }))
		.filter(({ expressions }) => expressions.length > 0);

	it.each(withExpressions)('$operation.name', async ({ operation, expressions }) => {
		await operation.prepare?.(service);
		const counts = await evaluationsOf(operation, operation.parameters, items);
		expect(Object.keys(counts).sort()).toEqual([...expressions].sort());
		for (const [, count] of Object.entries(counts)) expect(count).toBeLessThanOrEqual(items.length);
	});

	it('an option of the run, whatever differs by item beside it', async () => {
		const operation = operationNamed('ExtApi SMS: Message: Send Campaign');
		const spreadOver = '={{ $today.month }}';
		const options = grouped({ options: { description: ofRow.desc } });
		const given = { message: 'Hello', recipient: 'phone', ...options, timing: { spreadOver } };
		const counts = await evaluationsOf(operation, { ...operation.parameters, ...given }, items);
		expect(counts[spreadOver]).toBe(1);
	});

	/** What is filled from the item is compared with n8n's own value once; what no item changes is evaluated once. */
	const once = (...expressions: string[]) =>
		// Of a text, n8n evaluates the code alone.
		Object.fromEntries(expressions.map((each) => [`=${each.slice(each.indexOf('{{'))}`, 1]));

	describe.each<[string, INodeParameters, string[]]>([
		['ExtApi SMS: Message: Send', { phoneNumbers: ofRow.phone }, [ofRow.phone]],
		['ExtApi SMS: Message: Send Campaign', { recipient: 'phone' }, []],
	])('%s', (name, recipient, inRecipient) => {
		const operation = operationNamed(name);
		const run = async (parameters: INodeParameters) =>
			await evaluationsOf(
				operation,
				{ ...operation.parameters, ...recipient, ...parameters },
				items,
			);

		it('options with expressions', async () => {
			const { message, desc, when } = ofRow;
			const groups = grouped({ options: { description: desc, sendAt: when } });
			expect(await run({ message, ...groups })).toEqual(once(message, desc, when, ...inRecipient));
		});

		it('once for all where nothing in it reads the item', async () => {
			const { message, when } = ofRun;
			const counts = await run({ message, timing: { sendAt: when } });
			expect(counts).toEqual(once(...inRecipient, message, when));
		});
	});
});

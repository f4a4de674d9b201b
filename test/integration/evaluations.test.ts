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
		for (const [marked] of evaluate.mock.calls as unknown[][]) {
			// What the node puts around the code of an expression, to find it in the result.
			const text = typeof marked === 'string' ? marked.replace(/~[\da-f-]{36}~/g, '') : marked;
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

/** Once for each item, once for all, and once to compare what is filled from the item with n8n's own value. */
const counted = (forItems: string[], once: string[] = []) =>
	Object.fromEntries([
		...forItems.map((expression) => [expression, items.length]),
		...once.map((expression) => [expression, 1]),
	]) as Record<string, number>;

describe('each expression is evaluated once for an item', () => {
	const withExpressions = perItemOperations
		.map((operation) => ({ operation, expressions: expressionsIn(operation.parameters) }))
		.filter(({ expressions }) => expressions.length > 0);

	it.each(withExpressions)('$operation.name', async ({ operation, expressions }) => {
		await operation.prepare?.(service);
		const counts = await evaluationsOf(operation, operation.parameters, items);
		expect(Object.keys(counts).sort()).toEqual([...expressions].sort());
		for (const [, count] of Object.entries(counts)) expect(count).toBeLessThanOrEqual(items.length);
	});

	it('also of items that are refused', async () => {
		const operation = operationNamed('ExtApi SMS: Message: Send');
		const parameters = { ...operation.parameters, sendTo: 'numbers', phoneNumbers: ofRow.phone };
		const refused = items.map((item) => ({ ...item, phone: 'nobody' }));
		const counts = await evaluationsOf(
			operation,
			{ ...parameters, message: ofRow.message },
			refused,
		);
		expect(counts).toEqual(counted([], [ofRow.phone, ofRow.message]));
	});

	it.each([
		['ExtApi SMS: Message: Send', { phoneNumbers: ofRow.phone }, [ofRow.phone]],
		['ExtApi SMS: Message: Send Campaign', { recipient: 'phone' }, []],
	])('%s, options with expressions', async (name, recipient, inRecipient) => {
		const operation = operationNamed(name);
		const parameters = { ...operation.parameters, ...recipient };
		const { message, desc, when } = ofRow;

		const groups = grouped({ options: { description: desc, sendAt: when } });
		const counts = await evaluationsOf(operation, { ...parameters, message, ...groups }, items);
		expect(counts).toEqual(counted([], [message, desc, when, ...inRecipient]));
	});

	it.each([
		['ExtApi SMS: Message: Send', { phoneNumbers: ofRow.phone }, [ofRow.phone]],
		['ExtApi SMS: Message: Send Campaign', { recipient: 'phone' }, []],
	])(
		'%s, once for all where nothing in it reads the item',
		async (name, recipient, inRecipient) => {
			const operation = operationNamed(name);
			const { message, when } = ofRun;
			const parameters = { ...operation.parameters, ...recipient, message };
			const counts = await evaluationsOf(
				operation,
				{ ...parameters, timing: { sendAt: when } },
				items,
			);
			expect(counts).toEqual(counted([], [...inRecipient, message, when]));
		},
	);

	it.each([
		['that give one', (zone: string) => zone],
		['that give the first row none', (zone: string, row: number) => (row === 0 ? '' : zone)],
	])('time zones of recipients, %s', async (_name, zoneOf) => {
		const operation = operationNamed('ExtApi SMS: Message: Send Campaign');
		const [phone, zone] = ['={{ $json.phone.trim() }}', '={{ $json.zone.trim() }}'];
		const parameters = { ...operation.parameters, recipient: phone };
		const recipientZone = { column: { name: zone }, phone: { severalZones: 'all' } };
		const rows = items.map((item, row) => ({ ...item, zone: zoneOf('Asia/Jerusalem', row) }));
		const counts = await evaluationsOf(
			operation,
			{ ...parameters, timing: { recipientZone } },
			rows,
		);
		expect(counts).toMatchObject(counted([phone, zone]));
	});
});

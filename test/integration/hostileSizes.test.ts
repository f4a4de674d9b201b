// If this fails, one value, column name or reply stops n8n for everybody.
import type { IDataObject, IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';

import { everyOperation, type Operation } from '../operations';
import { siteForTests } from '../site';
import { askingN8n } from './harness/asking';
import { open, submit } from './harness/answerPage';
import { hostile, MOST_MS, processorTime, SIZE } from './harness/hostile';
import { processedItemsForTests } from './harness/processedItems';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests({ campaignStepMs: 60_000 });
processedItemsForTests();

type Run = { parameters: INodeParameters; items: IDataObject[]; baseUrl?: string };

/** Milliseconds of the processor while a node works: whatever else the machine does takes none of them. */
async function workOf(operation: Operation, { parameters, items, baseUrl }: Run): Promise<number> {
	await operation.prepare?.(service);
	const node = operation.node();
	let ms = 0;
	const measured = Object.create(node, {
		execute: {
			async value(this: IExecuteFunctions) {
				const before = process.cpuUsage();
				try {
					return await (node as INodeType).execute!.call(this);
				} finally {
					ms = process.cpuUsage(before).user / 1_000;
				}
			},
		},
	}) as INodeType;
	const credential = { ...service.credential(), ...(baseUrl && { baseUrl }) };
	const settings = { onError: 'continueRegularOutput' } as const;
	await runNode({ node: measured, credential, parameters, items, settings });
	return ms;
}

/** What takes longer than n8n may be kept waiting, also when it is tried again. */
async function slowOnes(
	operation: Operation,
	runs: Array<Run & { what: string }>,
): Promise<string[]> {
	const slow: string[] = [];
	for (const run of runs) {
		if ((await workOf(operation, run)) < MOST_MS) continue;
		const ms = Math.min(await workOf(operation, run), await workOf(operation, run));
		if (ms > MOST_MS) slow.push(`${run.what}: ${Math.round(ms)} ms`);
	}
	return slow;
}

/** Each text in the parameters, by its path, with what puts another one in its place. */
type Place = { path: string; usual: string; put(text: string): INodeParameters };
const CHOSEN = ['resource', 'operation', '__rl', 'mode'];

function placesIn(value: unknown, put: (inner: unknown) => unknown, path = ''): Place[] {
	if (typeof value === 'string') {
		return [{ path, usual: value, put: (text) => put(text) as INodeParameters }];
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value)
		.filter(([name]) => !CHOSEN.includes(name))
		.flatMap(([name, inner]) =>
			placesIn(
				inner,
				(other) =>
					put(
						Array.isArray(value)
							? Object.assign([...(value as unknown[])], { [name]: other })
							: { ...value, [name]: other },
					),
				path === '' ? name : `${path}.${name}`,
			),
		);
}

/** Every text of every way to fill in an operation, once. */
function placesOf({ parameters, sends, fields }: Operation): Place[] {
	const ways = [{}, ...sends.map((sent) => sent.parameters ?? {})];
	const all = ways.flatMap((way) => placesIn({ ...parameters, ...way }, (inner) => inner));
	const own = fields
		.filter(({ path }) => !path.includes('.') && !(path in parameters))
		.map(({ path }) => ({
			...{ path, usual: '' },
			put: (text: string) => ({ ...parameters, [path]: text }),
		}));
	return [...new Map([...own, ...all].map((place) => [place.path, place])).values()];
}

/** Those of each operation; a field that many have is read in two ways, for each item and for all. */
const places = new Map<Operation, Place[]>();
const seen = new Set<string>();
for (const operation of everyOperation) {
	const isNew = ({ path }: Place) => {
		const name = `${operation.overAllItems} ${path}`;
		return !seen.has(name) && seen.add(name);
	};
	places.set(operation, placesOf(operation).filter(isNew));
}

it('knows the texts of operations', () => {
	expect(seen.size).toBeGreaterThan(100);
});

let reply = '';
const replying = siteForTests((request, response) => {
	request.resume().on('end', () => response.end(reply));
});

describe.each(everyOperation)('$name', (operation) => {
	const [first] = operation.usualItems;

	it(`answers at once, whatever ${SIZE / 1_000},000 characters are in a field`, async () => {
		const runs = places.get(operation)!.flatMap(({ path, usual, put }) =>
			hostile(usual.startsWith('=') ? 'x' : usual).map((text) => ({
				what: `${path}: ${JSON.stringify(text.slice(0, 30))}…`,
				parameters: put(text),
				items: [first],
			})),
		);
		expect(await slowOnes(operation, runs)).toEqual([]);
	});

	it(`answers at once, whatever ${SIZE / 1_000},000 characters are in a column, or its name`, async () => {
		const columns = Object.fromEntries(hostile().map((text) => [text, text]));
		const modes = 'mode' in operation.parameters ? ['send', 'preview'] : ['send'];
		const values = modes.flatMap((mode) =>
			hostile('0570002233').map((text) => ({
				...{ what: JSON.stringify(text.slice(0, 30)) },
				parameters: { ...operation.parameters, ...(modes.length > 1 && { mode }) },
				items: [Object.fromEntries(['phone', ...Object.keys(first)].map((name) => [name, text]))],
			})),
		);
		const merged = Object.keys(operation.parameters)
			.filter((name) => ['message', 'text', 'recipient', 'phoneNumbers'].includes(name))
			.map((name) => ({
				what: `${name} with a column`,
				parameters: {
					...operation.parameters,
					[name]: name === 'recipient' ? 'none' : 'Hi {none|} {x.y}',
				},
				items: [{ ...first, ...columns }],
			}));
		const named = {
			what: 'names',
			parameters: operation.parameters,
			items: [{ ...first, ...columns }],
		};
		expect(await slowOnes(operation, [named, ...values, ...merged])).toEqual([]);
	});

	it(`answers at once, whatever ${SIZE / 1_000},000 characters a reply has`, async () => {
		const replies = hostile().flatMap((text) => [
			text,
			`ERROR --> Description: ${text}`,
			`OK\n${text}`,
			JSON.stringify({ status: 0, message: text, action: text }),
			JSON.stringify({ status: 1, message: 'OK', data: text }),
			JSON.stringify({ status: 1, message: 'OK', data: { [text]: text, taskId: text } }),
		]);
		const slow: string[] = [];
		for (reply of replies) {
			const run = {
				parameters: operation.parameters,
				items: [first],
				baseUrl: replying(),
				what: reply.slice(0, 60),
			};
			slow.push(...(await slowOnes(operation, [run])));
		}
		expect(slow).toEqual([]);
	});
});

describe('the page of a question', () => {
	const { ask, link } = askingN8n();
	it.each(['text', 'textarea', 'number', 'date', 'email', 'dropdown'])(
		`answers at once, whatever ${SIZE / 1_000},000 characters are in a field of the kind %s`,
		async (fieldType) => {
			const options = { fieldOptions: { values: [{ option: 'Well' }] } };
			const fields = [
				{ fieldLabel: 'Hostile', fieldType, ...(fieldType === 'dropdown' && options) },
				{ fieldLabel: 'Needed', requiredField: true, fieldType: 'text' },
			];
			await ask({ responseType: 'customForm', formFields: { values: fields } });
			const page = await open(link());
			for (const text of hostile()) {
				const answered = async () => {
					const again = await submit(link(), page, { field0: text, field1: '' });
					expect(again.html).toContain('<form');
				};
				expect(await processorTime(answered)).toBeLessThan(MOST_MS);
			}
		},
	);

	it('answers at once, whatever keys a call brings', async () => {
		await ask();
		for (const text of hostile()) {
			const forged = async () => await submit(link(), undefined, { decision: text, [text]: text });
			expect(await processorTime(forged)).toBeLessThan(MOST_MS);
			// Node itself takes no longer address.
			const opened = async () =>
				await open(`${link()}&key=${encodeURIComponent(text).slice(0, 10_000)}`);
			expect(await processorTime(opened)).toBeLessThan(MOST_MS);
		}
	});
});

// If this fails, an example that people copy takes a row for sent that got nothing.
import {
	executeFilter,
	type FilterValue,
	type IDataObject,
	type INodeParameters,
} from 'n8n-workflow';

import { nodeOf, readExample } from '../../demo/exampleWorkflows';
import type { WorkflowJson } from '../../n8n/types';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { processedItemsForTests } from './harness/processedItems';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** The sending node of an example, and what follows it, in every mode; the end-to-end tests run them in n8n. */
const service = serviceForTests();
processedItemsForTests();

const rows = ['0570001001', '0570001002', '12'].map((phone, index) => ({
	...{ id: index + 1, phone, first_name: 'Dana', coupon: 'A', city: 'Haifa', customer_since: 2020 },
}));
const OWN = '0570990001';
const modes = {
	send: { mode: 'send' },
	preview: { mode: 'preview' },
	test: { mode: 'test', testNumbers: OWN },
};

function evaluated(value: unknown, $json: IDataObject): unknown {
	const code = /^=\{\{([^]*)\}\}$/.exec(String(value))?.[1];
	if (code === undefined) return value;
	const evaluate = new Function('$json', `return (${code})`) as (json: IDataObject) => unknown;
	return evaluate($json);
}

function isMet(conditions: FilterValue, json: IDataObject): boolean {
	const resolved = conditions.conditions.map((each) => ({
		...{ ...each, leftValue: evaluated(each.leftValue, json) as string },
	}));
	return executeFilter({ ...conditions, conditions: resolved } as FilterValue);
}

/** The outputs of one of n8n's nodes. */
function outputsOf({ nodes }: WorkflowJson, name: string, items: IDataObject[]): IDataObject[][] {
	const { type, parameters } = nodes.find((node) => node.name === name)!;
	const own = parameters as INodeParameters & { conditions: FilterValue };
	if (type.endsWith('.code')) {
		const all = () => items.map((json) => ({ json }));
		const run = new Function('$input', String(own.jsCode)) as (
			input: object,
		) => Array<{ json: IDataObject }>;
		return [run({ all }).map(({ json }) => json)];
	}
	if (type.endsWith('.filter')) return [items.filter((json) => isMet(own.conditions, json))];
	if (type.endsWith('.switch')) {
		const { values } = own.rules as unknown as { values: Array<{ conditions: FilterValue }> };
		const outputs: IDataObject[][] = Array.from({ length: values.length + 1 }, () => []);
		for (const json of items) {
			const at = values.findIndex(({ conditions }) => isMet(conditions, json));
			outputs[at < 0 ? values.length : at].push(json);
		}
		return outputs;
	}
	throw new Error(`The test knows no ${type}`);
}

/** What the nodes behind the sending node get, by their names. */
async function sendBy(
	file: string,
	sender: string,
	steps: string[],
	set: INodeParameters,
	items: IDataObject[] = rows,
) {
	const example = readExample(file);
	const { parameters, ...node } = nodeOf(example, sender);
	const { notifications: _address, ...own } = parameters as INodeParameters;
	const { onError } = node as { onError?: 'continueRegularOutput' };
	const run = await runNode({
		...{ node: new ExtApiSms(), credential: service.credential(), items },
		parameters: { ...own, ...set },
		settings: { onError },
	});
	expect(run.error).toBeUndefined();
	const got: Record<string, IDataObject[]> = {};
	let came = run.items.map(({ json }) => json);
	for (const step of steps) {
		const outputs = outputsOf(example, step, came);
		const { main } = example.connections[step] as { main: Array<Array<{ node: string }>> };
		outputs.forEach((output, index) => (got[main[index][0].node] = output));
		[came] = outputs;
	}
	return got;
}

const leaveOut = (own: INodeParameters): INodeParameters => ({
	...own,
	beforeSending: { campaignKey: 'spring', leaveOut: '0570001002' },
});
const lost = () =>
	service.control.addFaults([{ kind: 'resetAfter', endpoint: 'scheduleSms', nth: 1 }]);
const received = () => service.control.ledger().entries.map(({ phone }) => phone);

describe('Run it again until everyone has it', () => {
	const send = async (own: INodeParameters) => {
		const got = await sendBy(
			'run-again-until-everybody-has-it.json',
			'Send SMS campaign',
			['What became of it'],
			leaveOut(own),
		);
		return Object.fromEntries(
			Object.entries(got).flatMap(([name, items]) =>
				items.length === 0 ? [] : [[name, items.map(({ phone }) => phone)]],
			),
		);
	};

	it('sorts rows by what became of them, and sends once', async () => {
		const others = { 'Left out': ['0570001002'], 'Still to send': ['12'] };
		expect(await send(modes.send)).toEqual({ 'Sent now': ['0570001001'], ...others });
		expect(await send(modes.send)).toEqual({ 'Had it before': ['0570001001'], ...others });
		expect(received()).toEqual(['0570001001']);
	});

	it('says of a lost answer that it may have arrived, also in the next run', async () => {
		lost();
		for (let run = 0; run < 2; run++) {
			expect(await send(modes.send)).toMatchObject({ 'May have it': ['0570001001'] });
		}
		expect(received()).toEqual(['0570001001']);
	});

	it.each(['preview', 'test'] as const)('says of no row of a %s that it was sent', async (mode) => {
		expect(Object.keys(await send(modes[mode]))).not.toContain('Sent now');
		expect(received()).toEqual(mode === 'test' ? [OWN] : []);
	});
});

describe('A campaign from a data table', () => {
	const send = async (own: INodeParameters) => {
		const file = 'campaign-from-data-table.json';
		const got = await sendBy(file, 'Send SMS campaign', ['Fate of the rows'], leaveOut(own));
		return got['Write back'].map(({ from, to, state }) => [from, to, state]);
	};

	it('writes the outcome of each row', async () => {
		const others = [
			[2, 2, 'leftOut'],
			[3, 3, 'refused'],
		];
		expect(await send(modes.send)).toEqual([[1, 1, 'accepted'], ...others]);
		expect(await send(modes.send)).toEqual([[1, 1, 'alreadySent'], ...others]);
	});

	it('writes that a lost answer leaves a row unknown', async () => {
		lost();
		expect((await send(modes.send))[0]).toEqual([1, 1, 'unknown']);
	});

	it.each(['preview', 'test'] as const)('writes nothing of a %s', async (mode) => {
		expect(await send(modes[mode])).toEqual([]);
	});
});

describe('Preview, test, then send', () => {
	const send = async (own: INodeParameters, items?: IDataObject[]) => {
		const steps = ['What came of it', 'Which step'];
		const set = { ...own, beforeSending: { leaveOut: '0570001002' } };
		const got = await sendBy('preview-test-send.json', 'Campaign', steps, set, items);
		const pages = ['Read the texts', 'Read your phone', 'To correct', 'Sent'];
		const shown = pages.filter((page) => got[page].length > 0);
		expect(JSON.stringify(got)).not.toMatch(/undefined|NaN/);
		const [{ customers, messages, refused }] = got[shown[0]];
		return { page: shown.join(), customers, messages, refused };
	};

	it('counts who would get it, and who got it', async () => {
		const sendable = rows.slice(0, 2);
		const one = { customers: 1, messages: 1, refused: '' };
		expect(await send(modes.preview, sendable)).toEqual({ page: 'Read the texts', ...one });
		expect(await send(modes.test, sendable)).toEqual({ page: 'Read your phone', ...one });
		expect(await send(modes.send, sendable)).toEqual({ page: 'Sent', ...one });
		expect(received()).toEqual([OWN, '0570001001']);
	});

	it('names the row that cannot be sent', async () => {
		const refused = expect.stringMatching(/^12: Phone number "12" /) as string;
		expect(await send(modes.preview)).toMatchObject({ page: 'To correct', refused });
	});
});

describe.each(['campaign-status-loop.json', 'crm-rows-to-sms-campaign.json'])('%s', (file) => {
	const asked = async (own: INodeParameters) => {
		const name = 'Send SMS campaign';
		const set = { ...own, beforeSending: { leaveOut: '0570001002' } };
		const got = await sendBy(file, name, ['Accepted'], set, rows.slice(0, 2));
		return Object.values(got).flat();
	};

	it.each(['preview', 'test'] as const)('asks for no status of a %s', async (mode) => {
		expect(await asked(modes[mode])).toEqual([]);
	});

	it('asks for that of each campaign, and of no row that was left out', async () => {
		expect(await asked(modes.send)).toMatchObject([{ taskId: expect.any(String) }]);
	});
});

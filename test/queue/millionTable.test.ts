// If this fails, a phone that is written in two ways gets two messages, or the table says what is not true of a row.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { nodeOf, readExample } from '../../demo/exampleWorkflows';
import { compare, createRecipients, type Recipients } from '../../demo/million/table';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { processedItemsForTests } from '../integration/harness/processedItems';
import { runNode } from '../integration/harness/runNode';
import { serviceForTests } from '../integration/harness/serviceForTests';
import { missingServices } from './support/services';

/**
 * The steps of `million-rows-page.json` one after the other, as its connections have them: its queries in PostgreSQL,
 * its sending nodes with the emulator. `million.test.ts` runs it in n8n.
 */
const service = serviceForTests();
processedItemsForTests();
const example = readExample('million-rows-page.json');
const claim = nodeOf(readExample('million-rows.json'), 'Claim page');
let table: Recipients;

beforeAll(async () => {
	const missing = await missingServices();
	if (missing.length > 0) throw new Error(`Queue mode cannot be tested. ${missing.join('. ')}`);
	table = await createRecipients();
});
beforeEach(async () => await table.fill(0));
afterAll(async () => await table?.drop());

type Items = Record<string, IDataObject[]>;

/** The values of a query, which the example gives as one expression. */
function valuesOf({ options }: INodeParameters, items: Items): unknown[] {
	const { queryReplacement = '={{ [] }}' } = options as { queryReplacement?: string };
	const code = /^=\{\{([^]*)\}\}$/.exec(queryReplacement)![1];
	const $ = (name: string) => ({
		first: () => ({ json: items[name][0] }),
		all: () => items[name].map((json) => ({ json })),
	});
	// It is the example's own.
	const evaluate = new Function('$', '$json', `return (${code})`) as (
		...given: [typeof $, IDataObject]
	) => unknown[];
	return evaluate($, items[Object.keys(items).at(-1)!][0]);
}

async function step(name: string, items: Items, own: INodeParameters): Promise<IDataObject[]> {
	const { type, parameters } = nodeOf(example, name);
	const input = Object.values(items).at(-1)!;
	if (type.endsWith('.postgres')) {
		return await table.query(
			String(parameters.query),
			valuesOf(parameters as INodeParameters, items),
		);
	}
	const { options = {}, notifications: _address, ...others } = parameters as INodeParameters;
	const { output } = options as INodeParameters;
	const isSending = name === 'Send campaign';
	const run = await runNode({
		...{ node: new ExtApiSms(), credential: service.credential(), items: input },
		parameters: { ...others, ...(output ? { options: { output } } : {}), ...(isSending && own) },
		settings: { onError: 'continueRegularOutput' },
	});
	expect(run.error).toBeUndefined();
	return run.items.map(({ json }) => json);
}

/**
 * Sends the next page.
 *
 * @param own what a person set in the sending node
 * @returns its number; undefined where there is none
 */
async function sendPage(own: INodeParameters = {}): Promise<string | undefined> {
	const [claimed] = await table.query<{ page: string }>(String(claim.parameters.query));
	if (claimed === undefined) return undefined;
	const items: Items = { Page: [{ page: claimed.page }] };
	for (let name = 'Page'; example.connections[name] !== undefined;) {
		const { main } = example.connections[name] as { main: Array<Array<{ node: string }>> };
		name = main[0][0].node;
		if (Object.values(items).at(-1)!.length === 0) break;
		items[name] = await step(name, items, own);
	}
	return claimed.page;
}

const insert = async (...phones: string[]) =>
	await table.query('INSERT INTO campaign_recipients (phone) SELECT unnest($1::text[])', [phones]);
const states = async () =>
	(
		await table.query<{ state: string; reason: string | null }>(
			'SELECT state, reason FROM campaign_recipients ORDER BY id',
		)
	).map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`));
const whyPaused = async () => (await table.counts()).paused_because;
const received = () =>
	service.control.ledger().entries.map(({ phone, count }) => `${phone} ${count}`);
const leavingOut = (phones: string): INodeParameters => ({ beforeSending: { leaveOut: phones } });

it('a phone gets one message, in whatever formats it is in the table', async () => {
	const formats = ['0521000001', '972521000001.0', '00972521000001', '+972-52-100-0001'];
	await insert(...formats, '０５２１０００００１', '0521000002');
	await sendPage();
	// In a later page, too.
	await insert('972 52 1000001');
	await sendPage();
	expect(received()).toEqual(['0521000001 1', '0521000002 1']);
	const found = await states();
	expect(found.filter((state) => state === 'accepted')).toHaveLength(2);
	for (const state of found.filter((each) => each !== 'accepted')) {
		expect(state).toMatch(/^duplicate: Row \d+ has the same phone$|^refused: Phone number ".+" /);
	}
	const { duplicates, refused } = await table.counts();
	expect(duplicates + refused).toBe(5);
});

it('a phone that cannot be compared is refused by name, however many there are', async () => {
	await insert('Dana', 'call me', '—', '0521000001');
	await sendPage();
	expect(await states()).toEqual([
		...['Dana', 'call me', '—'].map(
			(phone) => expect.stringContaining(`refused: Phone number "${phone}" `) as string,
		),
		'accepted',
	]);
	// Corrected, it goes.
	await table.query("UPDATE campaign_recipients SET phone = '0521000002' WHERE phone = 'Dana'");
	await table.query('SELECT campaign_retry_refused()');
	await sendPage();
	expect(received()).toEqual(['0521000001 1', '0521000002 1']);
	expect(await compare(table, service.control.ledger())).toMatchObject({
		doubled: [],
		claimed: [],
	});
});

it('rows that are left out stay so, and a page of them does not pause the campaign', async () => {
	await insert('0521000001', '0521000002');
	await sendPage(leavingOut('0521000001, 0521000002'));
	expect(await states()).toEqual(Array(2).fill("leftOut: 'Leave Out' contains this phone number"));
	expect(await table.counts()).toMatchObject({ paused: false, left_out: 2, unknown: 0 });
	expect(await sendPage()).toBeUndefined();
	expect(received()).toEqual([]);
});

it('rows that the Campaign Key knows are not unknown', async () => {
	const keyed: INodeParameters = { beforeSending: { campaignKey: 'spring' } };
	await insert('0521000001');
	await sendPage(keyed);
	// The table was filled anew.
	await table.fill(0);
	await insert('0521000001');
	await sendPage(keyed);
	expect(await states()).toEqual(['alreadySent']);
	expect(await table.counts()).toMatchObject({ paused: false, already_sent: 1 });
	expect(received()).toEqual(['0521000001 1']);
});

it.each([
	['preview', { mode: 'preview' }],
	['test', { mode: 'test', testNumbers: '0570990001' }],
])('a %s leaves the table as it was, and says why nothing is sent', async (mode, own) => {
	await insert('0521000001', '0521000002');
	const rows = async () => await table.query('SELECT * FROM campaign_recipients ORDER BY id');
	const before = await rows();
	await sendPage(own);
	expect(await rows()).toEqual(before);
	expect(await whyPaused()).toMatch(new RegExp(`was a ${mode}: no row was sent`));
	expect(received()).toEqual(mode === 'test' ? ['0570990001 1'] : []);
	// With the mode Send they go.
	await table.query('UPDATE campaign_control SET paused = false');
	await sendPage();
	expect(await states()).toEqual(['accepted', 'accepted']);
});

it('a page that is being sent is not sent again', async () => {
	await insert('0521000001');
	const [{ page }] = await table.query<{ page: string }>('SELECT page FROM campaign_claim(10)');
	const again = async () =>
		(await table.query<{ rows: string }>('SELECT campaign_send_again($1) AS rows', [page]))[0].rows;
	expect(await again()).toBe('0');
	await table.query('UPDATE campaign_pages SET sending_at = now()');
	expect(await again()).toBe('0');
	expect(await states()).toEqual(['taken']);
	// By now its workflow is gone.
	await table.query("UPDATE campaign_pages SET sending_at = now() - interval '1 hour'");
	expect(await again()).toBe('1');
	expect(await states()).toEqual(['waiting']);
});

it('a lost answer leaves rows unknown, which a person may send again', async () => {
	await insert('0521000001', '0521000002');
	service.control.addFaults([{ kind: 'resetBefore', endpoint: 'scheduleSms', nth: 1 }]);
	const page = await sendPage();
	expect(await states()).toEqual(
		Array(2).fill(expect.stringMatching(/^unknown: The outcome is unknown/)),
	);
	expect(await whyPaused()).toMatch(/^Page \d+: The outcome is unknown/);
	await table.query('UPDATE campaign_control SET paused = false');
	await table.query('SELECT campaign_send_again($1)', [page]);
	await sendPage();
	expect(await states()).toEqual(['accepted', 'accepted']);
	expect(received()).toEqual(['0521000001 1', '0521000002 1']);
});

it('a page that is sent once is sent no second time by a workflow that is retried', async () => {
	await insert('0521000001');
	const page = await sendPage();
	const items: Items = { Page: [{ page: page! }] };
	expect(await step('Rows of the page', items, {})).toEqual([]);
	expect(received()).toEqual(['0521000001 1']);
});

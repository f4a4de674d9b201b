// If this fails, after a failure a row is passed off as sent.
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { form } from '../operations/items';
import { OneCredential } from './harness/credentials';
import type { NodeRunOptions } from './harness/runNode';
import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';

/** What a campaign says when something else than the sending fails: no one is passed off as sent. More of it is in `stories/campaignFailures.json`. */
const service = serviceForTests();

const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
const ERROR_OUTPUT: Partial<INode> = { onError: 'continueErrorOutput' };
/** Fails for an item whose column `bad` holds something. */
const fails = (value: string) => `={{ $json.bad ? $('No such node').first() : ${value} }}`;

const rows: IDataObject[] = [
	{ phone: '0570002233', name: 'Dana' },
	{ phone: '0570002234', name: 'Noam', bad: 'thing' },
	{ phone: '0570002235', name: 'Adi' },
];

const sms = operationRuns(service, 'ExtApi SMS: Message: Send Campaign', { message: 'Hello' });
const voice = operationRuns(service, 'ExtApi Voice: Message: Send Campaign');
const parameters = form({ 'body.1': 'a', 'body.2': 'b' });
const chat = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign', { parameters });
const addMany = operationRuns(service, 'ExtApi Contacts: Contact: Add Many');
type Channel = typeof sms;

const run = async (
	channel: Channel,
	own: INodeParameters = {},
	settings: Partial<INode> = {},
	{ items = rows, ...more }: Partial<NodeRunOptions> = {},
) => await channel(items, own, { settings, ...more });

const phonesSent = () => service.control.ledger().entries.map(({ phone }) => phone);
const isError = ({ json }: INodeExecutionData) => typeof json.error === 'string';

describe('what fails for the run as a whole', () => {
	const throws = "={{ $('No such node').first() }}";
	it('a template listing that fails', async () => {
		service.control.addFaults([{ kind: 'http500', endpoint: 'waTemplates' }]);
		const { items } = await run(chat, {}, ERROR_OUTPUT);
		expect(items).toEqual([]);
		service.control.addFaults([{ kind: 'http500', endpoint: 'waTemplates' }]);
		const { error } = await run(chat);
		expect(error?.message).toContain('Template Parameters could not be checked');
		expect(error?.description).toMatch(/^All 3 items: Check the base URL/);
		expect(phonesSent()).toEqual([]);
	});

	it('a credential that cannot be read', async () => {
		const credential = { ...service.credential(), token: throws };
		for (const channel of [sms, voice, chat]) {
			const { items, error } = await run(channel, {}, CONTINUE, { credential });
			expect(error).toBeUndefined();
			expect(items.filter(isError)).toHaveLength(3);
			expect((await run(channel, {}, {}, { credential })).error).toBeDefined();
		}
		expect(service.bodies()).toEqual([]);
	});
});

describe('a send that fails midway', () => {
	const texts = ['a', 'b', 'c'];
	const items = texts.flatMap((text) =>
		['0570002233', '0570002234'].map((phone) => ({ phone, text })),
	);

	it.each([
		['errorWithoutAction' as const, { refused: [[2, 3]], unknown: [], outcome: 'refused' }],
		['resetAfter' as const, { refused: [], unknown: [[2, 3]], outcome: 'unknown' }],
	])('accounts for every item: %s', async (kind, { refused, unknown, outcome }) => {
		service.control.addFaults([{ kind, nth: 2 }]);
		const { error } = await run(sms, { message: '{text}' }, {}, { items });
		const context = error?.context as Record<string, Array<{ rows: Array<{ item: number }> }>>;
		const itemsOf = (name: string) => context[name].map(({ rows }) => rows.map(({ item }) => item));
		expect(context.accepted).toMatchObject([
			{ taskId: '700000000000000001', recipientCount: 2, rows: [{ item: 0 }, { item: 1 }] },
		]);
		expect(itemsOf('refused')).toEqual(refused);
		expect(itemsOf('unknown')).toEqual(unknown);
		expect(itemsOf('notTried')).toEqual([[4, 5]]);
		expect(context.outcome).toBe(outcome);
		expect(error?.description).toContain(
			'Items 0 to 1: campaign 700000000000000001 (2 recipients).',
		);
		expect(error?.description).toContain('Not sent, although they are valid: items 4 to 5.');
	});
});

describe('a try that fails before it sends', () => {
	const items = ['a', 'b'].map((text) => ({ phone: '0570002233', text }));
	/** Its store is away after so many requests. */
	const lockedAfter = (requests: number) =>
		jest.spyOn(OneCredential.prototype, 'getDecrypted').mockImplementation(async () => {
			if (service.bodies().length >= requests) throw new Error('The store of credentials is away');
			return service.credential();
		});
	afterEach(() => jest.restoreAllMocks());

	it('accounts for what earlier ones sent, each item in one place, and blames no item', async () => {
		// The first request is lost, then accepted; the second is refused.
		service.control.addFaults([
			{ kind: 'resetAfter', nth: 1 },
			{ kind: 'errorWithoutAction', nth: 3 },
		]);
		lockedAfter(3);
		const { error } = await run(
			sms,
			{ message: '{text}', advanced: { unknownOutcome: 'sendAgain' } },
			{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			{ items },
		);
		expect(service.bodies().map(({ msg }) => msg)).toEqual(['a', 'a', 'b']);
		expect(error?.message).toContain('The store of credentials is away');
		expect(error?.context).toMatchObject({
			accepted: [{ recipientCount: 1, rows: [{ item: 0 }] }],
			notTried: [{ rows: [{ item: 1 }] }],
			...{ refused: [], unknown: [] },
		});
		expect(error?.context.itemIndex).toBeUndefined();
		expect(error?.description).toMatch(
			/Item 0.*: campaign \d+ \(1 recipient\)\..*they are valid: item 1\.$/s,
		);
		expect(error?.description).not.toMatch(/unknown/i);
	});

	it('says once of an item what an earlier one made of it, with "On Error: Continue"', async () => {
		service.control.addFaults([
			{ kind: 'resetAfter', nth: 1 },
			{ kind: 'errorWithoutAction', nth: 2 },
		]);
		lockedAfter(2);
		const { items: out, error } = await run(
			sms,
			{ message: '{text}' },
			{ ...CONTINUE, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			{ items },
		);
		expect(error).toBeUndefined();
		expect(service.bodies()).toHaveLength(2);
		expect(out.map(({ json }) => json)).toMatchObject([
			{ error: expect.stringMatching(/^The outcome is unknown/), text: 'a', outcome: 'unknown' },
			{ error: expect.stringContaining('The store of credentials is away'), text: 'b' },
		]);
		expect(out[1].json).toMatchObject({ outcome: 'refused' });
	});

	it('goes by the options as they were read, with "On Error: Continue"', async () => {
		const variables = { rows: '1' };
		jest.spyOn(OneCredential.prototype, 'getDecrypted').mockImplementation(async () => {
			variables.rows = 'none';
			throw new Error('The store of credentials is away');
		});
		const test = { mode: 'test', testNumbers: '0570002299', testRows: '={{ $vars.rows }}' };
		const { items: out, error } = await run(sms, test, CONTINUE, { items, n8n: { variables } });
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => [json.error, json.text])).toEqual([
			[expect.stringContaining('The store of credentials is away'), 'a'],
		]);
	});
});

describe('a credential that differs from item to item', () => {
	const token = "={{ $json.account === 'b' ? 'demo-token-sms' : 'demo-token-full' }}";
	const items = ['a', 'b', 'a'].map((account, index) => ({
		account,
		phone: `057000223${index}`,
	}));

	it.each([
		['a campaign', sms],
		['many contacts', addMany],
	])('refuses %s: it has one account', async (_name, operation) => {
		const credential = { ...service.credential(), token };
		const { items: out } = await run(operation, {}, CONTINUE, { credential, items });
		expect(out.map(({ json }) => json.error)).toEqual(
			Array(3).fill(expect.stringContaining("The credential's values differ from item to item")),
		);
		expect(service.control.requests()).toEqual([]);
	});

	it('refuses all where it cannot be read for one', async () => {
		const credential = { ...service.credential(), token: fails('"demo-token-full"') };
		const { items: out } = await run(sms, {}, CONTINUE, { credential });
		expect(out.map(({ json }) => json.error)).toEqual(
			Array(3).fill(expect.stringMatching(/^The credential cannot be read for item 1: /)),
		);
		expect(service.control.requests()).toEqual([]);
	});
});

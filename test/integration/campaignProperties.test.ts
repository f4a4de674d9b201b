// If this fails, some table of rows is sent wrongly, or in more requests than needed.
import fc from 'fast-check';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { runsOf } from '../matrices';
import { runNode, type NodeRunResult } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { grouped } from '../operations/grouped';

/**
 * The whole campaign builder with random items, in n8n's engine and against the emulator. What is
 * expected is known from how the items are made, not from the package.
 */
const service = serviceForTests();

jest.setTimeout(120_000);

/** A phone as entered, and the one form of it; none for a number no one can be reached at. */
interface Phone {
	entered: unknown;
	canonical?: string;
}

/** Few subscribers, so that the same phone comes often, in other spellings. */
const subscriber = fc
	.integer({ min: 0, max: 5 })
	.map((n) => `5${String(20_000_000 + n * 1_111_111)}`);
const spellings: Array<(national: string) => string> = [
	(national) => `0${national}`,
	(national) => `972${national}`,
	(national) => `+972-${national.slice(0, 2)}-${national.slice(2)}`,
	(national) => ` 0${national.slice(0, 2)} ${national.slice(2)} `,
	(national) => `(0${national.slice(0, 2)}) ${national.slice(2)}`,
];
const goodPhone: fc.Arbitrary<Phone> = fc
	.tuple(subscriber, fc.constantFrom(...spellings))
	.map(([national, spell]) => ({ entered: spell(national), canonical: `972${national}` }));
const badPhone: fc.Arbitrary<Phone> = fc
	.oneof(
		fc.constantFrom(
			'',
			null,
			'050',
			'05012345678',
			'none',
			'0501234x67',
			'+97205021111111',
			'12345',
		),
		// A spreadsheet took the leading zero.
		subscriber.map(Number),
	)
	.map((entered) => ({ entered }));
const anyPhone = fc.oneof(
	{ weight: 8, arbitrary: goodPhone },
	{ weight: 1, arbitrary: fc.constant({ entered: '+44 7700 900123', canonical: '447700900123' }) },
	{ weight: 2, arbitrary: badPhone },
);

const row = fc.record({
	phone: anyPhone,
	name: fc.constantFrom('Dana', 'נועם', '{x}', 'O\'Neil "Q"', '', null, undefined),
	sender: fc.constantFrom('MyShop', 'ExtDemo'),
});
const rows = fc.array(row, { minLength: 1, maxLength: 40 });
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

const options = fc.record({
	duplicates: fc.constantFrom('once' as const, 'each' as const),
	missingValues: fc.constantFrom('error' as const, 'empty' as const, 'default' as const),
});

/** The items as n8n gets them. */
const itemsOf = (all: Row[]): IDataObject[] =>
	all.map(({ phone, name, sender }) => ({
		contact: { phone: phone.entered },
		...(name === undefined ? {} : { name }),
		sender,
	})) as IDataObject[];

/** What the missing value of a merge field becomes; undefined: the item is refused. */
function nameIn(
	{ name }: Row,
	missing: 'error' | 'empty' | 'default',
	all: Row[],
): string | undefined {
	if (name) return name;
	// A column that no row has is a misspelt name.
	const isColumn = all.some((each) => each.name !== undefined);
	if (missing === 'error' || !isColumn) return undefined;
	return missing === 'default' ? 'friend' : '';
}

/** One message someone is to get, and the items it is for. */
interface Expected {
	channel: string;
	canonical: string;
	text: string;
	settings: string;
	items: number[];
}

function expectedMessages(
	all: Row[],
	channel: string,
	duplicates: 'once' | 'each',
	textOf: (each: Row) => string | undefined,
	settingsOf: (each: Row) => string,
): { messages: Expected[]; refused: number[] } {
	const messages = new Map<string, Expected>();
	/** With Send Once a message is sent with the settings of its first row. */
	const settingsOfFirst = new Map<string, string>();
	const refused: number[] = [];
	for (const [item, each] of all.entries()) {
		const text = textOf(each);
		const { canonical } = each.phone;
		if (canonical === undefined || text === undefined) {
			refused.push(item);
			continue;
		}
		const settings = settingsOf(each);
		const message = JSON.stringify([canonical, text]);
		const first = settingsOfFirst.get(message) ?? settings;
		settingsOfFirst.set(message, first);
		if (duplicates === 'once' && first !== settings) {
			refused.push(item);
			continue;
		}
		const key = JSON.stringify([canonical, text, settings, duplicates === 'each' ? item : '']);
		const known = messages.get(key);
		if (known) known.items.push(item);
		else messages.set(key, { channel, canonical, text, settings, items: [item] });
	}
	return { messages: [...messages.values()], refused };
}

const pairs = ({ pairedItem }: NodeRunResult['items'][number]): number[] =>
	[pairedItem ?? []].flat().map((paired) => (typeof paired === 'number' ? paired : paired.item));
const byNumber = (a: number, b: number) => a - b;

/** Every item is in exactly one campaign or one named refusal. */
function expectEveryItemOnce(result: NodeRunResult, all: Row[], refused: number[]) {
	expect(result.error).toBeUndefined();
	const isRefused = (item: NodeRunResult['items'][number]) => item.json.taskId === undefined;
	const named = result.items.filter(isRefused);
	expect(named.flatMap(pairs).sort(byNumber)).toEqual(refused);
	for (const { json, error } of named) {
		expect(String(error?.message ?? (json.error as string))).toMatch(/\w+ \w+/);
	}
	expect(result.items.flatMap(pairs).sort(byNumber)).toEqual(all.map((_, item) => item));
}

/** The service's own record: each message as often as expected, and nothing else. */
function expectLedger(messages: Expected[]) {
	const count = (
		entries: Array<{ channel: string; phone: string; text: string; count: number }>,
	) => {
		const counts: Record<string, number> = {};
		for (const { channel, phone, text, count: times } of entries) {
			const key = JSON.stringify([channel, phone.replace(/^0/, '972'), text]);
			counts[key] = (counts[key] ?? 0) + times;
		}
		return counts;
	};
	const wanted = messages.map(({ channel, canonical, text }) => ({
		channel,
		phone: canonical,
		text,
		count: 1,
	}));
	expect(count(service.control.ledger().entries)).toEqual(count(wanted));
}

/** No request breaks a rule: the service accepts each as a whole. */
function expectAllAccepted(endpoint: string) {
	const requests = service.control.requests().filter((request) => request.endpoint === endpoint);
	expect(requests.filter(({ accepted }) => !accepted)).toEqual([]);
	return requests.map(({ parameters }) => parameters as IDataObject);
}

/** The fewest requests: a phone with several messages needs one each, groups do not mix. */
function fewestRequests(messages: Expected[]): number {
	const groups = new Map<string, Map<string, number>>();
	for (const { settings, canonical } of messages) {
		const phones = groups.get(settings) ?? new Map<string, number>();
		groups.set(settings, phones.set(canonical, (phones.get(canonical) ?? 0) + 1));
	}
	return [...groups.values()].reduce((sum, phones) => sum + Math.max(...phones.values()), 0);
}

async function run(node: INodeType, operation: string, all: Row[], parameters: INodeParameters) {
	service.control.reset();
	return await runNode({
		node,
		credential: service.credential(),
		items: itemsOf(all),
		parameters: { resource: 'message', operation, ...parameters },
		settings: { onError: 'continueRegularOutput' },
	});
}

const runs = runsOf(250);

describe('a campaign of random items', () => {
	it('SMS: every item once, everyone their own text, no rule broken, fewest requests', async () => {
		const message = fc.constantFrom(
			'merge' as const,
			'expression' as const,
			'both' as const,
			'same' as const,
		);
		await fc.assert(
			fc.asyncProperty(
				rows,
				options,
				message,
				fc.boolean(),
				async (all, option, kind, recipient) => {
					const result = await run(new ExtApiSms(), 'sendCampaign', all, {
						recipient: recipient ? 'contact.phone' : '={{ $json.contact.phone }}',
						sender: '={{ $json.sender }}',
						message: {
							merge: 'Hi {name} \\{ok\\}',
							expression: "=Hi {{ $json.name || 'you' }}",
							both: "=Hi {{ $json.name || 'you' }} from {sender} \\{ok\\}",
							same: 'Sale',
						}[kind],
						...grouped({ options: { ...option, missingText: 'friend' } }),
					});
					const textOf = (each: Row) => {
						if (kind === 'same') return 'Sale';
						const name =
							kind === 'merge' ? nameIn(each, option.missingValues, all) : each.name || 'you';
						if (kind === 'both') return `Hi ${name} from ${each.sender} {ok}`;
						return name === undefined ? undefined : `Hi ${name}${kind === 'merge' ? ' {ok}' : ''}`;
					};
					const { messages, refused } = expectedMessages(
						all,
						'sms',
						option.duplicates,
						textOf,
						({ sender }) => sender,
					);
					expectEveryItemOnce(result, all, refused);
					expectLedger(messages);
					const bodies = expectAllAccepted('scheduleSms');
					expect(bodies).toHaveLength(fewestRequests(messages));
					const senders = messages.map(({ settings }) => settings);
					expect(new Set(bodies.map(({ from }) => from))).toEqual(new Set(senders));
				},
			),
			runs,
		);
	});

	it('chat: everyone their own template parameters', async () => {
		await fc.assert(
			fc.asyncProperty(rows, options, async (all, option) => {
				const result = await run(new ExtApiChat(), 'sendTemplateCampaign', all, {
					recipient: 'contact.phone',
					template: { __rl: true, mode: 'list', value: '2002' },
					parameters: {
						mappingMode: 'defineBelow',
						value: { 'body.1': '{name}', 'body.2': 'A {sender}' },
					} as unknown as INodeParameters,
					...grouped({ options: { ...option, missingText: 'friend' } }),
				});
				const textOf = (each: Row) => {
					// The service would skip an empty parameter silently.
					const name = nameIn(each, option.missingValues, all) || undefined;
					const body = { '1': name, '2': `A ${each.sender}` };
					const rest = { template: 2002, header: {}, body, button: {} };
					return name && `Hello ${name}, your coupon is A ${each.sender}.\n${JSON.stringify(rest)}`;
				};
				const { messages, refused } = expectedMessages(
					all,
					'chat',
					option.duplicates,
					textOf,
					() => '',
				);
				expectEveryItemOnce(result, all, refused);
				expectLedger(messages);
				expect(expectAllAccepted('scheduleWa')).toHaveLength(fewestRequests(messages));
			}),
			runs,
		);
	});

	it('voice: everyone one call', async () => {
		await fc.assert(
			fc.asyncProperty(
				rows,
				fc.constantFrom('once' as const, 'each' as const),
				async (all, duplicates) => {
					const result = await run(new ExtApiVoice(), 'sendCampaign', all, {
						recipient: 'contact.phone',
						caller: '0771234567',
						description: '=For {{ $json.sender }}',
						content: 'text',
						text: 'Hello',
						beforeSending: { duplicates },
					});
					const { messages, refused } = expectedMessages(
						all,
						'voice',
						duplicates,
						() => 'Hello',
						({ sender }) => sender,
					);
					expectEveryItemOnce(result, all, refused);
					const bodies = expectAllAccepted('scheduleVms');
					expect(bodies).toHaveLength(fewestRequests(messages));
					const called = bodies.flatMap(({ list, desc }) =>
						String(list)
							.split(',')
							.map((phone) => `${desc as string}: ${phone.replace(/^0/, '972')}`),
					);
					const wanted = messages.map(({ settings, canonical }) => `For ${settings}: ${canonical}`);
					expect(called.sort()).toEqual(wanted.sort());
				},
			),
			runs,
		);
	});
});

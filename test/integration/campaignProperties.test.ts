// If this fails, some table of rows is sent wrongly, or in more requests than needed.
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { form } from '../operations/items';
import { runsOf } from '../matrices';
import { operationRuns } from './harness/operationRuns';
import type { NodeRunResult } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { grouped } from '../operations/grouped';

/**
 * The whole campaign builder with random items, in n8n's engine and against the emulator. What is
 * expected is known from how the items are made, not from the package.
 */
const service = serviceForTests();

jest.setTimeout(120_000);

/** Few subscribers, so that the same phone comes often, in other spellings. */
const subscriber = fc.integer({ min: 0, max: 5 }).map((n) => String(520_000_000 + n * 1_111_111));
const spellings = [
	(national: string) => `0${national}`,
	(national: string) => `972${national}`,
	(national: string) => `+972-${national.slice(0, 2)}-${national.slice(2)}`,
	(national: string) => ` 0${national.slice(0, 2)} ${national.slice(2)} `,
	(national: string) => `(0${national.slice(0, 2)}) ${national.slice(2)}`,
];
const badPhones = ['', null, '050', '05012345678', 'none', '0501234x67', '+97205021111111'];
/** A phone as entered, and the one form of it; none for a number no one can be reached at. */
const phone: fc.Arbitrary<{ entered: unknown; canonical?: string }> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc
			.tuple(subscriber, fc.constantFrom(...spellings))
			.map(([national, spell]) => ({ entered: spell(national), canonical: `972${national}` })),
	},
	{ weight: 1, arbitrary: fc.constant({ entered: '+44 7700 900123', canonical: '447700900123' }) },
	// A spreadsheet took the leading zero of some.
	{
		weight: 2,
		arbitrary: fc.constantFrom(...badPhones, 520_000_000).map((entered) => ({ entered })),
	},
);
const row = fc.record({
	phone,
	name: fc.constantFrom('Dana', 'נועם', '{x}', 'O\'Neil "Q"', '', null, undefined),
	sender: fc.constantFrom('MyShop', 'ExtDemo'),
});
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;
const option = fc.record({
	duplicates: fc.constantFrom('once', 'each'),
	missingValues: fc.constantFrom('error', 'empty', 'default'),
	/** How the message of an SMS is typed. */
	typed: fc.constantFrom('merge', 'expression', 'both', 'same'),
});
type Option = typeof option extends fc.Arbitrary<infer T> ? T : never;

/** What the missing value of a merge field becomes; undefined: the item is refused. */
function nameIn({ name }: Row, { missingValues }: Option, all: Row[]): string | undefined {
	if (name) return name;
	// A column that no row has is a misspelt name.
	const isColumn = all.some((each) => each.name !== undefined);
	if (missingValues === 'error' || !isColumn) return undefined;
	return missingValues === 'default' ? 'friend' : '';
}

/** One message someone is to get, and the items it is for. */
interface Expected {
	canonical: string;
	text: string;
	settings: string;
}

function expectedMessages(
	all: Row[],
	duplicates: string,
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
		const settings = settingsOf(each);
		const message = JSON.stringify([canonical, text]);
		const isBad = canonical === undefined || text === undefined;
		const first = isBad ? settings : (settingsOfFirst.get(message) ?? settings);
		if (isBad || (duplicates === 'once' && first !== settings)) {
			refused.push(item);
			continue;
		}
		settingsOfFirst.set(message, first);
		const key = JSON.stringify([message, settings, duplicates === 'each' ? item : '']);
		messages.set(key, { canonical, text, settings });
	}
	return { messages: [...messages.values()], refused };
}

const pairs = ({ pairedItem }: NodeRunResult['items'][number]): number[] =>
	[pairedItem ?? []].flat().map((paired) => (typeof paired === 'number' ? paired : paired.item));
const byNumber = (a: number, b: number) => a - b;

/** Every item is in exactly one campaign or one named refusal. */
function expectEveryItemOnce({ items, error }: NodeRunResult, all: Row[], refused: number[]) {
	expect(error).toBeUndefined();
	const named = items.filter(({ json }) => json.taskId === undefined);
	expect(named.flatMap(pairs).sort(byNumber)).toEqual(refused);
	for (const { json } of named) expect(json.error).toMatch(/\w+ \w+/);
	expect(items.flatMap(pairs).sort(byNumber)).toEqual([...all.keys()]);
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

const SMS_TEXTS: Record<string, string> = {
	merge: 'Hi {name} \\{ok\\}',
	expression: "=Hi {{ $json.name || 'you' }}",
	both: "=Hi {{ $json.name || 'you' }} from {sender} \\{ok\\}",
	same: 'Sale',
};

interface Channel {
	operation: string;
	endpoint: string;
	parameters: (option: Option) => INodeParameters;
	/** What a row is to get as the service's ledger has it; undefined where it is refused. */
	textOf: (row: Row, option: Option, all: Row[]) => string | undefined;
	/** What makes a campaign of its own, and the parameter that holds it. */
	settings?: { wire: string; of: (row: Row) => string };
}

const channels: Record<string, Channel> = {
	sms: {
		operation: 'ExtApi SMS: Message: Send Campaign',
		endpoint: 'scheduleSms',
		parameters: ({ typed }) => ({
			recipient: typed === 'both' ? 'contact.phone' : '={{ $json.contact.phone }}',
			...{ sender: '={{ $json.sender }}', message: SMS_TEXTS[typed] },
		}),
		textOf: (each, given, all) => {
			if (given.typed === 'same') return 'Sale';
			if (given.typed === 'both') return `Hi ${each.name || 'you'} from ${each.sender} {ok}`;
			if (given.typed === 'expression') return `Hi ${each.name || 'you'}`;
			const name = nameIn(each, given, all);
			return name === undefined ? undefined : `Hi ${name} {ok}`;
		},
		settings: { wire: 'from', of: ({ sender }) => sender },
	},
	chat: {
		operation: 'ExtApi Chat: Message: Send Template Campaign',
		endpoint: 'scheduleWa',
		parameters: () => ({ parameters: form({ 'body.1': '{name}', 'body.2': 'A {sender}' }) }),
		textOf: (each, given, all) => {
			// The service would skip an empty parameter silently.
			const name = nameIn(each, given, all) || undefined;
			const body = { '1': name, '2': `A ${each.sender}` };
			const rest = { template: 2002, header: {}, body, button: {} };
			return name && `Hello ${name}, your coupon is A ${each.sender}.\n${JSON.stringify(rest)}`;
		},
	},
	voice: {
		operation: 'ExtApi Voice: Message: Send Campaign',
		endpoint: 'scheduleVms',
		parameters: () => ({ description: '=For {{ $json.sender }}', text: 'Hello' }),
		textOf: () => 'Hello',
		settings: { wire: 'desc', of: ({ sender }) => `For ${sender}` },
	},
};

it.each(Object.entries(channels))(
	'%s: every item once, everyone their own message, no rule broken, fewest requests',
	async (channel, { operation, endpoint, parameters, textOf, settings }) => {
		const run = operationRuns(
			service,
			operation,
			{},
			{
				settings: { onError: 'continueRegularOutput' },
			},
		);
		const rows = fc.array(row, { minLength: 1, maxLength: 40 });
		const property = fc.asyncProperty(rows, option, async (all, given) => {
			service.control.reset();
			const { duplicates, missingValues } = given;
			const items = all.map(({ phone: { entered }, name, sender }) => ({
				...{ contact: { phone: entered }, sender },
				...(name === undefined ? {} : { name }),
			})) as IDataObject[];
			const options = {
				duplicates,
				...(channel !== 'voice' && { missingValues, missingText: 'friend' }),
			};
			const result = await run(items, {
				...{ recipient: 'contact.phone', ...parameters(given) },
				...grouped({ options }),
			});
			const { messages, refused } = expectedMessages(
				...([all, duplicates, (each: Row) => textOf(each, given, all)] as const),
				settings?.of ?? (() => ''),
			);
			expectEveryItemOnce(result, all, refused);
			const held = service.control
				.ledger()
				.entries.flatMap(({ phone: to, text, count }) =>
					Array<string>(count).fill(
						`${to.replace(/^0/, '972')} ${channel === 'voice' ? 'Hello' : text}`,
					),
				);
			const wanted = messages.map(({ canonical, text }) => `${canonical} ${text}`);
			expect(held.sort()).toEqual(wanted.sort());
			const requests = service.control.requests().filter((each) => each.endpoint === endpoint);
			expect(requests.filter(({ accepted }) => !accepted)).toEqual([]);
			expect(requests).toHaveLength(fewestRequests(messages));
			if (settings === undefined) return;
			const groups = requests.map(({ parameters: sent }) => (sent as IDataObject)[settings.wire]);
			expect(new Set(groups)).toEqual(new Set(messages.map((each) => each.settings)));
		});
		await fc.assert(property, runsOf(250));
	},
);

// If this fails, a retry sends what was sent, or an execution grows by more than it has to.
import type { IContextObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { keptKey, keyChangedError, sendsUnknownAgain } from '../../../nodes/shared/ledger/retries';
import {
	campaignPurpose,
	isMessage,
	Ledger,
	messageHash,
	purposeOf,
	type Entry,
	type Noted,
} from '../../../nodes/shared/ledger/ledger';
import {
	leftEntry,
	marker,
	overEntry,
	sentEntry,
	usedEntry,
} from '../../../nodes/shared/ledger/recordEntries';
import type { RunState } from '../../../nodes/shared/ledger/runState';
import { playTables } from '../playTables';
import tables from './ledger.json';

const ledgerIn = (memory: IContextObject) => new Ledger({ memory, runIndex: 0 }, 'message');
const unknown = { unknown: { message: '', description: '' } };
const toPhones = (items: number[], phone: string) => ({
	...{ items: items.map((item) => ({ item, phone: `${phone}${item}`, message: 'a' })) },
	...{ outcome: unknown, isCampaign: true as const },
});

describe('the ledger', () => {
	it('grows by a range for each request whose items follow each other, in any order', () => {
		const memory = {};
		const items = Array.from({ length: 1_000 }, (_, index) => ({ item: 999 - index }));
		ledgerIn(memory).add({ items, outcome: { accepted: [{ taskId: '1' }] }, isCampaign: true });
		expect(ledgerIn(memory).all[0].items).toEqual(items.map(({ item }) => item).reverse());
		expect(JSON.stringify(memory).length).toBeLessThan(200);
	});

	it('knows nothing of another purpose, or of another run', () => {
		const memory = {};
		ledgerIn(memory).add(toPhones([0], '0'));
		const others = [
			new Ledger({ memory, runIndex: 0 }, 'test'),
			new Ledger({ memory, runIndex: 1 }, 'message'),
		];
		expect(others.map(({ entries }) => entries)).toEqual([[], []]);
	});

	it('keeps of a request of unknown outcome what was not sent again, each item with its phone', () => {
		const memory = {};
		for (const each of [toPhones([0, 1, 2, 3], '0'), toPhones([1, 2], '9')]) {
			ledgerIn(memory).add(each);
		}
		const ledger = ledgerIn(memory);
		expect(ledger.all.map(({ items }) => items)).toEqual([
			[0, 3],
			[1, 2],
		]);
		expect(Object.fromEntries(ledger.phones)).toEqual({ 0: '00', 1: '91', 2: '92', 3: '03' });
	});
});

const node = { name: 'Send', type: 'extApiSms', parameters: {} } as unknown as INode;
const lost = () => {
	throw new Error('No');
};

/** What an execution keeps of requests, and what a later try knows of them. */
function ofRequests(...requests: Noted[]) {
	const memory: IContextObject = {};
	for (const each of requests) ledgerIn(memory).add(each);
	const ledger = ledgerIn(memory);
	const reached = [...ledger.reached()].map(([whom, messages]) => [
		...[whom, ...messages.map(({ item, message }) => `${item} ${message}`)],
	]);
	return {
		kept: (memory['extApi requests'] as unknown as Entry[][])[0],
		counts: ledger.all.map(({ items }) => items),
		phones: Object.fromEntries(ledger.phones),
		said: ledger.all.flatMap(({ items }) => items.flatMap((item) => ledger.said(item))),
		reached,
	};
}

playTables(tables, {
	'what is kept of requests': ofRequests,
	'what is kept of a Campaign Key': (key: string) => keptKey(key) ?? null,
	'what is kept of a message': messageHash,
	'what is said of a Campaign Key in a retry': (now: string | null, before: string) => {
		const entry = { key: keptKey(before) } as Entry;
		return keyChangedError(node, now ?? undefined, entry)?.message ?? null;
	},
	'what a request is for': (operation: string) => {
		const run = { operation } as RunState;
		return [purposeOf(run), isMessage(run)];
	},
	'what a campaign is for': campaignPurpose,
	'whether it is sent again where no one knows': (entered: string) =>
		sendsUnknownAgain(
			{ getNodeParameter: () => entered || lost() } as unknown as IExecuteFunctions,
			0,
		),
	'the marks of recipients': (...each: Array<[key: string, recipient: string]>) => {
		const markOf = marker('token');
		return each.map(([key, recipient]) => Object.values(markOf(key, recipient)).join());
	},
	'the entries of a message': (attempt: number) => [
		...[usedEntry('k'), sentEntry('a'), leftEntry('a'), leftEntry('a', attempt)],
		overEntry('a', attempt),
	],
});

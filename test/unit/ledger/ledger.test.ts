// If this fails, a retry sends what was sent, or an execution grows by more than it has to.
import type { IContextObject } from 'n8n-workflow';

import { Ledger } from '../../../nodes/shared/ledger/ledger';

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

	it('names no phone of an item that was sent by itself to several', () => {
		const ledger = ledgerIn({});
		ledger.add(toPhones([0, 1], '0'));
		const items = ['5', '6'].map((phone) => ({ item: 1, phone }));
		ledger.add({ items, outcome: { accepted: [{ taskId: '2' }] } });
		expect([...ledger.phones]).toEqual([[0, '00']]);
	});
});

// If this fails, rows share a request that must not, or need more than the fewest.
import fc from 'fast-check';

import { planRequests } from '../../../nodes/shared/pipeline/planRequests';
import { unreadRow, type CampaignRow } from '../../../nodes/shared/pipeline/rows';
import { comparablePhone } from '../../../nodes/shared/rules/phones';

const row = (item: number, phone: string, content = 'a'): CampaignRow => ({
	...{ ...unreadRow(item), phone, content, settingsKey: 's' },
});
const phoneOf = (index: number) => `05${String(index).padStart(8, '0')}`;

describe('planRequests', () => {
	it('gives each request its recipients in input order, and the first ones to the first request', async () => {
		const rows = [1, 2, 3, 4].flatMap((phone) =>
			['a', 'b'].map((text) => row(0, phoneOf(phone), text)),
		);
		const all = [row(0, phoneOf(5)), ...rows].map((each, item) => ({ ...each, item }));
		const requests = await planRequests(all, { mergeDuplicates: true, capacity: 3 });
		expect(requests.map(({ recipients }) => recipients.map(({ items: [item] }) => item))).toEqual([
			[1, 3, 5],
			[2, 4, 7],
			[0, 6, 8],
		]);
	});

	it('holds for random rows: every item once, no phone twice in a request, fewest requests', async () => {
		const rows = fc.array(
			fc.record({
				phone: fc
					.tuple(fc.nat(8), fc.boolean())
					.map(([n, isLocal]) => (isLocal ? phoneOf(n) : `9725${phoneOf(n).slice(2)}`)),
				content: fc.constantFrom('a', 'b', 'c'),
				settingsKey: fc.constantFrom('s', 't'),
			}),
			{ maxLength: 60 },
		);
		await fc.assert(
			fc.asyncProperty(
				rows,
				fc.boolean(),
				fc.integer({ min: 1, max: 9 }),
				async (input, merge, capacity) => {
					const all = input.map((entry, item) => ({ ...unreadRow(item), ...entry }));
					const requests = await planRequests(all, { mergeDuplicates: merge, capacity });
					const items = requests.flatMap(({ recipients }) =>
						recipients.flatMap((recipient) => recipient.items),
					);
					expect([...items].sort((a, b) => a - b)).toEqual(all.map(({ item }) => item));
					for (const { settingsKey, recipients } of requests) {
						expect(recipients.length).toBeLessThanOrEqual(capacity);
						const phones = recipients.map(({ phone }) => comparablePhone(phone));
						expect(new Set(phones).size).toBe(phones.length);
						for (const recipient of recipients) {
							for (const item of recipient.items) {
								expect(all[item]).toMatchObject({ content: recipient.content, settingsKey });
							}
						}
					}
					for (const key of ['s', 't']) {
						const chains = new Map<string, string[]>();
						for (const { phone, content } of all.filter((entry) => entry.settingsKey === key)) {
							const chain = chains.get(comparablePhone(phone)) ?? [];
							if (!merge || !chain.includes(content)) chain.push(content);
							chains.set(comparablePhone(phone), chain);
						}
						const lengths = [...chains.values()].map(({ length }) => length);
						const total = lengths.reduce((sum, length) => sum + length, 0);
						const fewest = total === 0 ? 0 : Math.max(Math.ceil(total / capacity), ...lengths);
						expect(requests.filter(({ settingsKey }) => settingsKey === key)).toHaveLength(fewest);
					}
				},
			),
			{ numRuns: 500 },
		);
	});
});

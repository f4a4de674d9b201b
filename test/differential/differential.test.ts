// If this fails, people are refused what the service takes, or send what it refuses.
import fc from 'fast-check';

import { budgetOf } from '../budget';
import { serviceForTests } from '../integration/harness/serviceForTests';
import { compare, comparedFields, isBlank } from './compare';
/** Values node and service once disagreed about, by operation and parameter of the service. */
import regressions from './regressions.json';

/**
 * Random values of every checked field, through the node and straight to the emulator. The two have
 * rules of their own, written apart from each other, so that their agreement means something.
 */
const seed = Number(process.env.DIFFERENTIAL_SEED ?? 20_261_121);
const { runs: casesPerField, ms } = budgetOf(process.env.DIFFERENTIAL_CASES, 150, 100);
/** What is left of it is shared by the fields that are left. */
const endsAt = Date.now() + ms;
let fieldsLeft = comparedFields.length;

// A service that cuts long fields would agree with no one who refuses them; of two ways to count an emoji the nodes keep to the dearer.
const service = serviceForTests({
	campaignStepMs: 600_000,
	longFields: 'refused',
	emoji: 'two',
	notificationPhone: 'mobile',
	// Where it answers `na`, nothing is refused that could agree with the nodes.
	wrongTid: 'error',
});
const compared = { cases: 0, sent: 0, asked: 0, disagreements: 0 };

jest.setTimeout(300_000);

describe('node and service agree', () => {
	it.each(comparedFields)('$operation: $wire', async (field) => {
		const usable = field.values.filter(
			(value) => !isBlank(value) || field.isRequired !== true || value === '',
		);
		const values = fc.sample(usable, { seed, numRuns: casesPerField });
		const share = Math.max(0, endsAt - Date.now()) / fieldsLeft--;
		const { cases, disagreements, sent, asked } = await compare(
			...([service, field, values, Date.now() + share] as const),
		);
		compared.cases += cases;
		compared.sent += sent;
		compared.asked += asked;
		compared.disagreements += disagreements.length;
		expect(disagreements).toEqual([]);
		expect(sent).toBeGreaterThan(0);
		expect(asked).toBeGreaterThan(0);
	});

	it('still agree about what they once disagreed about', async () => {
		for (const { operation, wire, value } of regressions) {
			const field = comparedFields.find(
				(each) => each.operation === operation && each.wire === wire,
			)!;
			const { disagreements, sent, asked } = await compare(service, field, [value]);
			expect(disagreements).toEqual([]);
			expect(sent + asked).toBe(1);
		}
	});

	afterAll(() => {
		const { cases, sent, asked, disagreements } = compared;
		process.stdout.write(
			`Differential: ${cases} cases over ${comparedFields.length} fields, ${sent} sent, ${asked} refused and asked about, ${disagreements} disagreements (DIFFERENTIAL_SEED=${seed})\n`,
		);
	});
});

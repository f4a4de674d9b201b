import fc from 'fast-check';

import { serviceForTests } from '../integration/harness/serviceForTests';
import { compare } from './compare';
import { comparedFields } from './fields';
import { regressions } from './regressions';

/**
 * Random values of every checked field, through the node and straight to the emulator. The two have
 * rules of their own, written apart from each other, so that their agreement means something.
 */
const seed = Number(process.env.DIFFERENTIAL_SEED ?? 20_261_121);
const casesPerField = Number(process.env.DIFFERENTIAL_CASES ?? 450);
const batch = 50;

// A service that cuts long fields would agree with nobody who refuses them.
const service = serviceForTests({ campaignStepMs: 600_000, longFields: 'refused' });
let cases = 0;
let disagreements = 0;

jest.setTimeout(300_000);

describe('node and service agree', () => {
	it.each(comparedFields)('$operation: $wire', async (field) => {
		const usable = field.values.filter(
			(value) => !isBlank(value) || (field.isRequired === true && value === ''),
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(usable, { minLength: batch, maxLength: batch, size: 'max' }),
				async (values) => {
					const found = await compare(service, field, values);
					cases += values.length;
					disagreements += found.length;
					expect(found).toEqual([]);
				},
			),
			{ seed, numRuns: Math.ceil(casesPerField / batch), endOnFailure: true },
		);
	});

	it('still agree about what they once disagreed about', async () => {
		for (const { operation, wire, value } of regressions) {
			const field = comparedFields.find(
				(each) => each.operation === operation && each.wire === wire,
			)!;
			expect(await compare(service, field, [value])).toEqual([]);
		}
	});

	afterAll(() => {
		process.stdout.write(
			`Differential: ${cases} cases over ${comparedFields.length} fields, ${disagreements} disagreements (DIFFERENTIAL_SEED=${seed})\n`,
		);
	});
});

/** An empty value is a field left empty, which is no value to compare. */
function isBlank(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

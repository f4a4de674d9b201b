import { listCodes } from '../../../nodes/shared/validation/lists';
import type { Reader } from '../../../nodes/shared/validation/reader';
import { smsSender } from '../../../nodes/shared/validation/senders';
import { digits } from '../../../nodes/shared/validation/text';

/** A campaign's code is longer than what a number holds exactly. */
const code = '700000000000000001';

describe.each<[string, Reader]>([
	['a code', digits()],
	['list codes', listCodes],
])('%s', (_name, reader) => {
	it('is refused when it came as a number that has lost digits', () => {
		for (const lost of [Number(code), 2 ** 53, 1e21]) {
			expect(reader(lost)).toEqual({
				problem: {
					rule: 'came as a number too long to be kept exactly: it has lost digits',
					fix: expect.stringMatching(/as text/) as unknown,
				},
			});
		}
	});

	it('is taken as text, and as a number that is exact', () => {
		expect(reader(code)).toEqual({ value: code });
		expect(reader(Number.MAX_SAFE_INTEGER)).toEqual({ value: '9007199254740991' });
		expect(reader(BigInt(code))).toEqual({ value: code });
	});
});

it('list codes are looked at one by one', () => {
	expect(listCodes([1001, 2 ** 60])).toHaveProperty('problem');
});

it('a sender is never made of a number in scientific notation', () => {
	expect(smsSender(1e21)).toHaveProperty('problem');
});

it.each([['01001, 1002;1001'], [[1001, '1002', ' 1001 ', '01001']]])(
	'the same list twice is one list, by its number: %j',
	(entered) => {
		expect(listCodes(entered)).toEqual({ value: '1001,1002' });
	},
);

// If this fails, a sender that the service refuses leaves.
import { smsSender, voiceCaller } from '../../../nodes/shared/rules/addresses';

it('a phone with a plus and a 0 is no text ID that looks like one', () => {
	expect(smsSender('+MyShop')).toEqual({ value: '+MyShop' });
	expect(smsSender('+0570002233')).toMatchObject({ problem: { rule: expect.any(String) } });
});

describe('the caller of a voice message', () => {
	it.each([
		['0', '0'],
		[0, '0'],
		['100', '100'],
		['077-123 4567', '0771234567'],
		['1'.repeat(15), '1'.repeat(15)],
	])('%j calls as %s', (entered, value) => {
		expect(voiceCaller(entered)).toEqual({ value });
	});

	it.each(['00', '12', '1'.repeat(16)])('%s is no number of an account', (entered) => {
		expect(voiceCaller(entered)).toMatchObject({
			problem: { rule: 'must be a phone number of the account, or 0 for a hidden number' },
		});
	});
});

// If this fails, after a failure a row is passed off as sent.
import { OneCredential } from './harness/credentials';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';

/** What a store of credentials that is away makes of a try; other failures are in `stories/campaignFailures.json`. */
const service = serviceForTests();
const sms = smsCampaigns(service);
const continues = { onError: 'continueRegularOutput' } as const;

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
		const { error } = await sms(
			items,
			{ message: '{text}', advanced: { unknownOutcome: 'sendAgain' } },
			{ settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
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
		const { items: out, error } = await sms(
			items,
			{ message: '{text}' },
			{ settings: { ...continues, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
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
		const { items: out, error } = await sms(items, test, {
			...{ settings: continues, n8n: { variables } },
		});
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => [json.error, json.text])).toEqual([
			[expect.stringContaining('The store of credentials is away'), 'a'],
		]);
	});
});

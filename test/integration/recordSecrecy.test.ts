// If this fails, someone with n8n's database learns who got a campaign, by trying every phone.
import type { INodeParameters } from 'n8n-workflow';

import { jsons, keyedRuns, phones } from './harness/keyed';

const rows = phones.map((phone) => ({ phone }));
const { run, service, storage, withOptions } = keyedRuns({ message: 'Hello' }, rows);

describe.each<[string, INodeParameters]>([
	['a campaign', { operation: 'sendCampaign', mode: 'send', recipient: 'phone' }],
	['single messages', { operation: 'send', phoneNumbers: '={{ $json.phone }}' }],
])('the record of %s', (_what, operation) => {
	const keptWith = async (token: string) => {
		const { items } = await run({
			parameters: { ...withOptions({}), ...operation },
			credential: service.credential(token),
		});
		const outcomes = new Set(jsons({ items }).map(({ outcome }) => outcome));
		return { kept: storage.kept, outcomes };
	};

	it('cannot be made without the token, not even that of the key', async () => {
		const { kept } = await keptWith('demo-token-full');
		expect(kept).toHaveLength(2 * phones.length + 1);
		storage.reset();
		const { kept: others } = await keptWith('demo-token-sms');
		expect(others).toHaveLength(kept.length);
		expect(others.filter((entry) => kept.includes(entry))).toEqual([]);
	});

	it('holds for the same token, and not for another one', async () => {
		await keptWith('demo-token-full');
		expect((await keptWith('demo-token-full')).outcomes).toEqual(new Set(['alreadySent']));
		expect((await keptWith('demo-token-sms')).outcomes).toEqual(new Set(['accepted']));
	});
});

// If this fails, people try automations against rules that the service does not have.
import fc from 'fast-check';

import { emulatorForTests, type Sent } from './support';

const emulator = emulatorForTests();

it('an automation finds no token in a body that cannot be read', async () => {
	const response = await fetch(`${emulator.url}/extApi/autoWebhook.php`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: '{"token":',
	});
	expect(await response.json()).toMatchObject({
		data: { description: 'Missing token parameter' },
	});
});

describe('a list of errors that the specification gives whole', () => {
	const automation =
		/^(?:Missing token parameter|Invalid token|Automation permission denied|Automation service not active|Sub user not active|IP not allowed|Missing or invalid autoId parameter|Automation not found|Automation has no field definitions|Rate limit exceeded|No IP|system 1, please call the support)$/;
	const listing =
		/^(?:token invalid or missing|permission denied for chat-channel services|your IP is blocked|the account is not active|sub-admin chat permission denied|chat not configured|`template` parameter invalid|template not found \(code \d+\)|no template matches the code with the given status or category filter|(?:status|category) invalid: .*|get subuser data error|no ip|system error \(temporary\))$/;
	const token = fc.constantFrom(
		...['demo-token-full', 'demo-token-sms', 'demo-token-subadmin-1', 'demo-token-no-services'],
		...['demo-token-subadmin-inactive', 'demo-token-inactive-account', 'demo-token-ip-locked'],
	);
	const anything = fc.oneof(fc.jsonValue(), fc.string({ minLength: 480, maxLength: 520 }));

	it.each<[string, Record<string, fc.Arbitrary<unknown>>, RegExp]>([
		[
			'autoWebhook',
			{ autoid: fc.constantFrom(701, 704, 707), name: anything, phone: anything },
			automation,
		],
		['autoWebhook', { autoid: anything, note: anything }, automation],
		['waTemplates', { template: fc.constantFrom(2002, 9999), status: anything }, listing],
		['waTemplates', { template: anything, category: anything }, listing],
	])('%s says nothing else, whatever is asked', async (script, sent, texts) => {
		await fc.assert(
			fc.asyncProperty(
				fc.record(
					{ token: fc.oneof({ weight: 5, arbitrary: token }, anything), ...sent },
					{ requiredKeys: [] },
				),
				async (body) => {
					const { status, data } = await emulator.json(script, body as Sent);
					if (status !== 1) expect(data.description).toMatch(texts);
				},
			),
			{ seed: 20_261_122, numRuns: 150 },
		);
	});
});

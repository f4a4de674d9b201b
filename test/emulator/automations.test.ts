// If this fails, people try automations against rules that the service does not have.
import fc from 'fast-check';

import { emulatorForTests, type Sent } from './support';

const emulator = emulatorForTests();

describe('automations', () => {
	const start = async (sent: Sent) => await emulator.plain('autoWebhook', { autoid: 701, ...sent });

	it('keep declared fields, normalize phones and write their own variables last', async () => {
		emulator.control.setNow('2030-01-05T08:07:00Z');
		expect(
			await start({ name: 'Dana', phone: '057-000 2233', orderPhone: 'unknown', other: 'x' }),
		).toMatch(/^OK 9\d{17}$/);
		expect(emulator.control.runs()[0].variables).toEqual({
			'trigger.name': 'Dana',
			'trigger.phone': '972570002233',
			'trigger.orderPhone': 'unknown',
			'trigger.webhookIp': '127.0.0.1',
			'trigger.datetime': expect.stringMatching(/^2030-01-05 10:07:/),
			'trigger.dayOfWeek': '7',
			'trigger.dayOfMonth': '5',
			'trigger.time': '1007',
		});
		await start({ autoid: 707, note: 'a', datetime: 'mine' });
		expect(emulator.control.runs()[1].variables['trigger.datetime']).not.toBe('mine');
	});

	it('are limited per sender', async () => {
		const limited = async () => await start({ autoid: 705 });
		for (let count = 0; count < 3; count++) expect(await limited()).toMatch(/^OK/);
		expect(await limited()).toBe('ERROR --> Description: Rate limit exceeded');
		emulator.control.advance({ minutes: 2 });
		expect(await limited()).toMatch(/^OK/);
	});

	it.each([702, 703, 706, 999])('%i does not run', async (autoid) => {
		expect(await start({ autoid })).toBe('ERROR --> Description: Automation not found');
	});

	const variables = () => emulator.control.runs().at(-1)!.variables;

	it('keep 500 characters of a field, also of one that is empty', async () => {
		await start({ name: '😀'.repeat(500), city: '' });
		expect(variables()).toMatchObject({ 'trigger.name': '😀'.repeat(500), 'trigger.city': '' });
		expect(await start({ name: `${'a'.repeat(500)}b` })).toMatch(/^OK/);
		expect(variables()['trigger.name']).toBe('a'.repeat(500));
	});

	it('find no token in a body that cannot be read', async () => {
		const response = await fetch(`${emulator.url}/extApi/autoWebhook.php`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: '{"token":',
		});
		expect(await response.json()).toMatchObject({
			data: { description: 'Missing token parameter' },
		});
	});

	it.each([
		['+508 41 23 45', '508412345'],
		['00508412345', '508412345'],
		['50-841-2345', '50-841-2345'],
		['+972 (0)57-000-2233', '972570002233'],
	])('normalize %s to %s', async (phone, normal) => {
		await start({ phone });
		expect(variables()['trigger.phone']).toBe(normal);
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

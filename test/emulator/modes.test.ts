// If this fails, a call form of the service does not work in the emulator.
import { emulatorForTests, modes, type Sent } from './support';

const emulator = emulatorForTests();

/** A request each script accepts, and what its replies look like. */
const accepted: Array<{
	script: string;
	sent: Sent;
	plain: RegExp;
	action?: string;
	data: object;
}> = [
	{
		script: 'scheduleSms',
		sent: { from: 'MyShop', msg: 'שלום', list: '0570002233' },
		plain: /^OK \d+$/,
		action: 'sendsms',
		data: { taskId: expect.any(String) },
	},
	{
		script: 'scheduleSms',
		sent: { from: 'MyShop', listjson: { '0570002233': 'a', '0570002234': 'b' } },
		plain: /^OK \d+$/,
		action: 'sendsms',
		data: { taskId: expect.any(String) },
	},
	{
		script: 'scheduleSms',
		sent: { act: 'credit' },
		plain: /^100000$/,
		action: 'credit',
		data: { credit: 100_000 },
	},
	{
		script: 'scheduleVms',
		sent: { from: '0', desc: 'call', tts: 'x', pid: 1002 },
		plain: /^OK \d+$/,
		action: 'sendvms',
		data: { taskId: expect.any(String) },
	},
	{
		script: 'scheduleWa',
		sent: { template: 2002, list: '0570002233', params: 'Dana,X' },
		plain: /^OK \d+$/,
		action: 'sendwa',
		data: { taskId: expect.any(String) },
	},
	{
		script: 'scheduleWa',
		sent: {
			template: 2003,
			list: '0570002233',
			params: { header: { 1: 'h' }, body: { 1: 'a', 2: 'b' }, button: { 0: 'c' } },
		},
		plain: /^OK \d+$/,
		action: 'sendwa',
		data: {},
	},
	{
		script: 'sendOtp',
		sent: { phone: '0570002233', type: 'sms' },
		plain: /^CODE_SENT$/,
		action: 'sendotp',
		data: { channel: 'sms' },
	},
	{
		script: 'senderVerify',
		sent: { phone: '0570002233', type: 'sms' },
		plain: /^CODE_SENT$/,
		action: 'senderverify',
		data: {},
	},
	{
		script: 'poolMembers',
		sent: { pid: 1003, act: 'add', list: '0570002233' },
		plain: /^OK$/,
		action: 'add',
		data: {},
	},
	{
		script: 'poolMembers',
		sent: { pid: 1003, act: 'check', list: '0570002233' },
		plain: /^NOT_REG$/,
		action: 'check',
		data: {},
	},
	{
		script: 'manageSu',
		sent: { suid: 501, act: 'creditcheck', type: 'sms' },
		plain: /^OK 200$/,
		action: 'creditcheck',
		data: { credit: 200 },
	},
	{
		script: 'taskStatus',
		sent: { tid: '1' },
		plain: /^na$/,
		action: 'checkstatus',
		data: { taskStatus: 'na' },
	},
	{
		script: 'autoWebhook',
		sent: { autoid: 701, name: 'Dana' },
		plain: /^OK \d+$/,
		data: { taskId: expect.any(String) },
	},
];

describe.each(modes)('mode %s', (mode) => {
	it.each(accepted)('$script $sent', async ({ script, sent, plain, action, data }) => {
		const { data: body, headers } = await emulator.call(script, sent, mode);
		if (mode === 'get' || mode === 'post') {
			expect(body).toMatch(plain);
			return;
		}
		expect(headers['content-type']).toMatch(/^application\/json/);
		const reply = JSON.parse(body) as Record<string, unknown>;
		expect(reply).toMatchObject({ status: 1, data: { ...data, remoteIP: '127.0.0.1' } });
		expect(reply.action).toBe(action);
	});

	it('reads Hebrew and lists templates as JSON', async () => {
		await emulator.call(
			'scheduleSms',
			{ from: 'MyShop', msg: 'שלום & 100%', list: '0570002233' },
			mode,
		);
		expect(emulator.control.ledger().entries[0].text).toBe('שלום & 100%');
		const { data } = await emulator.call('waTemplates', { template: 2003 }, mode);
		expect(JSON.parse(data)).toMatchObject({ action: 'listtemplates', data: { count: 1 } });
	});
});

describe('validate', () => {
	it('counts numbers and confirms lists', async () => {
		const numbers = { from: 'MyShop', msg: 'x', list: '0570002233,0570002234,bad', validate: 1 };
		expect((await emulator.json('scheduleSms', numbers)).data).toMatchObject({ count: 2 });
		const list = { from: 'MyShop', msg: 'x', pid: 1002, validate: 1 };
		expect((await emulator.json('scheduleSms', list)).data).toMatchObject({ valid: true });
		expect(
			await emulator.plain('scheduleSms', {
				from: 'MyShop',
				msg: 'x',
				list: '0570002233',
				validate: '',
			}),
		).toMatch(/^OK 1 \d+$/);
		expect(
			await emulator.plain('scheduleSms', { from: 'MyShop', msg: 'x', pid: 1002, validate: '' }),
		).toMatch(/^OK VALID \d+$/);
	});
});

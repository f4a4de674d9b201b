// If this fails, a call form of the service does not work in the emulator.
import { emulatorForTests, modes, type Sent } from './support';

const emulator = emulatorForTests();

const creditOf501 = { suid: 501, act: 'creditcheck', type: 'sms' };
const OK = /^OK \d+$/;
const params = { header: { 1: 'h' }, body: { 1: 'a', 2: 'b' }, button: { 0: 'c' } };
const newTask = { taskId: expect.any(String) as string };

/** A request each script accepts, its plain reply, and the action and data of its JSON reply. */
const accepted: Array<[script: string, Sent, plain: RegExp, action: string | undefined, object]> = [
	['scheduleSms', { from: 'MyShop', msg: 'שלום', list: '0570002233' }, OK, 'sendsms', newTask],
	['scheduleSms', { from: 'MyShop', listjson: { '0570002233': 'a' } }, OK, 'sendsms', newTask],
	['scheduleSms', { act: 'credit' }, /^100000$/, 'credit', { credit: 100_000 }],
	['scheduleVms', { from: '0', desc: 'call', tts: 'x', pid: 1002 }, OK, 'sendvms', newTask],
	['scheduleWa', { template: 2002, list: '0570002233', params: 'Dana,X' }, OK, 'sendwa', newTask],
	['scheduleWa', { template: 2003, list: '0570002233', params }, OK, 'sendwa', newTask],
	['sendOtp', { phone: '0570002233', type: 'sms' }, /^CODE_SENT$/, 'sendotp', { channel: 'sms' }],
	['senderVerify', { phone: '0570002233', type: 'sms' }, /^CODE_SENT$/, 'senderverify', {}],
	['poolMembers', { pid: 1003, act: 'add', list: '0570002233' }, /^OK$/, 'add', {}],
	['poolMembers', { pid: 1003, act: 'check', list: '0570002233' }, /^NOT_REG$/, 'check', {}],
	['manageSu', creditOf501, /^OK 200$/, 'creditcheck', { credit: 200 }],
	['taskStatus', { tid: '1' }, /^na$/, 'checkstatus', { taskStatus: 'na' }],
	['autoWebhook', { autoid: 701, name: 'Dana' }, OK, undefined, newTask],
];

describe.each(modes)('mode %s', (mode) => {
	it.each(accepted)('%s %j', async (script, sent, plain, action, data) => {
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
		const sms = { from: 'MyShop', msg: 'שלום & 100%', list: '0570002233' };
		await emulator.call('scheduleSms', sms, mode);
		expect(emulator.control.ledger().entries[0].text).toBe('שלום & 100%');
		const { data } = await emulator.call('waTemplates', { template: 2003 }, mode);
		expect(JSON.parse(data)).toMatchObject({ action: 'listtemplates', data: { count: 1 } });
	});
});

describe('validate', () => {
	it('counts numbers and confirms lists', async () => {
		const sms = { from: 'MyShop', msg: 'x' };
		const numbers = { ...sms, list: '0570002233,0570002234,bad', validate: 1 };
		expect((await emulator.json('scheduleSms', numbers)).data).toMatchObject({ count: 2 });
		const list = { ...sms, pid: 1002, validate: 1 };
		expect((await emulator.json('scheduleSms', list)).data).toMatchObject({ valid: true });
		expect(await emulator.plain('scheduleSms', { ...numbers, validate: '' })).toMatch(/^OK 2 \d+$/);
		expect(await emulator.plain('scheduleSms', { ...list, validate: '' })).toMatch(
			/^OK VALID \d+$/,
		);
	});
});

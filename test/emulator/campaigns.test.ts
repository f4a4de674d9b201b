// If this fails, campaigns run, cost or end in the emulator in another way than the specification says.
import { siteForTests } from '../site';
import { emulatorForTests, eventually, onSecond, type Sent } from './support';

const emulator = emulatorForTests();
const got: Array<string | undefined> = [];
const at = siteForTests((request, response) => {
	got.push(request.url);
	response.end();
});
const two = { from: 'MyShop', msg: 'x', list: '0570002233,0570002234' };
const chat = { template: 2001, list: two.list, np: '0570004567' };
const start = async (script: string, sent: Sent) =>
	String((await emulator.json(script, sent)).data.taskId);
const statusOf = async (tid: string) => (await emulator.json('taskStatus', { tid })).data;
const types = (tid: string) =>
	emulator.control
		.notifications()
		.filter((note) => note.tid === tid)
		.map(({ msg, info }) => [msg, info]);

describe('campaigns', () => {
	it('run from pending to done, charge the balance and notify a real page', async () => {
		const tid = await start('scheduleSms', { ...two, nu: at('/page?a=1') });
		await eventually(() => got.length === 2);
		expect(got).toEqual([
			`/page?a=1&get=1&msg=START&tid=${tid}`,
			`/page?a=1&get=1&msg=END&tid=${tid}&info=2`,
		]);
		expect((await statusOf(tid)).taskStatus).toBe('done');
		expect((await emulator.json('scheduleSms', { act: 'credit' })).data.credit).toBe(99_998);
	});

	it('keep no campaign to a single number', async () => {
		const tid = await start('scheduleSms', { ...two, list: '0570002233' });
		expect((await statusOf(tid)).taskStatus).toBe('na');
	});

	it('wait for their time, can be deleted until then, and are na afterward', async () => {
		emulator.control.setNow('2030-01-01T00:00:00Z');
		const tid = await start('scheduleSms', { ...two, ...onSecond });
		const kept = await start('scheduleSms', { ...two, ...onSecond });
		expect((await statusOf(tid)).taskStatus).toBe('pending');
		expect((await emulator.json('taskStatus', { tid, act: 'del' })).action).toBe('del');
		expect((await statusOf(tid)).taskStatus).toBe('na');
		emulator.control.setNow('2030-01-02T07:59:00Z');
		expect((await statusOf(kept)).taskStatus).toBe('pending');
		emulator.control.setNow('2030-01-02T08:01:00Z');
		expect((await statusOf(kept)).taskStatus).toBe('done');
		expect((await emulator.json('taskStatus', { tid: kept, act: 'del' })).status).toBe(0);
	});

	it('stop when the account runs out of messages, and name who got none', async () => {
		const list = [1, 2, 3, 4, 5].map((last) => `057000223${last}`).join(',');
		const sent = { token: 'demo-token-poor', from: 'MyShop', msg: 'x', list, np: '0570004567' };
		const tid = await start('scheduleSms', sent);
		await eventually(() => types(tid).length === 2);
		expect(types(tid)).toEqual([
			['START', undefined],
			['NO_MSG_LEFT', '3'],
		]);
		const { data } = await emulator.json('taskStatus', { tid, token: 'demo-token-poor' });
		expect(data).toMatchObject({ taskStatus: 'noMsgLeft', notSent: ['0570002234', '0570002235'] });
		expect(await emulator.plain('taskStatus', { tid, token: 'demo-token-poor' })).toBe(
			'noMsgLeft\n0570002234,0570002235',
		);
	});

	it('bill by the length of the text', async () => {
		const texts: Array<[string, number]> = [
			['x'.repeat(140), 1],
			['x'.repeat(141), 2],
			['ש'.repeat(70), 1],
			['ש'.repeat(71), 2],
			['🙂'.repeat(70), 1],
			['x'.repeat(268), 2],
			['x'.repeat(269), 3],
		];
		for (const [msg, cost] of texts) {
			emulator.control.changeAccount({ sms: 100 });
			await start('scheduleSms', { ...two, list: '0570002233', msg });
			emulator.control.advance({ seconds: 1 });
			const { data } = await emulator.json('scheduleSms', { act: 'credit' });
			expect(data.credit).toBe(100 - cost);
		}
	});

	it('find no one in an empty list', async () => {
		const toList = { from: 'MyShop', msg: 'x', pid: 1003, np: '0570004567' };
		const tid = await start('scheduleSms', toList);
		await eventually(() => types(tid).length === 1);
		expect(types(tid)).toEqual([['NO_USERS_FOUND', undefined]]);
		expect((await statusOf(tid)).taskStatus).toBe('empty');
	});

	it('name the numbers that could not be reached', async () => {
		const tid = await start('scheduleSms', { ...two, list: '0570000000,0570002233', ne: 'a@b.co' });
		await eventually(() => types(tid).length === 3);
		expect(types(tid)).toEqual([
			['START', undefined],
			['CP_SEND_ERROR', '0570000000'],
			['END', '1'],
		]);
	});

	it('stop at the daily quota of the chat account, and at ms', async () => {
		emulator.control.changeAccount({ dailyChatQuota: 1 });
		const tid = await start('scheduleWa', chat);
		await eventually(() => types(tid).length === 2);
		expect(types(tid)[1]).toEqual(['RATE_LIMIT', '1']);
		expect(await statusOf(tid)).toMatchObject({ taskStatus: 'limit', notSent: ['0570002234'] });
	});

	it.each([
		['cancel', 'STOP'],
		['error', 'ERROR'],
		['abort', 'ABORT'],
	] as const)('can be driven to %s', async (status, msg) => {
		emulator.control.setNow('2030-01-01T00:00:00Z');
		const tid = await start('scheduleWa', { ...chat, ...onSecond });
		emulator.control.setCampaign(tid, status);
		expect(types(tid).map(([type]) => type)).toEqual([msg]);
		const notSent = ['0570002233', '0570002234'];
		expect(await statusOf(tid)).toMatchObject({ taskStatus: status, notSent });
	});

	it('belong to their account and sub-admin', async () => {
		const token = 'demo-token-subadmin-1';
		const tid = await start('scheduleSms', { ...two, token });
		expect(await emulator.plain('taskStatus', { tid, token: 'demo-token-poor' })).toBe('na');
		expect(await emulator.plain('taskStatus', { tid, token })).not.toBe('na');
	});

	it('notify only this machine', async () => {
		const tid = await start('scheduleSms', { ...two, nu: 'http://203.0.113.9/page' });
		await eventually(() => types(tid).length === 2);
		expect(emulator.control.notifications()[0].delivery).toBe('notLoopback');
	});

	it('keep a ledger per phone and text, of 10,000 recipients too', async () => {
		const list = Array.from({ length: 10_000 }, (_, index) => `05${10_000_000 + index}`).join(',');
		await start('scheduleSms', { ...two, list });
		await start('scheduleSms', { ...two, list: '0510000000' });
		const { total, duplicates } = emulator.control.ledger();
		expect(total).toBe(10_001);
		expect(duplicates).toMatchObject([{ phone: '0510000000', count: 2 }]);
	});
});

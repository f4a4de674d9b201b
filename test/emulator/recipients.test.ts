// If this fails, a phone that gets a message twice is hidden by the emulator.
import { emulatorForTests, onSecond, type Sent } from './support';

const emulator = emulatorForTests();
const sms = { from: 'MyShop', msg: 'x' };
const send = async (sent: Sent) => await emulator.json('scheduleSms', { ...sms, ...sent });
/** Phone and count of every entry of the ledger. */
const counted = () =>
	emulator.control.ledger().entries.map(({ phone, count }) => `${phone}: ${count}`);
const ends = async () => {
	emulator.control.advance({ seconds: 10 });
	await Promise.resolve();
	return emulator.control.campaigns().at(-1)!.sent;
};

describe('a phone that is named twice', () => {
	const list = '0570002233,972570002233,0570002233,0570002234';

	it('is one recipient when duplicates are dropped', async () => {
		const { data } = await send({ list, validate: 1 });
		expect(data.count).toBe(2);
		expect(counted()).toEqual(['0570002233: 1', '0570002234: 1']);
		expect(await ends()).toBe(2);
	});

	it('is a recipient each time when duplicates are kept', async () => {
		emulator.control.changeSettings({ duplicates: 'keep' });
		const { data } = await send({ list, validate: 1 });
		expect(data.count).toBe(4);
		expect(counted()).toEqual(['0570002233: 3', '0570002234: 1']);
		expect(await ends()).toBe(4);
		expect((await emulator.json('scheduleSms', { act: 'credit' })).data.credit).toBe(99_996);
	});

	it('keeps both texts of two spellings in listjson when duplicates are kept', async () => {
		const listjson = { '0570002233': 'a', '972570002233': 'b' };
		const texts = () => emulator.control.ledger().entries.map(({ text }) => text);
		await emulator.json('scheduleSms', { from: 'MyShop', listjson });
		expect(texts()).toEqual(['b']);
		emulator.control.reset();
		emulator.control.changeSettings({ duplicates: 'keep' });
		await emulator.json('scheduleSms', { from: 'MyShop', listjson });
		expect(texts()).toEqual(['a', 'b']);
		expect(await ends()).toBe(2);
	});

	it.each([
		['scheduleVms', { from: '0', desc: 'call', tts: 'x' }],
		['scheduleWa', { template: 2001 }],
	])('gets the message again from %s too when duplicates are kept', async (script, sent) => {
		emulator.control.changeSettings({ duplicates: 'keep' });
		await emulator.json(script, { ...sent, list });
		expect(emulator.control.ledger().duplicates).toMatchObject([{ phone: '0570002233', count: 3 }]);
		expect(await ends()).toBe(4);
	});

	it('is a contact of two lists once, or of each when shared members get one of each', async () => {
		await send({ pid: '1002,1004' });
		expect(emulator.control.ledger()).toMatchObject({ total: 5, duplicates: [] });
		emulator.control.reset();
		emulator.control.changeSettings({ sharedMembers: 'each' });
		await send({ pid: '1002,1004' });
		const duplicates = [{ phone: '0570001001', count: 2 }];
		expect(emulator.control.ledger()).toMatchObject({ total: 6, duplicates });
	});
});

describe('the ledger holds what goes to a person', () => {
	const blocked = '0570099999';

	it('leaves out a phone that is blocked in the account', async () => {
		await send({ list: `${blocked},0570002233` });
		expect(counted()).toEqual(['0570002233: 1']);
		expect(await ends()).toBe(1);
		await send({ list: blocked });
		expect(emulator.control.ledger().total).toBe(1);
	});

	it('leaves out what is beyond ms', async () => {
		const list = `${blocked},0570002233,0570002234,0570002235`;
		await emulator.json('scheduleWa', { template: 2001, list, ms: 2 });
		expect(counted()).toEqual(['0570002233: 1', '0570002234: 1']);
		expect(await ends()).toBe(2);
	});

	it('says of a stopped campaign only whom the stop kept from a message', async () => {
		emulator.control.setNow('2030-01-01T00:00:00Z');
		const { data } = await send({ list: `${blocked},0570002233`, ...onSecond });
		emulator.control.setCampaign(String(data.taskId), 'cancel');
		const status = await emulator.json('taskStatus', { tid: data.taskId });
		expect(status.data.notSent).toEqual(['0570002233']);
	});
});

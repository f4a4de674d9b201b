// If this fails, the phones show something else than what was sent.
import { emulatorForTests, eventually, type Sent } from './support';

const dana = '0570001001';
const emulator = emulatorForTests();
const { json } = emulator;
const sms = async (sent: Sent) => await json('scheduleSms', { from: 'MyShop', msg: 'x', ...sent });
const both = `${dana},0570001002`;
const thread = (phone = dana) => emulator.control.phones.thread(phone);
const arrived = async (count: number, phone = dana) =>
	await eventually(() => thread(phone).messages.length === count);

describe('what is on a phone', () => {
	it('is an SMS with its sender and its parts, once the campaign has sent it', async () => {
		emulator.control.changeSettings({ campaignStepMs: 60_000 });
		const text = 'שלום '.repeat(20);
		const { data } = await sms({ list: both, msg: text });
		expect(thread().messages).toEqual([]);
		emulator.control.advance({ minutes: 3 });
		const message = { business: 'MyShop', byRecipient: false, taskId: data.taskId };
		expect(thread().messages).toMatchObject([
			{ ...message, content: { kind: 'sms', text, parts: 2 } },
		]);
	});

	it('is nothing of a campaign that was stopped before', async () => {
		emulator.control.changeSettings({ campaignStepMs: 60_000, chunkSize: 1 });
		const { data } = await sms({ list: both });
		emulator.control.advance({ minutes: 2 });
		emulator.control.setCampaign(String(data.taskId), 'error');
		expect([thread().messages.length, thread('0570001002').messages.length]).toEqual([1, 0]);
	});

	it('is a one-time code with its digits apart', async () => {
		await json('sendOtp', { phone: dana, type: 'sms', precode: '4711', lang: 'en' });
		await json('sendOtp', { phone: '0570000000', type: 'sms' });
		expect(thread().messages).toMatchObject([
			{ code: '4711', business: '', content: { text: 'Your verification code is 4711' } },
		]);
		expect(thread('0570000000').messages).toEqual([]);
	});
});

describe('the list of phones', () => {
	it('has the newest first, and knows the names of contacts', async () => {
		await sms({ list: '0570001002', msg: 'one' });
		await arrived(1, '0570001002');
		await sms({ list: dana, msg: 'two' });
		await arrived(1);
		const { phones } = emulator.control.phones.list();
		const listed = phones.map(({ name, last }) => `${name}: ${last.text}`);
		expect(listed).toEqual(['Dana Levi: two', 'Yossi Cohen: one']);
	});
});

describe('the owner of a phone', () => {
	it('blocks the business, which skips the phone and says why', async () => {
		emulator.control.phones.block(dana, true);
		const { data } = await sms({ list: `${both},123` });
		await arrived(1, '0570001002');
		expect(thread().messages).toEqual([]);
		expect(emulator.control.campaign(String(data.taskId))).toMatchObject({
			phones: { reached: ['0570001002'] },
			skipped: [
				{ given: '123', reason: 'no phone number that can be identified' },
				{ given: dana, reason: 'blocked in the whole account' },
			],
		});
		emulator.control.phones.block(dana, false);
		expect(thread().relations[0].blocked).toBe(false);
	});
});

describe('what a customer writes', () => {
	it('is not posted to another machine, nor anywhere by default', async () => {
		expect(await emulator.control.phones.write(dana, 'Hi')).toBeUndefined();
		emulator.control.changeSettings({ forwardInbound: 'http://192.0.2.1/in' });
		expect(await emulator.control.phones.write(dana, 'Hi')).toMatchObject({
			error: expect.stringContaining('not on this machine') as string,
		});
	});
});

// If this fails, one-time codes are valid in the emulator when the service refuses them.
import { emulatorForTests, type Sent } from './support';

const emulator = emulatorForTests();
const phone = '0570002233';
const send = async (sent: Sent) => await emulator.json('sendOtp', { phone, type: 'sms', ...sent });
const verify = async (sent: Sent) => (await emulator.json('sendOtp', { phone, ...sent })).message;
const lastCode = (of = phone) => emulator.control.codes(of).at(-1)!;

describe('one-time codes', () => {
	it('are valid once, for ten minutes', async () => {
		await send({});
		const { code, text } = lastCode();
		expect(code).toMatch(/^\d{5}$/);
		expect(text).toContain(code);
		expect(await verify({ code: code === '00000' ? '11111' : '00000' })).toBe('WRONG_CODE');
		expect(await verify({ code })).toBe('CODE_VALID');
		expect(await verify({ code })).toBe('WRONG_CODE');
		await send({});
		emulator.control.advance({ minutes: 11 });
		expect(await verify({ code: lastCode().code })).toBe('WRONG_CODE');
	});

	it('need the same length and validity in both calls', async () => {
		await send({ codelen: 7, minvalid: 30 });
		const { code } = lastCode();
		expect(await verify({ code })).toBe('WRONG_CODE');
		expect(await verify({ code, codelen: 7, minvalid: 30 })).toBe('CODE_VALID');
	});

	it('stop at the quota of the validity window', async () => {
		for (const _ of [1, 2]) expect((await send({})).message).toBe('CODE_SENT');
		const full = await send({});
		expect(full).toMatchObject({ status: 1, message: 'MAX_SENT' });
		expect(full.data).not.toHaveProperty('channel');
		emulator.control.advance({ minutes: 11 });
		expect((await send({})).message).toBe('CODE_SENT');
	});

	const channelTo = async (of: string) => (await send({ phone: of, type: 'auto' })).data.channel;

	it.each([
		['when the SMS quota is used up', phone, ['sms', 'sms', 'vms']],
		['for a landline', '031234567', ['vms']],
		['for a kosher line', '0504112233', ['vms']],
		['after an SMS that did not arrive', '0570000000', ['sms', 'vms']],
		['but not for a number abroad', '447700900123', ['sms', 'sms']],
	])('switch to voice in auto %s', async (_when, of, expected) => {
		const channels = [];
		while (channels.length < expected.length) channels.push(await channelTo(of));
		expect(channels).toEqual(expected);
	});

	it('do not switch to voice for what another account sent', async () => {
		await send({ phone: '0570000000', token: 'demo-token-two-numbers' });
		expect(await channelTo('0570000000')).toBe('sms');
	});

	it('leave the last code valid when auto finds no voice balance', async () => {
		const poor = { token: 'demo-token-poor', type: 'auto', maxsms: 1 };
		await send(poor);
		const { code } = lastCode();
		expect(await send(poor)).toMatchObject({ message: 'CODE_SENT', data: { channel: 'vms' } });
		expect(emulator.control.codes(phone)).toHaveLength(1);
		expect(await verify({ code, token: 'demo-token-poor' })).toBe('CODE_VALID');
	});

	it('can be the own code of the caller, whatever its length', async () => {
		await send({ precode: '4321' });
		expect(lastCode().code).toBe('4321');
		expect(await verify({ code: '1234' })).toBe('WRONG_CODE');
		expect(await verify({ code: '4321' })).toBe('CODE_VALID');
	});

	it('speak the language that was asked for, on SMS and in calls', async () => {
		const textIn = async (type: string, lang?: string, smstext?: string) => {
			emulator.control.reset();
			await send({ type, ...(lang && { lang }), ...(smstext && { smstext }) });
			return lastCode().text.replace(/\d/g, '');
		};
		for (const type of ['sms', 'vms']) {
			const texts = [];
			for (const lang of ['he', 'en', 'ar', 'ru']) texts.push(await textIn(type, lang));
			expect(new Set(texts).size).toBe(4);
			expect(await textIn(type)).toBe(texts[0]);
		}
		expect(await textIn('sms', 'en')).toMatch(/^Your verification code is/);
		expect(await textIn('sms', 'en', 'Code:')).toBe('Code: ');
	});

	it('cost what an SMS of their length costs', async () => {
		await send({ smstext: 'x'.repeat(140) });
		expect((await emulator.json('scheduleSms', { act: 'credit' })).data.credit).toBe(99_998);
	});

	it('carry a line for browsers, by SMS only', async () => {
		await send({ type: 'auto', webotp: 'shop.example.com' });
		expect(lastCode().text).toMatch(/\n@shop\.example\.com #\d{5}$/);
		await send({ type: 'auto', phone: '031234567', webotp: 'shop.example.com' });
		expect(lastCode('031234567').text).not.toContain('@');
	});

	it('need a template whose stored data is up to date', async () => {
		const { templates } = emulator.service.state.accounts.get('main')!;
		const sent = { type: 'wa', watemplate: 2007 };
		expect((await send(sent)).message).toBe('CODE_SENT');
		templates.find(({ code }) => code === sent.watemplate)!.needsResync = true;
		expect((await send(sent)).data.description).toBe('template needs resync (needs_resync)');
	});

	it('are verified for a sub-admin who may send by SMS and not by chat', async () => {
		const token = 'demo-token-subadmin-no-chat';
		await send({ token });
		expect(await verify({ token, code: '0' })).toBe('WRONG_CODE');
		expect(await verify({ token, code: lastCode().code })).toBe('CODE_VALID');
	});

	it('go abroad to a number that looks like an Israeli one without its 0', async () => {
		expect((await send({ phone: '508412345' })).message).toBe('CODE_SENT');
	});
});

describe('sender verification', () => {
	const ask = async (sent: Sent) =>
		(await emulator.json('senderVerify', { phone, ...sent })).message;

	it('makes a number a sender that can be used at once', async () => {
		expect(await ask({ type: 'auto' })).toBe('CODE_SENT');
		expect(await ask({ code: 'x' })).toBe('WRONG_CODE');
		expect(await ask({ code: lastCode().code, desc: 'Desk' })).toBe('OK');
		expect(await ask({ type: 'sms' })).toBe('PHONE_EXIST');
		const sms = { from: phone, msg: 'x', list: '0570002234' };
		expect((await emulator.json('scheduleSms', sms)).status).toBe(1);
	});

	it.each([
		['0570002234', 'sms'],
		['0504112233', 'sms'],
		['031234567', 'vms'],
	])('of %s goes by %s in auto, also to a kosher mobile', async (of, channel) => {
		await ask({ phone: of, type: 'auto' });
		expect(lastCode(of).channel).toBe(channel);
	});

	it('allows two SMS and two calls in 15 minutes, four in auto', async () => {
		for (const [type, most] of [
			['sms', 2],
			['vms', 2],
			['auto', 4],
		] as const) {
			for (let count = 0; count < most; count++) expect(await ask({ type })).toBe('CODE_SENT');
			expect(await ask({ type })).toBe('MAX_SENT');
			emulator.control.advance({ minutes: type === 'sms' ? 0 : 16 });
		}
	});
});

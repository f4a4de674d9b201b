import { emulatorForTests, type Sent } from './support';

const emulator = emulatorForTests();
const phone = '0501112233';
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
		expect((await send({})).message).toBe('CODE_SENT');
		expect((await send({})).message).toBe('CODE_SENT');
		const full = await send({});
		expect(full).toMatchObject({ status: 1, message: 'MAX_SENT' });
		expect(full.data).not.toHaveProperty('channel');
		emulator.control.advance({ minutes: 11 });
		expect((await send({})).message).toBe('CODE_SENT');
	});

	it('switch to voice in auto when the SMS quota is used up, and for landlines and kosher lines', async () => {
		await send({ type: 'auto' });
		await send({ type: 'auto' });
		expect((await send({ type: 'auto' })).data.channel).toBe('vms');
		expect((await send({ phone: '031234567', type: 'auto' })).data.channel).toBe('vms');
		expect((await send({ phone: '0504112233', type: 'auto' })).data.channel).toBe('vms');
	});

	it('switch to voice in auto after an SMS that did not arrive', async () => {
		const lost = '0501110000';
		expect((await send({ phone: lost, type: 'auto' })).data.channel).toBe('sms');
		expect((await send({ phone: lost, type: 'auto' })).data.channel).toBe('vms');
	});

	it('reach nobody who needs voice in auto without voice balance', async () => {
		const sent = { token: 'demo-token-poor', phone: '031234567', type: 'auto' };
		expect((await send(sent)).message).toBe('CODE_SENT');
		expect(emulator.control.codes('031234567')).toEqual([]);
	});

	it('can be the own code of the caller, which the service does not verify', async () => {
		await send({ precode: '4321' });
		expect(lastCode().code).toBe('4321');
		expect(await verify({ code: '4321' })).toBe('WRONG_CODE');
	});

	it('carry a line for browsers', async () => {
		await send({ webotp: 'shop.example.com' });
		expect(lastCode().text).toMatch(/\n@shop\.example\.com #\d{5}$/);
	});

	it('carry it in auto when they leave by SMS, and not when they leave by voice', async () => {
		await send({ type: 'auto', webotp: 'shop.example.com' });
		expect(lastCode().text).toMatch(/\n@shop\.example\.com #\d{5}$/);
		await send({ type: 'auto', phone: '031234567', webotp: 'shop.example.com' });
		expect(emulator.control.codes('031234567')[0].text).not.toContain('@');
	});

	it('go abroad to a number that looks like an Israeli one without its 0', async () => {
		expect((await send({ phone: '508412345' })).message).toBe('CODE_SENT');
	});

	it.each<[Sent, string]>([
		[{ codelen: 9 }, 'codelen must be between 3 and 8'],
		[{ minvalid: 0 }, 'minvalid must be between 1 and 60'],
		[{ maxsms: 11 }, 'maxsms must be between 1 and 10'],
		[{ precode: '12' }, 'precode must be 3 to 8 digits'],
		[{ type: 'wa' }, 'watemplate is required'],
		[{ type: 'wa', watemplate: 2002 }, 'watemplate must be a template of category AUTHENTICATION'],
		[{ type: 'wa', watemplate: 2019 }, 'template is not approved (PENDING)'],
		[{ type: 'vms', webotp: 'a.com' }, 'webotp is for type sms only'],
		[{ type: 'vms', token: 'demo-token-sms' }, 'permission denied for telephony services'],
		[
			{ type: 'wa', watemplate: 2007, token: 'demo-token-sms' },
			'permission denied for chat-channel services',
		],
		[{ lang: 'fr' }, 'lang must be one of he, en, ar, ru'],
	])('refuse %j', async (sent, description) => {
		expect((await send(sent)).data.description).toBe(description);
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
		const sms = { from: phone, msg: 'x', list: '0501112234' };
		expect((await emulator.json('scheduleSms', sms)).status).toBe(1);
	});

	it('allows two SMS and two calls in 15 minutes, four in auto', async () => {
		for (const type of ['sms', 'vms']) {
			expect([await ask({ type }), await ask({ type }), await ask({ type })]).toEqual([
				'CODE_SENT',
				'CODE_SENT',
				'MAX_SENT',
			]);
		}
		emulator.control.advance({ minutes: 16 });
		const auto = [];
		for (let count = 0; count < 5; count++) auto.push(await ask({ type: 'auto' }));
		expect(auto).toEqual(['CODE_SENT', 'CODE_SENT', 'CODE_SENT', 'CODE_SENT', 'MAX_SENT']);
	});
});

// If this fails, one-time codes are valid in the emulator when the service refuses them.
import { emulatorForTests, type Sent } from './support';

const emulator = emulatorForTests();
const phone = '0570002233';
const send = async (sent: Sent) => await emulator.json('sendOtp', { phone, type: 'sms', ...sent });
const lastCode = (of = phone) => emulator.control.codes(of).at(-1)!;

describe('one-time codes', () => {
	it('name no channel where none was used', async () => {
		for (const _ of [1, 2]) await send({});
		expect((await send({})).data).not.toHaveProperty('channel');
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
});

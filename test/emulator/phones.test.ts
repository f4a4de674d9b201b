// If this fails, the phones show something else than what was sent.
import { emulatorForTests, eventually, siteForTests, type Sent } from './support';

const dana = '0570001001';
const emulator = emulatorForTests();
const { json } = emulator;
const sms = async (sent: Sent) => await json('scheduleSms', { from: 'MyShop', msg: 'x', ...sent });
const both = `${dana},0570001002`;
const thread = (phone = dana) => emulator.control.phones.thread(phone);
const contents = (phone = dana) => thread(phone).messages.map(({ content }) => content);
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

	it('is a template with its values in header, body, link and code', async () => {
		const params = { header: { 1: 'A-7' }, body: { 1: 'Dana', 2: 'Sunday' }, button: { 0: 'A-7' } };
		await json('scheduleWa', { template: 2003, listjson: { [dana]: params } });
		await arrived(1);
		await json('sendOtp', { phone: dana, type: 'wa', watemplate: 2007, precode: '4711' });
		await arrived(2);
		expect(contents()).toMatchObject([
			{
				...{ kind: 'template', template: 2003, title: 'Order A-7', file: undefined },
				body: 'Hello Dana, your order arrives on Sunday.',
				footer: 'Reply STOP to opt out',
				buttons: [{ type: 'URL', text: 'Track', value: 'https://shop.example.com/track/A-7' }],
			},
			{
				body: '4711 is your verification code.',
				buttons: [{ type: 'COPY_CODE', value: '4711' }],
			},
		]);
	});

	it('is the header file of a template, the default one when none is sent', async () => {
		await json('scheduleWa', { template: 2004, list: dana });
		const fileurl = 'https://media.example.com/a.pdf';
		await json('scheduleWa', { template: 2005, list: dana, fileurl });
		await arrived(2);
		expect(contents()).toMatchObject([
			{ file: { kind: 'image', url: 'https://media.example.com/extapi-demo/collection.jpg' } },
			{ file: { kind: 'document', url: fileurl } },
		]);
	});

	it('is a call, what it plays and which digits it waits for', async () => {
		const call = { from: '0', desc: 'call', list: dana };
		await json('scheduleVms', { ...call, tts: 'Press 1', getdigits: '15', nextsid: 301 });
		await json('scheduleVms', { ...call, sid: 302 });
		await arrived(2);
		expect(contents()).toMatchObject([
			{ kind: 'call', says: 'Press 1', asks: '15', next: 'Opening hours' },
			{ kind: 'call', says: '', service: 'Main menu', asks: 'menu' },
		]);
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

	it('is searched by number, name and the text of any message', async () => {
		const listjson = { [dana]: 'First text', '0570001002': 'second text' };
		await json('scheduleSms', { from: 'MyShop', listjson });
		await sms({ list: dana, msg: 'newest' });
		await arrived(2);
		const found = (search: string) =>
			emulator.control.phones.list(search).phones.map(({ phone, last }) => [phone, last.text]);
		expect(found('+972 57-000-1002')).toEqual([['0570001002', 'second text']]);
		expect(found('97257')).toHaveLength(2);
		expect(found('dana')).toEqual([[dana, 'newest']]);
		expect(found('first')).toEqual([[dana, 'First text']]);
		expect(found('nowhere')).toEqual([]);
	});

	it('tells what is newer than what is known, until all was forgotten', async () => {
		await sms({ list: '0570001002', msg: 'one' });
		await arrived(1, '0570001002');
		const known = emulator.control.phones.list();
		await sms({ list: dana, msg: 'two' });
		await arrived(1);
		const since = known.phones[0].last.id;
		const fresh = emulator.control.phones.list('', since);
		expect(fresh.phones.map(({ phone }) => phone)).toEqual([dana]);
		expect(fresh.era).toBe(known.era);
		emulator.control.reset();
		expect(emulator.control.phones.list('', since)).toEqual({ era: known.era + 1, phones: [] });
	});
});

describe('the owner of a phone', () => {
	it('writes, which opens the reply window', async () => {
		await emulator.control.phones.write('057-000-1001', 'Hi');
		expect(thread()).toMatchObject({
			messages: [{ byRecipient: true, content: { kind: 'chat', text: 'Hi' } }],
			relations: [{ account: 'main', windowUntil: expect.any(Number) as number }],
		});
		expect(await json('sendWa', { to: dana, msg: 'Hello' })).toMatchObject({ message: 'OK' });
		emulator.control.advance({ hours: 24 });
		expect(thread().relations[0].windowUntil).toBeNull();
	});

	it.each([
		['a digit list', { tts: 'x', getdigits: '15' }, ['1'], ['2', '*', '', 'a', '15']],
		['all', { tts: 'x', getdigits: 'all' }, ['7'], ['ab', '12']],
		['num, until hash', { tts: 'x', getdigits: 'num' }, ['1', '23', '#'], ['1#2']],
	])('presses what a call waits for, and no more: %s', async (_, asked, taken, refused) => {
		await json('scheduleVms', { from: '0', desc: 'call', list: dana, ...asked });
		await arrived(1);
		const [{ id }] = thread().messages;
		const press = (digits: string) => emulator.control.phones.press(dana, id, digits);
		for (const digits of refused) expect(() => press(digits)).toThrow(/takes no|is empty/);
		expect(thread().messages[0].pressed).toBeUndefined();
		for (const digits of taken) press(digits);
		expect(() => press('1')).toThrow(`this call takes no 1 after ${taken.join('')}`);
		expect(thread().messages[0].pressed).toBe(taken.join(''));
	});

	it('presses as much as they like in a menu, and nothing in a call that asks for nothing', async () => {
		await json('scheduleVms', { from: '0', desc: 'call', list: dana, sid: 302 });
		await json('scheduleVms', { from: '0', desc: 'call', list: dana, tts: 'x' });
		await arrived(2);
		const [menu, told] = thread().messages;
		for (const digits of ['1', '#', '22']) emulator.control.phones.press(dana, menu.id, digits);
		expect(thread().messages[0].pressed).toBe('1#22');
		expect(() => emulator.control.phones.press(dana, told.id, '1')).toThrow('takes no 1');
	});

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

	it('leaves a list and comes back', async () => {
		const check = async () =>
			(await json('poolMembers', { pid: 1001, act: 'check', list: dana })).message;
		emulator.control.phones.leave(dana, 1001, true);
		expect(await check()).toBe('BLOCKED');
		emulator.control.phones.leave(dana, 1001, false);
		expect(await check()).toBe('REG');
		expect(() => emulator.control.phones.leave(dana, 1003, true)).toThrow('is not in list 1003');
	});
});

describe('what a customer writes', () => {
	const bodies: string[] = [];
	const at = siteForTests((request, response) => {
		request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
		request.on('end', () => response.writeHead(202).end());
	});

	it('is posted to the address that was set', async () => {
		const address = at('/in');
		emulator.control.changeSettings({ forwardInbound: address });
		expect(await emulator.control.phones.write(dana, 'Hi')).toEqual({ url: address, status: 202 });
		expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([{ from: dana, text: 'Hi' }]);
	});

	it('is not posted to another machine, nor anywhere by default', async () => {
		expect(await emulator.control.phones.write(dana, 'Hi')).toBeUndefined();
		emulator.control.changeSettings({ forwardInbound: 'http://192.0.2.1/in' });
		expect(await emulator.control.phones.write(dana, 'Hi')).toMatchObject({
			error: expect.stringContaining('not on this machine') as string,
		});
	});
});

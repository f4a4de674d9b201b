import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { emulatorForTests, type Sent } from './support';

const emulator = emulatorForTests();

describe('contacts', () => {
	const members = async (sent: Sent) => await emulator.plain('poolMembers', { pid: 1003, ...sent });

	it('move between the three conditions', async () => {
		const list = '0501112233';
		expect(await members({ act: 'check', list })).toBe('NOT_REG');
		expect(await members({ act: 'add', list, fname: 'Dana' })).toBe('OK');
		expect(await members({ act: 'check', list })).toBe('REG');
		expect(await members({ act: 'add', list: '972501112233' })).toBe('ALREADY_REG 972501112233');
		expect(await members({ act: 'del', list })).toBe('OK');
		expect(await members({ act: 'del', list })).toBe('NOT_REG 0501112233');
	});

	it('keep or overwrite data, and lift a block inside the list only', async () => {
		const list = '0501112233';
		const fields = () => emulator.control.contacts(1003)[0].fields;
		await members({ act: 'add', list, fname: 'Dana' });
		await members({ act: 'add', list, fname: 'Noa', update: 0 });
		expect(fields().fname).toBe('Dana');
		await members({ act: 'add', list, fname: 'Noa', update: 1 });
		expect(fields().fname).toBe('Noa');
		const blocked = emulator.control.contacts(1001).find((contact) => contact.blocked)!.phone;
		const in1001 = async (sent: Sent) => await members({ pid: 1001, list: blocked, ...sent });
		expect(await in1001({ act: 'add' })).toBe(`BLOCKED ${blocked}`);
		expect(await in1001({ act: 'add', unblock: 1 })).toBe('OK');
		expect(await in1001({ act: 'check' })).toBe('REG');
	});

	it('name numbers by reason, in JSON as lists', async () => {
		const { message, data } = await emulator.json('poolMembers', {
			pid: 1003,
			act: 'del',
			list: '0501112233,bad',
		});
		expect(message).toBe('OK');
		expect(data).toMatchObject({ NOT_REG: ['0501112233'], ACTION_ERROR: ['bad'] });
	});
});

describe('sub-admin balances', () => {
	const change = async (amount: number) =>
		await emulator.plain('manageSu', { suid: 501, act: 'creditupdate', type: 'sms', amount });

	it('move messages between the accounts', async () => {
		expect(await change(50)).toBe('OK 250');
		expect(await emulator.plain('scheduleSms', { act: 'credit' })).toBe('99950');
		expect(await change(-250)).toBe('OK 0');
		expect(await change(-1)).toBe('AMOUNT_MISMATCH');
		expect(await change(1_000_000)).toBe('NOT_ENOUGH_CREDIT');
	});

	it('want the whole balance back after a change of price', async () => {
		emulator.service.state.accounts.get('main')!.subAdmins.get(501)!.priceChanged.push('sms');
		expect(await change(10)).toBe('PRICE_CHANGED');
		expect(await change(-200)).toBe('OK 0');
		expect(await change(200)).toBe('OK 200');
	});
});

describe('automations', () => {
	const start = async (sent: Sent) => await emulator.plain('autoWebhook', { autoid: 701, ...sent });

	it('keep declared fields, normalise phones and write their own variables last', async () => {
		emulator.control.setNow('2030-01-05T08:07:00Z');
		expect(
			await start({ name: 'Dana', phone: '050-111 2233', orderPhone: 'unknown', other: 'x' }),
		).toMatch(/^OK 9\d{17}$/);
		expect(emulator.control.runs()[0].variables).toEqual({
			'trigger.name': 'Dana',
			'trigger.phone': '972501112233',
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
});

describe('chat replies', () => {
	const reply = async (sent: Sent = {}) =>
		await emulator.json('sendWa', { to: '0501112233', msg: 'Hi', ...sent });

	it('are possible from a message of the customer until five minutes before the day is over', async () => {
		expect((await reply()).status).toBe(0);
		emulator.control.inbound('0501112233');
		expect(await reply()).toMatchObject({ status: 1, action: 'sendwafree' });
		emulator.control.advance({ hours: 23, minutes: 54 });
		expect((await reply()).status).toBe(1);
		emulator.control.advance({ minutes: 2 });
		expect((await reply()).data.description).toMatch(/^window closed/);
		emulator.control.inbound('0501112233');
		expect((await reply()).status).toBe(1);
	});

	it('are limited to 200 an hour, sub-admins included', async () => {
		emulator.control.inbound('0501112233');
		for (let count = 0; count < 200; count++) await reply();
		const full = 'hourly limit of 200 free-form messages reached';
		expect((await reply()).data.description).toBe(full);
		expect((await reply({ token: 'demo-token-subadmin-1' })).data.description).toBe(full);
		emulator.control.advance({ minutes: 61 });
		expect((await reply()).status).toBe(1);
	});

	it('take files by their content', async () => {
		const files: Record<string, Buffer> = {
			'/a.png': Buffer.from('\x89PNG\r\n', 'latin1'),
			'/wrong.pdf': Buffer.from('\x89PNG\r\n', 'latin1'),
			'/a.mp3': Buffer.from('ID3', 'latin1'),
			'/a.webp': Buffer.from('RIFF0000WEBP', 'latin1'),
			'/noname': Buffer.from('%PDF-1.7', 'latin1'),
			'/big.png': Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(2 * 1024 * 1024)]),
		};
		const server = createServer((request, response) =>
			response.end(files[request.url ?? '']),
		).listen(0, '127.0.0.1');
		await new Promise((resolve) => server.once('listening', resolve));
		const at = (path: string) =>
			`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
		emulator.control.inbound('0501112233');
		const said = async (path: string, msg = '') =>
			(await reply({ msg, fileurl: at(path) })).data.description;
		expect(await said('/a.png', 'caption')).toBeUndefined();
		expect(await said('/noname')).toBeUndefined();
		expect(await said('/a.mp3')).toBeUndefined();
		expect(await said('/a.mp3', 'text')).toBe('audio message with text');
		expect(await said('/wrong.pdf')).toBe('file content not matching its extension');
		expect(await said('/a.webp')).toBe('unsupported file type');
		expect(await said('/big.png')).toBe('file over 2 MB');
		expect((await reply({ fileurl: 'http://10.0.0.1/a.png' })).data.description).toBe(
			'file URL not allowed',
		);
		expect((await reply({ fileurl: 'http://nowhere.invalid/a.png' })).data.description).toBe(
			'file URL host unresolved',
		);
		emulator.control.changeSettings({ allowLocalFiles: false });
		expect(await said('/a.png')).toBe('file URL not allowed');
		server.close();
	});
});

describe('templates', () => {
	it('are listed with what sending them needs', async () => {
		const { data } = await emulator.json('waTemplates', {});
		const templates = data.templates as Array<Record<string, unknown>>;
		expect(data.count).toBe(templates.length);
		const byCode = new Map(templates.map((template) => [template.code, template]));
		expect(byCode.get(2003)).toMatchObject({
			sendable: true,
			params: {
				header: [{ index: 1, example: 'A-1001' }],
				button: [{ index: 0, example: 'A-1001', buttonText: 'Track' }],
			},
			simpleParamsAllowed: false,
			paramsExample: {
				header: { 1: 'A-1001' },
				body: { 1: 'Dana', 2: 'Sunday' },
				button: { 0: 'A-1001' },
			},
		});
		expect(byCode.get(2013)).toMatchObject({
			paramsExample: { button: { 0: 'sale?id=7', 1: 'ABC123' } },
		});
		expect(byCode.get(2009)).toMatchObject({ sendable: false, issue: 'needs_resync' });
		expect(byCode.get(2018)).toMatchObject({
			params: { body: [{ index: 1 }] },
			otp: { codeParam: 'body.1' },
		});
		expect(byCode.get(2001)).toMatchObject({ paramsExample: null, simpleParamsAllowed: true });
		expect(byCode.get(2004)).toMatchObject({
			header: { fileurlTypes: ['jpg', 'jpeg', 'png'], hasDefaultMedia: true },
		});
	});

	it('replace contact placeholders for lists, and skip silently whom a value is missing for', async () => {
		const params = { body: { 1: '[first_name]', 2: '[phone_num]' } };
		await emulator.json('scheduleWa', { template: 2002, list: '0501112233', params });
		expect(emulator.control.ledger().total).toBe(0);
		await emulator.json('scheduleWa', {
			template: 2002,
			list: '0501112233',
			params: 'Dana,[phone_num]',
		});
		expect(emulator.control.ledger().entries[0].text).toMatch(
			/^Hello Dana, your coupon is 0501112233\./,
		);
		const listjson = {
			'0501112234': { body: { 1: 'a', 2: 'b' } },
			'0501112235': { body: { 1: 'a' } },
		};
		await emulator.json('scheduleWa', { template: 2002, listjson });
		expect(emulator.control.ledger().total).toBe(2);
	});
});

// If this fails, a chat reply that works against the emulator is refused by the service.
import { siteForTests } from '../site';
import { emulatorForTests, type Sent } from './support';

const emulator = emulatorForTests();
const files: Record<string, Buffer> = {
	'/a.png': Buffer.from('\x89PNG\r\n', 'latin1'),
	'/wrong.pdf': Buffer.from('\x89PNG\r\n', 'latin1'),
	'/a.mp3': Buffer.from('ID3', 'latin1'),
	'/a.webp': Buffer.from('RIFF0000WEBP', 'latin1'),
	'/noname': Buffer.from('%PDF-1.7', 'latin1'),
	'/big.png': Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(2 * 1024 * 1024)]),
};
const at = siteForTests((request, response) => void response.end(files[request.url ?? '']));

describe('chat replies', () => {
	const reply = async (sent: Sent = {}) =>
		await emulator.json('sendWa', { to: '0570002233', msg: 'Hi', ...sent });

	it('are possible from a message of the customer until five minutes before the day is over', async () => {
		expect((await reply()).status).toBe(0);
		emulator.control.inbound('0570002233');
		expect(await reply()).toMatchObject({ status: 1, action: 'sendwafree' });
		emulator.control.advance({ hours: 23, minutes: 54 });
		expect((await reply()).status).toBe(1);
		emulator.control.advance({ minutes: 2 });
		expect((await reply()).data.description).toMatch(/^window closed/);
		emulator.control.inbound('0570002233');
		expect((await reply()).status).toBe(1);
	});

	it('are possible from every chat number once the customer has written', async () => {
		emulator.control.inbound('0570002233', 'two-numbers');
		for (const from of ['0570021111', '0570011111']) {
			expect((await reply({ token: 'demo-token-two-numbers', from })).status).toBe(1);
		}
		const other = { to: '0570002234', token: 'demo-token-two-numbers', from: '0570021111' };
		expect((await reply(other)).data.description).toMatch(/^window closed/);
	});

	it('are limited to 200 an hour, sub-admins included', async () => {
		emulator.control.inbound('0570002233');
		for (let count = 0; count < 200; count++) await reply();
		const full = 'hourly limit of 200 free-form messages reached';
		expect((await reply()).data.description).toBe(full);
		expect((await reply({ token: 'demo-token-subadmin-1' })).data.description).toBe(full);
		emulator.control.advance({ minutes: 61 });
		expect((await reply()).status).toBe(1);
	});

	it.each([
		['/a.png', 'caption', undefined],
		['/noname', '', undefined],
		['/a.mp3', '', undefined],
		['/a.mp3', 'text', 'audio message with text'],
		['/wrong.pdf', '', 'file content not matching its extension'],
		['/a.webp', '', 'unsupported file type'],
		['/big.png', '', 'file over 2 MB'],
		['http://10.0.0.1/a.png', 'Hi', 'file URL not allowed'],
		['http://nowhere.invalid/a.png', 'Hi', 'file URL host unresolved'],
	])('take files by their content: %s with the text "%s"', async (file, msg, said) => {
		emulator.control.inbound('0570002233');
		const fileurl = file.startsWith('/') ? at(file) : file;
		expect((await reply({ msg, fileurl })).data.description).toBe(said);
	});

	it('take no files of this machine when the settings say so', async () => {
		emulator.control.inbound('0570002233');
		emulator.control.changeSettings({ allowLocalFiles: false });
		const { data } = await reply({ msg: '', fileurl: at('/a.png') });
		expect(data.description).toBe('file URL not allowed');
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
			params: { button: [{ index: 0, example: 'A-1001', buttonText: 'Track' }] },
			simpleParamsAllowed: false,
			paramsExample: {
				...{ header: { 1: 'A-1001' }, body: { 1: 'Dana', 2: 'Sunday' }, button: { 0: 'A-1001' } },
			},
		});
		expect(byCode.get(2009)).toMatchObject({ sendable: false, issue: 'needs_resync' });
		expect(byCode.get(2018)).toMatchObject({ otp: { codeParam: 'body.1' } });
		expect(byCode.get(2001)).toMatchObject({ paramsExample: null, simpleParamsAllowed: true });
		expect(byCode.get(2004)).toMatchObject({
			header: { fileurlTypes: ['jpg', 'jpeg', 'png'], hasDefaultMedia: true },
		});
	});

	it('replace contact placeholders for lists', async () => {
		const params = 'Dana,[phone_num]';
		await emulator.json('scheduleWa', { template: 2002, list: '0570002233', params });
		const [{ text }] = emulator.control.ledger().entries;
		expect(text).toMatch(/^Hello Dana, your coupon is 0570002233\./);
	});

	it('take nothing but a params object from listjson, and skip whom a value is missing for', async () => {
		const listjson = {
			...{ '0570002231': '{"body":{"1":"a","2":"b"}}', '0570002232': 'a,b' },
			...{ '0570002233': ['a', 'b'], '0570002235': { body: { 1: 'a' } } },
			'0570002234': { body: { 1: 'a', 2: 'b' } },
		};
		expect((await emulator.json('scheduleWa', { template: 2002, listjson })).status).toBe(1);
		expect(emulator.control.ledger().entries.map(({ phone }) => phone)).toEqual(['0570002234']);
		const plain = { '0570002231': '', '0570002232': null, '0570002233': {} };
		await emulator.json('scheduleWa', { template: 2001, listjson: plain });
		expect(emulator.control.ledger().total).toBe(2);
	});

	it('put any contact data into a link, encoded', async () => {
		const add = { pid: 1003, act: 'add', list: '0570002233', lname: "O'Hara (Jr.)*!" };
		await emulator.json('poolMembers', add);
		const params = { header: { 1: 'a' }, body: { 1: 'a', 2: 'b' }, button: { 0: '[last_name]' } };
		await emulator.json('scheduleWa', { template: 2003, pid: 1003, params });
		expect(emulator.control.ledger().entries[0].text).toContain('O%27Hara%20%28Jr.%29%2A%21');
	});
});

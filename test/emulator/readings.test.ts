// If this fails, where the specification is silent, only one reading is ever tried.
import { readings } from '../../emulator';
import { emulatorForTests, type Sent } from './support';

const emulator = emulatorForTests();
const sms = { from: 'MyShop', msg: 'x', list: '0570002233' };
const at = (dy: string, dm: string, dd: string, dh: string) => ({ dy, dm, dd, dh, di: '30' });
const said = async (script: string, sent: Sent) => {
	const { message, data } = await emulator.json(script, sent);
	return data.description ?? message;
};
const startsAt = () => new Date(emulator.control.campaigns().at(-1)!.startsAt).toISOString();
const credit = async () => (await emulator.json('scheduleSms', { act: 'credit' })).data.credit;
const afterSending = async (sent: Sent) => {
	const before = Number(await credit());
	await emulator.json('scheduleSms', { ...sms, ...sent });
	emulator.control.advance({ seconds: 1 });
	return before - Number(await credit());
};

/** What the service does under each reading. */
type Question = { ask: () => Promise<unknown>; answers: Record<string, unknown> };
/** `duplicates` and `sharedMembers` are shown by recipients.test.ts. */
type Asked = Exclude<keyof typeof readings, 'duplicates' | 'sharedMembers'>;
const questions: Record<Asked, Record<string, Question>> = {
	emoji: {
		'an SMS of 600 emoji': {
			ask: async () => await said('scheduleSms', { ...sms, msg: '🙂'.repeat(600) }),
			answers: { one: 'OK', two: 'msg must be up to 1000 chars' },
		},
		'the price of 40 emoji': {
			ask: async () => await afterSending({ msg: '🙂'.repeat(40) }),
			answers: { one: 1, two: 2 },
		},
	},
	repeatedHour: {
		'half past one on the night summer time ends': {
			ask: async () => {
				emulator.control.setNow('2030-10-01T00:00:00Z');
				await emulator.json('scheduleSms', { ...sms, ...at('2030', '10', '27', '01') });
				return startsAt();
			},
			answers: { first: '2030-10-26T22:30:00.000Z', second: '2030-10-26T23:30:00.000Z' },
		},
	},
	pastSchedule: {
		'a schedule of last year': {
			ask: async () => {
				emulator.control.setNow('2030-10-01T00:00:00Z');
				return await said('scheduleSms', { ...sms, ...at('2029', '10', '27', '01') });
			},
			answers: { refused: 'schedule time is in the past', atOnce: 'OK' },
		},
	},
	notificationPhone: {
		'a landline for notifications': {
			ask: async () => await said('scheduleSms', { ...sms, np: '0771234567' }),
			answers: { tenDigits: 'OK', mobile: 'np must be a mobile number of 10 digits' },
		},
	},
	smsAbroad: {
		'the price of one SMS abroad and one in Israel': {
			ask: async () => await afterSending({ list: '447700900123,0570002233' }),
			answers: { charged: 2, free: 1 },
		},
		'a code abroad without any SMS left': {
			ask: async () => {
				emulator.control.changeAccount({ sms: 0 });
				return await said('sendOtp', { phone: '447700900123', type: 'sms' });
			},
			answers: { charged: 'not enough balance', free: 'CODE_SENT' },
		},
	},
	withoutZero: {
		'a number of Saint Pierre that would be Israeli behind a 0': {
			ask: async () => {
				await emulator.json('scheduleSms', { ...sms, list: '508412345,0570002233' });
				return emulator.control.ledger().entries.map(({ phone }) => phone);
			},
			answers: { abroad: ['508412345', '0570002233'], unidentified: ['0570002233'] },
		},
	},
	listPlaceholders: {
		'a first name in a template to a list': {
			ask: async () => {
				const params = { body: { 1: '[first_name]', 2: '[phone_num]' } };
				await emulator.json('scheduleWa', { template: 2002, list: '0570002233', params });
				return emulator.control.ledger().entries.map(({ text }) => text.split('\n')[0]);
			},
			answers: { emptied: [], literal: ['Hello [first_name], your coupon is 0570002233.'] },
		},
		'a first name in a button of a template to a list': {
			ask: async () => {
				const params = {
					header: { 1: 'a' },
					body: { 1: 'a', 2: 'b' },
					button: { 0: '[first_name]' },
				};
				return await said('scheduleWa', { template: 2003, list: '0570002233', params });
			},
			answers: {
				emptied: 'OK',
				literal: 'template button parameter for button index 0 contains disallowed characters',
			},
		},
	},
	chatOtpPermission: {
		'a code by chat with a token for chat only': {
			ask: async () => {
				const token = 'demo-token-chat';
				return [
					await said('sendOtp', { token, phone: '0570002233', type: 'wa', watemplate: 2007 }),
					await said('sendOtp', { token, phone: '0570002233', code: '1' }),
				];
			},
			answers: {
				chat: ['CODE_SENT', 'WRONG_CODE'],
				smsAndChat: ['permission denied for SMS services', 'permission denied for SMS services'],
			},
		},
	},
	longFields: {
		'an automation field of 501 characters': {
			ask: async () => {
				const answer = await said('autoWebhook', { autoid: 701, name: 'a'.repeat(501), city: 'x' });
				return [answer, emulator.control.runs()[0]?.variables['trigger.name']?.length];
			},
			answers: {
				cut: ['OK', 500],
				dropped: ['OK', undefined],
				refused: ['name must be up to 500 chars', undefined],
			},
		},
	},
	emptyFields: {
		'an empty first name with update=1': {
			ask: async () => {
				const add = { pid: 1003, act: 'add', list: '0570002233' };
				await emulator.json('poolMembers', { ...add, fname: 'Dana' });
				await emulator.json('poolMembers', { ...add, fname: '', update: 1 });
				return emulator.control.contacts(1003)[0].fields;
			},
			answers: { clear: {}, keep: { fname: 'Dana' } },
		},
	},
	overwriteReply: {
		'an overwrite, and one of several numbers, which overwrites nothing': {
			ask: async () => {
				const add = { pid: 1003, act: 'add', list: '0570002233', update: 1 };
				const replies = [];
				for (const sent of [
					add,
					add,
					{ ...add, update: 0 },
					{ ...add, list: `${add.list},0570002234` },
				]) {
					replies.push(await emulator.plain('poolMembers', sent));
				}
				return replies;
			},
			answers: {
				ALREADY_REG: ['OK', ...Array<string>(3).fill('ALREADY_REG 0570002233')],
				OK: ['OK', 'OK', ...Array<string>(2).fill('ALREADY_REG 0570002233')],
			},
		},
	},
	wrongTid: {
		'a campaign code of letters': {
			ask: async () => [
				await emulator.plain('taskStatus', { tid: 'abc' }),
				await said('taskStatus', { tid: 'abc', act: 'del' }),
			],
			answers: {
				na: ['na', 'campaign not found or not pending'],
				error: ['ERROR --> Description: tid must be a number', 'tid must be a number'],
			},
		},
	},
	declaredMethod: {
		'get=1 in a POST': {
			ask: async () => {
				const body = new URLSearchParams({ token: 'demo-token-full', act: 'credit', get: '1' });
				const url = `${emulator.url}/extApi/scheduleSms.php`;
				return await (await fetch(url, { method: 'POST', body })).text();
			},
			answers: {
				checked: 'ERROR --> Description: get=1 sent but the method is POST',
				ignored: '100000',
			},
		},
	},
};
const asked = Object.entries(questions).flatMap(([name, cases]) =>
	Object.entries(cases).map(([what, question]) => ({ name: name as Asked, what, ...question })),
);

describe.each(asked)('$name: $what', ({ name, ask, answers }) => {
	it('is answered under every reading', () => {
		expect(Object.keys(answers)).toEqual([...readings[name]]);
	});

	it.each(Object.entries(answers))('%s', async (reading, answer) => {
		expect(emulator.control.settings()[name]).toBe(readings[name][0]);
		emulator.control.changeSettings({ [name]: reading });
		expect(await ask()).toEqual(answer);
	});
});

describe('settings', () => {
	it('that do not exist are refused, and nothing is changed', () => {
		const change = () =>
			emulator.control.changeSettings({ emoji: 'two', duplicate: 'keep' } as object);
		expect(change).toThrow('there is no field duplicate, only ');
		expect(emulator.control.settings().emoji).toBe('one');
	});
});

// If this fails, a typing error in a control call changes the emulator without a word.
import axios from 'axios';
import { defaultSettings } from '../../emulator/state/settings';
import { emulatorForTests } from './support';

const emulator = emulatorForTests();
const post = async (path: string, body: unknown) => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const { status, data } = await axios.post<{ error?: string }>(
		`${emulator.url}/emulator${path}`,
		text,
		{ validateStatus: () => true },
	);
	return { status, error: data.error ?? '' };
};
/** What the routes that change something could spoil. */
const state = () => ({
	settings: emulator.control.settings(),
	faults: emulator.control.faults(),
	accounts: emulator.control.accounts(),
	ahead: Math.abs(emulator.control.now() - Date.now()) > 60_000,
	phones: emulator.control.phones.list().phones,
	relations: emulator.control.phones.thread('0570001001').relations,
});

/** A route, a body it must refuse, and the words that name the field and its rule. */
const refused: Array<[path: string, body: unknown, words: string]> = [
	['/clock', 'no JSON', 'the body must be JSON'],
	['/clock', [], 'the body must be a JSON object'],
	['/clock', {}, 'now, minutes, hours, seconds or ms must be given'],
	['/clock', { minutes: 'x' }, 'minutes must be a number, not "x"'],
	['/clock', { minutes: 1e300 }, 'the clock goes from 1970 to 9999'],
	['/clock', { now: 'noon' }, 'no time: noon'],
	['/clock', { days: 1 }, 'there is no field days, only now, '],
	['/faults', { kind: 'zzz' }, 'kind must be one of http500, '],
	['/faults', [{ kind: 'http500' }, { kind: 'zzz' }], 'kind must be one of http500, '],
	['/faults', { kind: 'http500', times: 0 }, 'times must be a whole number from 1 '],
	['/faults', { kind: 'http500', endpoint: 'nope' }, 'endpoint must be one of scheduleSms, '],
	['/faults', { kind: 'http500', match: { pid: 1001 } }, 'match must be an object of texts'],
	['/faults', { kind: 'delay', ms: 'x' }, 'ms must be a whole number from 0 '],
	['/faults', { kind: 'undocumented', status: 42 }, 'status must be a whole number from 200 '],
	['/faults', { kind: 'http500', accept: 'no' }, 'accept must be true or false, not "no"'],
	['/inbound', {}, 'phone must be a text, not nothing'],
	['/inbound', { phone: 'xyz' }, 'no phone: xyz'],
	['/inbound', { phone: '0570001001', text: ' ' }, 'text is empty'],
	['/inbound', { phone: '0570001001', account: 'zzz' }, 'no account zzz'],
	['/phones/0570001001/digits', { id: '1', digits: '1' }, 'id must be a whole number from 1 '],
	['/phones/0570001001/digits', { id: 1, digits: 1 }, 'digits must be a text, not 1'],
	['/phones/0570001001/block', { blocked: 'yes' }, 'blocked must be true or false, not "yes"'],
	['/phones/0570001001/lists/1001', { left: 1 }, 'left must be true or false, not 1'],
	['/phones/0570001001/lists/x', { left: true }, 'pid must be a whole number from 1 '],
	['/account', { sms: -3 }, 'sms must be a whole number from 0 '],
	['/account', { sms: 1e20 }, 'sms must be a whole number from 0 '],
	['/account', { zzz: 1 }, 'there is no field zzz, only account, sms, '],
	['/campaigns/1', { status: 'blah' }, 'status must be one of pending, '],
	['/campaigns/1', { status: 'error', notification: 'X' }, 'notification must be one of '],
	['/settings', { speed: 1 }, 'there is no field speed, only latencyMs, '],
	['/settings', { forwardInbound: 'javascript:alert(1)' }, 'forwardInbound must be an http'],
];

describe('a body that a route of the control interface does not understand', () => {
	it.each(refused)('%s %j is refused, and nothing is changed', async (path, body, words) => {
		const before = state();
		const { status, error } = await post(path, body);
		expect([status, error]).toEqual([400, expect.stringContaining(words)]);
		expect(state()).toEqual(before);
	});

	it.each(Object.keys(defaultSettings))('%s of the settings is refused', async (name) => {
		const before = state();
		for (const value of [{}, [], 'nonsense', -1]) {
			const { status, error } = await post('/settings', { [name]: value });
			expect([status, error]).toEqual([400, expect.stringContaining(`${name} must be`)]);
		}
		expect(state()).toEqual(before);
	});

	it.each([
		['/contacts?pid=zz', 'pid must be'],
		['/requests/newest?limit=-1', 'limit must be'],
		['/requests/abc', 'index must be'],
	])('a GET of %s is refused', async (path, words) => {
		const { status, data } = await axios.get<{ error: string }>(`${emulator.url}/emulator${path}`, {
			validateStatus: () => true,
		});
		expect([status, data.error]).toEqual([400, expect.stringContaining(words)]);
	});
});

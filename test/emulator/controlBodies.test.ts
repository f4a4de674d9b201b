// If this fails, a typing error in a control call changes the emulator without a word.
import axios from 'axios';
import { defaultSettings } from '../../emulator/state/settings';
import bodies from './controlBodies.json';
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
const refused = bodies as Array<[path: string, body: unknown, words: string]>;

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

// If this fails, people meet an error of the service that the emulator never showed them.
import specErrors from './specErrors.json';
import { emulatorForTests, repeated, type Sent } from './support';

const emulator = emulatorForTests();
/** The error texts of the specification ("Error words", and the rules of each endpoint), by script, each with a request that meets it. */
const errors = repeated(specErrors) as Array<[string, string, Sent, object?]>;

describe('error texts of the specification', () => {
	it.each(errors)('%s: %s', async (script, text, sent, settings = {}) => {
		emulator.control.changeSettings(settings);
		const reply = await emulator.json(script, sent);
		const data = { description: text, remoteIP: '127.0.0.1' };
		expect(reply).toMatchObject({ status: 0, message: 'ERROR', data });
		const plain = await emulator.plain(script, sent);
		if (script === 'waTemplates') expect(JSON.parse(plain)).toMatchObject({ status: 0 });
		else expect(plain).toBe(`ERROR --> Description: ${text}`);
		expect(emulator.control.ledger().total).toBe(0);
	});

	it('answers No IP as plain text even to a JSON request', async () => {
		emulator.control.changeSettings({ callerIpUnknown: true });
		const { data } = await emulator.call('autoWebhook', { autoid: 701 });
		expect(data).toBe('ERROR --> Description: No IP');
	});

	it('leaves action out of the reply to an invalid JSON body', async () => {
		const response = await fetch(`${emulator.url}/extApi/waTemplates.php`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: '{"token":',
		});
		const data = { description: 'invalid JSON body', remoteIP: '127.0.0.1' };
		expect(await response.json()).toEqual({ status: 0, message: 'ERROR', data });
	});

	it('wants get=1 or post=2 in the plain modes', async () => {
		const body = new URLSearchParams({ token: 'demo-token-full', act: 'credit' });
		const url = `${emulator.url}/extApi/scheduleSms.php`;
		const none = await fetch(url, { method: 'POST', body });
		expect(await none.text()).toMatch(/neither get=1 nor post=2 sent/);
	});
});

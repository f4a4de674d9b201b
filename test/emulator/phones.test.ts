// If this fails, what a customer writes in the emulator leaves this machine; what is on phones is in stories.json.
import { emulatorForTests } from './support';

const dana = '0570001001';
const emulator = emulatorForTests();

describe('what a customer writes', () => {
	it('is not posted to another machine, nor anywhere by default', async () => {
		expect(await emulator.control.phones.write(dana, 'Hi')).toBeUndefined();
		emulator.control.changeSettings({ forwardInbound: 'http://192.0.2.1/in' });
		expect(await emulator.control.phones.write(dana, 'Hi')).toMatchObject({
			error: expect.stringContaining('not on this machine') as string,
		});
	});
});

// If this fails, people try flows against contacts or balances that behave unlike the service.
import { emulatorForTests, type Sent } from './support';

const emulator = emulatorForTests();

describe('contacts', () => {
	const members = async (sent: Sent) => await emulator.plain('poolMembers', { pid: 1003, ...sent });

	it.each([
		[{ update: 0 }, undefined],
		[{ update: 1 }, 'Noa'],
	])('keep the data of a blocked contact or overwrite it: %j', async (sent, fname) => {
		const of1001 = () => emulator.control.contacts(1001);
		const { phone: list, fields } = of1001().find((contact) => contact.blocked)!;
		const added = { pid: 1001, act: 'add', list, unblock: 1, fname: 'Noa', ...sent };
		expect(await members(added)).toBe('OK');
		const now = of1001().find(({ phone }) => phone === list)!;
		expect(now).toMatchObject({ blocked: false, fields: { fname: fname ?? fields.fname } });
	});
});

describe('sub-admin balances', () => {
	const change = async (amount: number) =>
		await emulator.plain('manageSu', { suid: 501, act: 'creditupdate', type: 'sms', amount });

	it('want the whole balance back after a change of price', async () => {
		emulator.service.state.accounts.get('main')!.subAdmins.get(501)!.priceChanged.push('sms');
		expect(await change(10)).toBe('PRICE_CHANGED');
		expect(await change(-200)).toBe('OK 0');
		expect(await change(200)).toBe('OK 200');
	});

	it('need nothing back when there is no balance of the old price', async () => {
		const subAdmin = emulator.service.state.accounts.get('main')!.subAdmins.get(501)!;
		Object.assign(subAdmin, { balance: { sms: 0, vms: 0 }, priceChanged: ['sms'] });
		expect(await change(10)).toBe('OK 10');
		expect(await change(10)).toBe('OK 20');
	});
});

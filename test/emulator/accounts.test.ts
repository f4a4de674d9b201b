// If this fails, people try flows against contacts or balances that behave unlike the service.
import { emulatorForTests, type Sent } from './support';

const emulator = emulatorForTests();

describe('contacts', () => {
	const members = async (sent: Sent) => await emulator.plain('poolMembers', { pid: 1003, ...sent });

	it('move between the three conditions', async () => {
		const list = '0570002233';
		expect(await members({ act: 'check', list })).toBe('NOT_REG');
		expect(await members({ act: 'add', list, fname: 'Dana' })).toBe('OK');
		expect(await members({ act: 'check', list })).toBe('REG');
		expect(await members({ act: 'add', list: '972570002233' })).toBe('ALREADY_REG 972570002233');
		expect(await members({ act: 'del', list })).toBe('OK');
		expect(await members({ act: 'del', list })).toBe('NOT_REG 0570002233');
	});

	it('keep or overwrite data, and lift a block inside the list only', async () => {
		const list = '0570002233';
		const { control } = emulator;
		await members({ act: 'add', list, fname: 'Dana', lname: 'Levi' });
		await members({ act: 'add', list, fname: 'Noa', update: 0 });
		expect(control.contacts(1003)[0].fields).toHaveProperty('fname', 'Dana');
		await members({ act: 'add', list, fname: 'Noa', update: 1 });
		expect(control.contacts(1003)[0].fields).toEqual({ fname: 'Noa', lname: 'Levi' });
		const blocked = emulator.control.contacts(1001).find((contact) => contact.blocked)!.phone;
		const in1001 = async (sent: Sent) => await members({ pid: 1001, list: blocked, ...sent });
		expect(await in1001({ act: 'add' })).toBe(`BLOCKED ${blocked}`);
		expect(await in1001({ act: 'add', unblock: 1 })).toBe('OK');
		expect(await in1001({ act: 'check' })).toBe('REG');
	});

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

	it('name numbers by reason, in JSON as lists', async () => {
		const removed = { pid: 1003, act: 'del', list: '0570002233,bad' };
		const data = { NOT_REG: ['0570002233'], ACTION_ERROR: ['bad'] };
		expect(await emulator.json('poolMembers', removed)).toMatchObject({ message: 'OK', data });
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
		expect(await change(10_000_000_000)).toBe('NOT_ENOUGH_CREDIT');
	});

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

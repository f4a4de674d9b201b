// If this fails, a fault that people choose in the emulator does not happen.
import { emulatorForTests } from './support';

const emulator = emulatorForTests();
const sms = { from: 'MyShop', msg: 'x', list: '0570002233' };

describe('an undocumented reply', () => {
	it.each([
		['OK', undefined, 'text/plain; charset=utf-8'],
		['MAINTENANCE', 'text/html', 'text/html'],
		['{"status":1}', undefined, 'application/json; charset=utf-8'],
		['{"status":1,"message":"OK","data":{"taskId":""}}', 'text/plain', 'text/plain'],
	])('is %s as %s, and nothing is done', async (body, contentType, expected) => {
		emulator.control.addFaults([{ kind: 'undocumented', body, contentType }]);
		const reply = await emulator.call('scheduleSms', sms);
		expect([reply.status, reply.data]).toEqual([200, body]);
		expect(reply.headers['content-type']).toBe(expected);
		expect(emulator.control.ledger().total).toBe(0);
		const logged = { accepted: false, fault: 'undocumented', reply: body };
		expect(emulator.control.requests()).toMatchObject([logged]);
	});

	it('can follow work that was done', async () => {
		emulator.control.addFaults([{ kind: 'undocumented', body: 'OK', accept: true, nth: 2 }]);
		expect((await emulator.json('scheduleSms', sms)).status).toBe(1);
		expect((await emulator.call('scheduleSms', sms)).data).toBe('OK');
		expect(emulator.control.ledger().total).toBe(2);
	});

	it('can have another status, and says MAINTENANCE when no words are given', async () => {
		emulator.control.addFaults([{ kind: 'undocumented', status: 503 }]);
		const { status, data } = await emulator.call('scheduleSms', sms);
		expect([status, data]).toEqual([503, 'MAINTENANCE']);
	});
});

describe('several faults', () => {
	const failures = async (count: number) => {
		for (let sent = 0; sent < count; sent++) {
			await emulator.call('scheduleSms', sms).catch(() => undefined);
		}
		return emulator.control.requests().map(({ fault }) => fault);
	};

	it('follow each other, each for as many requests as it was set for', async () => {
		emulator.control.addFaults([
			{ kind: 'http500', times: 2 },
			{ kind: 'emptyBody', times: 1 },
			{ kind: 'cutJson', times: 2, endpoint: 'scheduleSms' },
		]);
		const left = () => emulator.control.outstandingFaults().map((fault) => fault.left);
		await failures(1);
		expect(left()).toEqual([1, 1, 2]);
		const expected = ['http500', 'http500', 'emptyBody', 'cutJson', 'cutJson', undefined];
		expect(await failures(5)).toEqual(expected);
		expect(left()).toEqual([0, 0, 0]);
	});

	it('count all matching requests when they choose one by its number', async () => {
		emulator.control.addFaults([
			{ kind: 'http500', nth: 1 },
			{ kind: 'emptyBody', nth: 3 },
			{ kind: 'cutJson', nth: 2 },
		]);
		expect(await failures(4)).toEqual(['http500', 'cutJson', 'emptyBody', undefined]);
	});
});

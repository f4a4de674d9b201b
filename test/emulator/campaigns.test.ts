// If this fails, campaigns run, cost or end in the emulator in another way than the specification says.
import { siteForTests } from '../site';
import { emulatorForTests, eventually, type Sent } from './support';

const emulator = emulatorForTests();
const got: Array<string | undefined> = [];
const at = siteForTests((request, response) => {
	got.push(request.url);
	response.end();
});
const two = { from: 'MyShop', msg: 'x', list: '0570002233,0570002234' };
const start = async (script: string, sent: Sent) =>
	String((await emulator.json(script, sent)).data.taskId);

describe('campaigns', () => {
	it('run from pending to done, charge the balance and notify a real page', async () => {
		const tid = await start('scheduleSms', { ...two, nu: at('/page?a=1') });
		await eventually(() => got.length === 2);
		expect(got).toEqual([
			`/page?a=1&get=1&msg=START&tid=${tid}`,
			`/page?a=1&get=1&msg=END&tid=${tid}&info=2`,
		]);
		expect((await emulator.json('taskStatus', { tid })).data.taskStatus).toBe('done');
		expect((await emulator.json('scheduleSms', { act: 'credit' })).data.credit).toBe(99_998);
	});

	it('keep a ledger per phone and text, of 10,000 recipients too', async () => {
		const list = Array.from({ length: 10_000 }, (_, index) => `05${10_000_000 + index}`).join(',');
		await start('scheduleSms', { ...two, list });
		await start('scheduleSms', { ...two, list: '0510000000' });
		const { total, duplicates } = emulator.control.ledger();
		expect(total).toBe(10_001);
		expect(duplicates).toMatchObject([{ phone: '0510000000', count: 2 }]);
	});
});

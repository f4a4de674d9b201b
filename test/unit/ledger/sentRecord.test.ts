// If this fails, the record of a Campaign Key loses an entry.
import { Gathering } from '../../../nodes/shared/ledger/gathering';

/** Work that ends when the test says so. */
function slowly() {
	const ends: Array<() => void> = [];
	const done: string[][] = [];
	const gathering = new Gathering<string>(async (pieces) => {
		await new Promise<void>((resolve) => ends.push(resolve));
		done.push(pieces);
		return pieces.map((piece) => (piece === 'bad' ? new Error('It is bad') : undefined));
	});
	return { gathering, done, endNext: () => ends.shift()!() };
}
const turn = async () => await new Promise((resolve) => setImmediate(resolve));

describe('pieces of work that come many at a time', () => {
	it('gather while some are done, and each get what went wrong with it', async () => {
		const { gathering, done, endNext } = slowly();
		const first = gathering.done('first');
		await turn();
		const others = ['good', 'bad'].map((piece) => gathering.done(piece).catch(String));
		endNext();
		await first;
		await turn();
		endNext();
		expect(await Promise.all(others)).toEqual([undefined, 'Error: It is bad']);
		expect(done).toEqual([['first'], ['good', 'bad']]);
	});

	it('are over before it is idle: what is taken back then is nothing that is being written', async () => {
		const { gathering, done, endNext } = slowly();
		const work = gathering.done('last');
		let isIdle = false;
		const idle = gathering.idle().then(() => (isIdle = true));
		await turn();
		expect([isIdle, done]).toEqual([false, []]);
		endNext();
		await Promise.all([work, idle]);
		expect(done).toEqual([['last']]);
	});
});

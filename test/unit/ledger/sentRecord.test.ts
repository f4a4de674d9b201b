// If this fails, the record of a Campaign Key loses an entry, or two executions at once send to the same person.
import { MarksUnderWay } from '../../../nodes/shared/ledger/recordEntries';
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

describe('messages that an execution is about to send', () => {
	it('are known to the others of their node until it ends, and to no other node', () => {
		const [mine, other, elsewhere] = ['here', 'here', 'there'].map((at) => new MarksUnderWay(at));
		mine.begin(['a', 'b']);
		expect([mine, other, elsewhere].map((each) => each.has('a'))).toEqual([true, true, false]);
		mine.end(['a']);
		expect(['a', 'b'].map((mark) => other.has(mark))).toEqual([false, true]);
		mine.end(['b']);
		expect(other.has('b')).toBe(false);
	});

	it('stay its own when another execution ends with them: no one sends them meanwhile', () => {
		const [mine, other] = ['here', 'here'].map((at) => new MarksUnderWay(at));
		mine.begin(['a']);
		other.end(['a']);
		expect(other.has('a')).toBe(true);
		mine.end(['a']);
		expect(other.has('a')).toBe(false);
	});
});

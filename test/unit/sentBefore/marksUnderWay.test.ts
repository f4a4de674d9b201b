// If this fails, two executions at once send to the same person.
import { MarksUnderWay } from '../../../nodes/shared/sentBefore/recordEntries';

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

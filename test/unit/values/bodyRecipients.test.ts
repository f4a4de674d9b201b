// If this fails, a request is accounted to the wrong phones.
import { recipientsOfBody, toSomeOf } from '../../../nodes/shared/rules/lists';

describe('the recipients of a request', () => {
	const compared = (body: Parameters<typeof recipientsOfBody>[0]) =>
		recipientsOfBody(body).map((recipient) => recipient.compared);

	it.each([
		[{ list: '0570002233,972570002234' }, ['972570002233', '972570002234']],
		[{ listjson: { '0570002233': 'a', '14155552671': 'b' } }, ['14155552671', '972570002233']],
		[{ to: '0570002233' }, ['972570002233']],
		[{ pid: '1001,1002,1001' }, ['list 1001', 'list 1002']],
		[{ tid: '1' }, []],
	])('of %j', (body, expected) => {
		expect(compared(body).sort()).toEqual([...expected].sort());
	});

	it('tells a list from a phone of the same digits', () => {
		expect(compared({ pid: '972570002233' })).not.toEqual(compared({ list: '972570002233' }));
	});
});

describe('a request to some of its recipients', () => {
	it.each([
		[{ list: '1,2,3', msg: 'a' }, ['1', '3'], { list: '1,3', msg: 'a' }],
		[{ pid: '7,8', ne: 'a@example.com' }, ['8'], { pid: '8', ne: 'a@example.com' }],
		[{ list: '1,2,3', ne: 'a@example.com' }, ['1', '2'], { list: '1,2', ne: 'a@example.com' }],
		[{ list: '1,2', ne: 'a@example.com' }, ['1'], { list: '1' }],
	])('%j to %j', (body, names, expected) => {
		expect(toSomeOf(body, names)).toEqual(expected);
	});
});

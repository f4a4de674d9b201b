// If this fails, a distribution list gets a message twice.
import type { IContextObject, IDataObject } from 'n8n-workflow';

import { compareLists, requestToLists } from '../../../nodes/shared/run/holdBack';

const request = (pid: string, msg = 'Hello'): IDataObject => ({ pid, msg });

/** The lists of a try of a run, of whose items some have left in an earlier one. */
function tryOf(memory: IContextObject, requests: Record<number, IDataObject>, left: number[] = []) {
	const items = Object.keys(requests).map(Number);
	const toLists = new Map(items.map((item) => [item, requestToLists(requests[item], '')]));
	const compared = compareLists({ memory, runIndex: 0 }, toLists, (item) => left.includes(item));
	return { ...compared, leaders: items.map((item) => compared.leaders.get(item)) };
}

describe('a distribution list', () => {
	it('gets one request of the items that say the same to the same lists', () => {
		const requests = { 3: request('1002, 1001'), 0: request('1001,1002'), 1: request('1003') };
		expect(tryOf({}, requests)).toEqual({ leaders: [undefined, undefined, 0], conflicts: [] });
	});

	it('gets none of items that say different things; they are counted', () => {
		const requests = { 0: request('1001'), 1: request('1001'), 2: request('1001,1002') };
		expect(tryOf({}, requests).conflicts).toEqual([
			{ list: '1001', items: [0, 1, 2], messages: 2 },
		]);
	});

	it.each<[string, IDataObject, number[], unknown]>([
		['the same to it shares the request', request('1001'), [0], [0]],
		['something else to it is refused', request('1001', 'Bye'), [0], [undefined]],
		['something else is sent, when nothing had left', request('1001', 'Bye'), [], [undefined]],
	])('in a later try, an item that says %s', (_what, body, left, leaders) => {
		const memory: IContextObject = {};
		tryOf(memory, { 0: request('1001') });
		const isOther = body.msg === 'Bye' && left.length > 0;
		expect(tryOf(JSON.parse(JSON.stringify(memory)) as IContextObject, { 1: body }, left)).toEqual({
			leaders,
			conflicts: isOther ? [{ list: '1001', items: [1], messages: 2 }] : [],
		});
	});
});

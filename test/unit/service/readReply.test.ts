// If this fails, a reply is misread, or a long one crashes the node.
import { readReply } from '../../../nodes/shared/service/readReply';

const read = (body: unknown, statusCode = 200, headers = {}) =>
	readReply({ body, statusCode, headers });

describe('readReply', () => {
	it.each([
		[
			'JSON',
			'{"status":1,"action":"sendsms","message":"OK","data":{"taskId":"12","remoteIP":"1.1.1.1"}}',
		],
		['JSON with a byte order mark', '\uFEFF{"status":1,"message":"OK","data":{"taskId":"12"}}'],
		['JSON already parsed', { status: 1, message: 'OK', data: { taskId: '12' } }],
	])('reads an accepted request from %s', (_shape, body) => {
		const accepted = { kind: 'accepted', code: 'OK', data: { taskId: '12' }, words: [] };
		expect(read(body)).toMatchObject(accepted);
	});

	it('keeps every digit of a campaign code that JSON gives as a number', () => {
		const reply = read('{"status":1,"message":"OK","data":{"taskId": 912345678901234567890}}');
		expect(reply).toMatchObject({ data: { taskId: '912345678901234567890' } });
	});

	it.each([
		['JSON', '{"status":0,"action":"x","message":"ERROR","data":{"description":"list not found"}}'],
		['JSON without a message', '{"status":0,"data":{"description":"list not found"}}'],
		['JSON without data', '{"status":0,"description":"list not found"}'],
		['plain text', 'ERROR --> Description: list not found'],
		['plain text with a line end', 'ERROR --> Description: list not found \r\n'],
	])('reads an error inside HTTP 200 from %s', (_shape, body) => {
		const refused = { kind: 'refused', description: 'list not found', httpStatus: 200 };
		expect(read(body)).toEqual(refused);
	});

	const undocumented = /in a form that is not in its documentation/;
	it.each<[string, unknown, number, RegExp]>([
		['a web page', '<html></html>', 200, /a web page instead of a reply/],
		['nothing', '', 200, /an empty reply/],
		['cut JSON', '{"status":1,"mess', 200, /cut off or isn't valid JSON/],
		['JSON that is no reply', '{"hello":1}', 200, /isn't valid JSON/],
		['a list', '["OK"]', 200, undocumented],
		['a success with HTTP 400', '{"status":1,"message":"OK","data":{}}', 400, undocumented],
		['an OK with an error', '{"status":0,"message":"OK","description":"x"}', 200, undocumented],
		['an error without a word', '{"status":0,"data":{}}', 200, undocumented],
		['HTTP 500', '<html></html>', 500, /^HTTP status 500$/],
	])(
		'does not take %s for a success, and leaves open what was done',
		(_name, body, status, why) => {
			const reason = expect.stringMatching(why) as string;
			expect(read(body, status)).toMatchObject({ kind: 'failed', outcome: 'unknown', reason });
		},
	);

	it.each<[number, RegExp]>([
		[300, /redirects to another URL/],
		[399, /redirects to another URL/],
		[400, /^HTTP status 400$/],
		[499, /^HTTP status 499$/],
		// To wait, not to look for what is wrong with this request.
		[429, /too many requests/],
	])('knows that nothing was done at HTTP %i', (httpStatus, why) => {
		const reason = expect.stringMatching(why) as string;
		expect(read('<h1>x</h1>', httpStatus)).toEqual({
			...{ kind: 'failed', outcome: 'notAccepted', reason, httpStatus },
		});
	});

	it('says how long the service asks to wait, or until which moment', () => {
		expect(read('', 429, { 'retry-after': '7' })).toMatchObject({ retryAfterSeconds: 7 });
		const now = Date.UTC(2026, 0, 1);
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
		const secondsUntil = (instant: number) =>
			read('', 429, { 'retry-after': new Date(instant).toUTCString() });
		expect(secondsUntil(now + 3_600_000)).toMatchObject({ retryAfterSeconds: 3600 });
		expect(secondsUntil(now - 60_000)).toMatchObject({ retryAfterSeconds: 0 });
		clock.mockReturnValue(now + 1);
		expect(secondsUntil(now + 60_000)).toMatchObject({ retryAfterSeconds: 60 });
		clock.mockRestore();
		expect(read('', 429, { 'retry-after': 'soon' })).not.toHaveProperty('retryAfterSeconds');
	});
});

describe('replies longer than any of the service', () => {
	// A regular expression that tries all of such a text runs out of stack once it is compiled.
	it.each(['X', 'ALREADY_REG 0570002233\n', 'OK '])('many times "%s"', (part) => {
		const text = part.repeat(5_000_000 / part.length);
		for (let time = 0; time < 20; time++) expect(read(text)).toMatchObject({ kind: 'failed' });
	});
});

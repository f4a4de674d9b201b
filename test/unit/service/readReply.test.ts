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
		[
			'JSON without action',
			'{"status":1,"message":"OK","data":{"taskId":"12","remoteIP":"1.1.1.1"}}',
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

	it('reads plain replies', () => {
		expect(read('OK 3 700')).toMatchObject({ kind: 'accepted', code: 'OK', words: ['3', '700'] });
		expect(read('CODE_SENT')).toMatchObject({ kind: 'accepted', code: 'CODE_SENT' });
	});

	it('reads result codes that are no errors', () => {
		expect(read('{"status":1,"message":"MAX_SENT","data":{}}')).toMatchObject({
			kind: 'accepted',
			code: 'MAX_SENT',
		});
	});

	it.each([
		[
			'JSON',
			'{"status":0,"action":"sendsms","message":"ERROR","data":{"description":"list not found"}}',
		],
		[
			'JSON without action',
			'{"status":0,"message":"ERROR","data":{"description":"list not found"}}',
		],
		['plain text', 'ERROR --> Description: list not found'],
		['plain text with a line end', 'ERROR --> Description: list not found \r\n'],
	])('reads an error inside HTTP 200 from %s', (_shape, body) => {
		expect(read(body)).toEqual({
			kind: 'refused',
			description: 'list not found',
			httpStatus: 200,
		});
	});

	it.each([
		['an HTML page', '<html></html>', 500, 'unknown'],
		['an HTML page with HTTP 200', '<html></html>', 200, 'unknown'],
		['an empty body', '', 200, 'unknown'],
		['cut JSON', '{"status":1,"mess', 200, 'unknown'],
		['JSON that is no reply', '{"hello":1}', 200, 'unknown'],
		['a success with HTTP 400', '{"status":1,"message":"OK","data":{}}', 400, 'unknown'],
		[
			'an OK with an error',
			'{"status":0,"message":"OK","data":{"description":"x"}}',
			200,
			'unknown',
		],
		['a redirect', '', 302, 'notAccepted'],
		['HTTP 404', '<h1>Not Found</h1>', 404, 'notAccepted'],
	])('does not take %s for a success', (_name, body, status, outcome) => {
		expect(read(body, status)).toMatchObject({ kind: 'failed', outcome, httpStatus: status });
	});

	it.each([300, 302, 399])(
		'says that HTTP %i is a redirect, and why it was not followed',
		(status) => {
			const reason = expect.stringContaining('redirects to another URL') as string;
			expect(read('', status)).toMatchObject({ reason, outcome: 'notAccepted' });
		},
	);

	it.each([400, 499])('says that HTTP %i is a refusal, and no redirect', (status) => {
		const reason = `HTTP status ${status}`;
		expect(read('', status)).toMatchObject({ kind: 'failed', reason, outcome: 'notAccepted' });
	});

	it.each([500, 599])('leaves open what became of a request at HTTP %i', (status) => {
		const reason = `HTTP status ${status}`;
		expect(read('', status)).toMatchObject({ kind: 'failed', reason, outcome: 'unknown' });
	});

	it('says how long the service asks to wait', () => {
		expect(read('', 429, { 'retry-after': '7' })).toMatchObject({
			outcome: 'notAccepted',
			retryAfterSeconds: 7,
		});
	});
});

describe('what readReply says of a reply it does not take', () => {
	it.each([
		['cut JSON', '{"status":1,"mess', /cut off or isn't valid JSON/],
		['a list', '["OK"]', /in a form that is not in its documentation/],
		['a web page', '<html></html>', /a web page instead of a reply/],
		['nothing', '', /an empty reply/],
		['no body at all', undefined, /an empty reply/],
		['null in the place of a body', null, /an empty reply/],
	])('%s', (_name, body, reason) => {
		expect(read(body)).toMatchObject({ reason: expect.stringMatching(reason) as string });
	});

	it('too many requests: to wait, not to look for what is wrong with this one', () => {
		expect(read('', 429)).toMatchObject({
			reason: expect.stringContaining('too many requests') as string,
		});
	});

	it('reads an error that has a description and no message', () => {
		expect(read('{"status":0,"data":{"description":"list not found"}}')).toMatchObject({
			kind: 'refused',
			description: 'list not found',
		});
		expect(read('{"status":0,"description":"list not found"}')).toMatchObject({
			kind: 'refused',
			description: 'list not found',
		});
		expect(read('{"status":0,"data":{}}')).toMatchObject({ kind: 'failed', outcome: 'unknown' });
	});

	it('reads the moment until which the service asks to wait', () => {
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
	it.each(['x', 'X', '0570002233,', 'ALREADY_REG 0570002233\n', 'OK '])(
		'many times "%s"',
		(part) => {
			const text = part.repeat(5_000_000 / part.length);
			for (let time = 0; time < 20; time++) expect(read(text)).toMatchObject({ kind: 'failed' });
		},
	);
});

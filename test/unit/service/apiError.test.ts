// If this fails, what may have been sent is called not sent, or n8n shows a wrong cause of an error.
import { NodeOperationError, UserError, type INode } from 'n8n-workflow';

import { connectionError, errorForItem, replyError } from '../../../nodes/shared/service/apiError';
import type { Effect } from '../../../nodes/shared/service/endpoints';
import { readReply } from '../../../nodes/shared/service/readReply';
import brokenRequests from './brokenRequests.json';

const node = { name: 'Send', type: 'extApiSms', parameters: {} } as unknown as INode;

const outcomeOf = (thrown: unknown, effect: Effect = 'once', isAnswered = false) =>
	connectionError(node, thrown, 0, effect, isAnswered).context.outcome;

/** As n8n wraps what its HTTP client threw. */
const wrapped = (cause: object) => Object.assign(new Error('n8n says'), { cause });

describe('a request that broke', () => {
	it.each(brokenRequests)('may have left: $what', ({ cause }) => {
		expect(outcomeOf(cause)).toBe('unknown');
		expect(outcomeOf(wrapped(cause))).toBe('unknown');
	});

	it.each([
		['an error of n8n for the person', new UserError('The credential was removed')],
		['an error of a node', new NodeOperationError(node, 'No access to the credential')],
		['anything else that is not of the HTTP client', new Error('Cannot decrypt')],
		['an address that no one listens at', { code: 'ECONNREFUSED', message: 'x' }],
		['no route', { code: 'EHOSTUNREACH', syscall: 'connect', message: 'x' }],
		['no network', { code: 'ENETUNREACH', message: 'connect ENETUNREACH 10.0.0.1:443' }],
		['no connection in time', { code: 'ETIMEDOUT', syscall: 'connect', message: 'x' }],
		[
			'none of several addresses',
			{ code: 'EHOSTUNREACH', message: '', errors: [{ syscall: 'connect' }] },
		],
		['https to an http port', { code: 'EPROTO', message: 'SSL routines::wrong version number' }],
		['the same by its code', { code: 'ERR_SSL_WRONG_VERSION_NUMBER', message: 'x' }],
		['an unknown issuer', { code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', message: 'x' }],
	])('certainly did not leave: %s', (_what, thrown) => {
		expect(outcomeOf(thrown)).toBe('refused');
		expect(connectionError(node, thrown, 0, 'once').description).toContain('Nothing was sent');
	});

	it.each([
		['for the person', new UserError('The credential was removed')],
		['of a node', new NodeOperationError(node, 'The credential was removed')],
	])(
		'says what n8n said %s, not what was around it, and left if a reply had come',
		(_what, cause) => {
			const error = connectionError(node, wrapped(cause), 3);
			expect(error.message).toBe('The credential was removed');
			expect(error.context.itemIndex).toBe(3);
			expect(outcomeOf(cause, 'once', true)).toBe('unknown');
		},
	);

	it('is read to the end of its causes, also when they go in circles', () => {
		const broken = { code: 'ECONNREFUSED', message: 'x' };
		const deep = Array.from({ length: 8 }).reduce<object>((cause) => wrapped(cause), broken);
		expect(connectionError(node, deep, 0).message).toContain('ECONNREFUSED');
		const circle = new Error('Cannot decrypt');
		expect(outcomeOf(Object.assign(circle, { cause: circle }))).toBe('refused');
	});

	it('was given up for its time by the words of the HTTP client, whatever its code', () => {
		const error = connectionError(node, {
			code: 'ERR_CANCELED',
			message: 'timeout of 300ms exceeded',
		});
		expect(error.message).toContain('did not answer in time (ETIMEDOUT)');
	});

	it('is only advised to be made again where that does no harm', () => {
		const adviceFor = (effect: Effect) =>
			connectionError(node, { code: 'ECONNRESET' }, 0, effect).description;
		expect(connectionError(node, { code: 'ECONNRESET' }, 0, 'asks').message).toContain(
			'the connection broke (ECONNRESET)',
		);
		expect(adviceFor('once')).toMatch(
			/may have accepted the request, .* Check in the service before/,
		);
		expect(adviceFor('changes')).toMatch(/Run again: making it a second time does no harm\.$/);
		expect(outcomeOf({ code: 'ECONNRESET' }, 'asks')).toBe('refused');
	});
});

function causeOf(statusCode: number, body: string, effect: Effect = 'once', headers = {}) {
	const reply = readReply({ statusCode, body, headers });
	if (reply.kind === 'accepted') throw new Error(`"${body}" was taken for a success`);
	const error = replyError(node, reply, 0, effect);
	expect(errorForItem(node, error, 1).failure).toEqual(error.failure);
	return error.failure;
}

const refused = (words: string) => causeOf(200, `ERROR --> Description: ${words}`);
const broken = (code: string, effect: Effect) =>
	connectionError(node, Object.assign(new Error(code), { code }), 0, effect).failure;

describe("the cause of a failure, in n8n's words", () => {
	it.each([
		['token invalid or missing', 'credential-invalid'],
		['sms permission denied', 'credential-invalid'],
		['list not found', 'configuration-invalid'],
		['sender id not approved', 'configuration-invalid'],
		['Rate limit exceeded', 'rate-limited'],
		['system error (temporary)', 'temporarily-unavailable'],
	])('is known by what the service says: %s', (words, cause) => {
		expect(refused(words)).toEqual({ cause });
	});

	it('is not made up where n8n has no word for it', () => {
		expect(refused('phone must be a valid phone number')).toBeUndefined();
		expect(refused('something new')).toBeUndefined();
	});

	it('says how long the service asks to wait', () => {
		const wait = { 'retry-after': '7' };
		expect(causeOf(429, '', 'once', wait)).toEqual({ cause: 'rate-limited', retryAfterMs: 7000 });
		expect(causeOf(429, '')).toEqual({ cause: 'rate-limited' });
	});

	it('is the service while it cannot be reached, and what was entered where that is wrong', () => {
		expect(broken('ECONNREFUSED', 'once')).toEqual({ cause: 'temporarily-unavailable' });
		expect(broken('ENOTFOUND', 'once')).toEqual({ cause: 'configuration-invalid' });
		expect(broken('CERT_HAS_EXPIRED', 'once')).toEqual({ cause: 'configuration-invalid' });
		expect(broken('ETIMEDOUT', 'asks')).toEqual({ cause: 'temporarily-unavailable' });
		expect(causeOf(500, '', 'asks')).toEqual({ cause: 'temporarily-unavailable' });
		expect(causeOf(499, '', 'asks')).toBeUndefined();
	});

	it('of an item is no more certain than that of its request', () => {
		const lost = connectionError(node, new Error('socket hang up'), undefined, 'once', false);
		const ofItem = { outcome: 'unknown', itemIndex: 3 };
		expect(errorForItem(node, lost, 3).context).toMatchObject(ofItem);
		expect(errorForItem(node, new Error('no'), 3).context.outcome).toBe('refused');
	});

	it('never invites to repeat what may have been accepted', () => {
		expect(broken('ETIMEDOUT', 'once')).toBeUndefined();
		expect(broken('ECONNRESET', 'once')).toBeUndefined();
		expect(causeOf(503, '', 'once')).toBeUndefined();
	});
});

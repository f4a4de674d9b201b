// If this fails, what may have been sent is called not sent.
import { NodeOperationError, UserError, type INode } from 'n8n-workflow';

import { connectionError, replyError } from '../../../nodes/shared/service/apiError';
import type { Effect } from '../../../nodes/shared/service/endpoints';

const node = {
	name: 'Send',
	type: 'extApiSms',
	typeVersion: 1,
	parameters: {},
} as unknown as INode;

const outcomeOf = (thrown: unknown, effect: Effect = 'once', isAnswered = false) =>
	connectionError(node, thrown, 0, effect, isAnswered).context.outcome;

/** As n8n wraps what its HTTP client threw. */
const wrapped = (cause: object) => Object.assign(new Error('n8n says'), { cause });

describe('a request that broke', () => {
	it.each([
		['as the HTTP client of n8n marks its errors', { isAxiosError: true, message: 'Oops' }],
		['by the name of such an error', { name: 'AxiosError', message: 'Oops' }],
		['with a reply no one could read', { response: {}, message: 'Oops' }],
		['with a code of the network', { code: 'ECONNRESET', message: 'Oops' }],
		['with a code n8n passed on', { httpCode: 'EPIPE', message: 'Oops' }],
		['by its words alone', { message: 'socket hang up' }],
		[
			'over a connection whose route broke',
			{ code: 'EHOSTUNREACH', syscall: 'read', message: 'x' },
		],
		['when the network went away', { code: 'ENETUNREACH', message: 'read ENETUNREACH' }],
		[
			'when TLS 1.3 asks for a certificate after the request',
			{ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', message: 'x' },
		],
		['when TLS broke later', { code: 'EPROTO', message: 'read EPROTO: bad record mac' }],
	])('may have left: %s', (_what, cause) => {
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
			{
				code: 'EHOSTUNREACH',
				message: '',
				errors: [{ syscall: 'connect' }, { syscall: 'connect' }],
			},
		],
		[
			'https to an http port',
			{
				code: 'EPROTO',
				message: 'write EPROTO 80:error:0A00010B:SSL routines::wrong version number',
			},
		],
		['the same by its code', { code: 'ERR_SSL_WRONG_VERSION_NUMBER', message: 'x' }],
		[
			'another version of TLS',
			{ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', message: 'tlsv1 alert protocol version' },
		],
		['a certificate of the future', { code: 'CERT_NOT_YET_VALID', message: 'x' }],
		['an unknown issuer', { code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', message: 'x' }],
	])('certainly did not leave: %s', (_what, thrown) => {
		expect(outcomeOf(thrown)).toBe('notAccepted');
		expect(connectionError(node, thrown, 0, 'once').description).toContain('Nothing was sent');
	});

	it.each([
		['for the person', new UserError('Too long')],
		['of a node', new NodeOperationError(node, 'Too long')],
		['of any kind', new Error('Too long')],
	])(
		'certainly left when a reply had come, even when what followed is an error %s',
		(_what, thrown) => {
			expect(outcomeOf(thrown, 'once', true)).toBe('unknown');
		},
	);

	it.each([
		['for the person', new UserError('The credential was removed')],
		['of a node', new NodeOperationError(node, 'The credential was removed')],
	])('says what n8n said %s, not what was around it', (_what, cause) => {
		const error = connectionError(node, wrapped(cause), 3);
		expect(error.message).toBe('The credential was removed');
		expect(error.context.itemIndex).toBe(3);
	});

	it('is read to the end of its causes, also when they go in circles', () => {
		const broken = { code: 'ECONNREFUSED', message: 'x' };
		const deep = Array.from({ length: 8 }).reduce<object>((cause) => wrapped(cause), broken);
		expect(connectionError(node, deep, 0).message).toContain('ECONNREFUSED');
		const circle = new Error('Cannot decrypt');
		expect(outcomeOf(Object.assign(circle, { cause: circle }))).toBe('notAccepted');
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
		expect(adviceFor('once')).toMatch(
			/may have accepted the request, .* Check in the service before/,
		);
		expect(adviceFor('changes')).toMatch(/Run again: making it a second time does no harm\.$/);
	});

	it('leaves nothing open when it only asked', () => {
		expect(outcomeOf({ code: 'ECONNRESET' }, 'asks')).toBe('notAccepted');
	});
});

it.each([
	[499, undefined],
	[500, { cause: 'temporarily-unavailable' }],
])('a question answered with HTTP %i: whose fault it is', (httpStatus, failure) => {
	const reply = { kind: 'failed', reason: 'it failed', outcome: 'unknown', httpStatus } as const;
	expect(replyError(node, reply, 0, 'asks').failure).toEqual(failure);
});

// If this fails, what may have been sent is called not sent, or n8n shows a wrong cause of an error.
import { NodeOperationError, UserError, type INode } from 'n8n-workflow';

import { connectionError, errorForItem } from '../../../nodes/shared/service/apiError';
import type { Effect } from '../../../nodes/shared/service/endpoints';
import brokenRequests from './brokenRequests.json';

const node = { name: 'Send', type: 'extApiSms', parameters: {} } as unknown as INode;

const outcomeOf = (
	thrown: unknown,
	effect: Effect = 'once',
	progress: Parameters<typeof connectionError>[4] = 'asked',
) => connectionError(node, thrown, 0, effect, progress).context.outcome;

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
			expect(outcomeOf(cause, 'once', 'answered')).toBe('unknown');
		},
	);

	it('is read to the end of its causes, also when they go in circles', () => {
		const broken = { code: 'ECONNREFUSED', message: 'x' };
		const deep = Array.from({ length: 8 }).reduce<object>((cause) => wrapped(cause), broken);
		expect(connectionError(node, deep, 0).message).toContain('ECONNREFUSED');
		const circle = new Error('Cannot decrypt');
		expect(outcomeOf(Object.assign(circle, { cause: circle }), 'once', 'before')).toBe('refused');
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

it('the failure of an item is no more certain than that of its request', () => {
	const lost = connectionError(node, new Error('socket hang up'));
	const ofItem = { outcome: 'unknown', itemIndex: 3 };
	expect(errorForItem(node, lost, 3).context).toMatchObject(ofItem);
	expect(errorForItem(node, new Error('no'), 3).context.outcome).toBe('refused');
});

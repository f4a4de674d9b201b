import {
	jsonType,
	plainType,
	renderError,
	type RenderedReply,
	type ReplyContext,
} from '../protocol/reply';
import { ServiceError } from '../protocol/serviceError';
import type { FaultRule } from './faults';

/** An HTTP reply before it is written; with `reset` the connection is cut instead. */
export interface RawReply extends RenderedReply {
	status: number;
	headers: Record<string, string>;
	reset: boolean;
}

const page =
	'<!DOCTYPE html><html><head><title>500</title></head><body><h1>Internal Server Error</h1></body></html>';
const hugeBytes = 5 * 1024 * 1024;

/** What a caller gets instead of the reply when a fault applies; the reply itself when none does. */
export function spoil(
	fault: FaultRule | undefined,
	reply: RenderedReply,
	context: ReplyContext,
): RawReply {
	const whole: RawReply = { ...reply, status: 200, headers: {}, reset: false };
	switch (fault?.kind) {
		case 'http500':
			return { ...whole, status: 500, contentType: 'text/html', body: page };
		case 'http429':
			return {
				...whole,
				status: 429,
				contentType: 'text/html',
				headers: { 'Retry-After': String(fault.retryAfter ?? 1) },
				body: '<html><body>Too Many Requests</body></html>',
			};
		case 'resetBefore':
		case 'resetAfter':
			return { ...whole, reset: true };
		case 'cutJson':
			return { ...whole, body: reply.body.slice(0, Math.floor(reply.body.length / 2)) };
		case 'emptyBody':
			return { ...whole, body: '' };
		case 'plainError':
			return {
				...whole,
				...renderError(new ServiceError(fault.description ?? 'No IP', 'plain'), context),
			};
		case 'errorWithoutAction':
			return {
				...whole,
				...renderError(
					new ServiceError(fault.description ?? 'system error (temporary)', 'withoutAction'),
					{ ...context, json: true },
				),
			};
		case 'redirect':
			return {
				...whole,
				status: 302,
				headers: { Location: fault.location ?? '/emulator/redirected' },
				body: '',
			};
		case 'wrongContentType':
			return { ...whole, contentType: 'text/html; charset=utf-8' };
		case 'undocumented':
			return { ...whole, ...undocumented(fault) };
		case 'hugeReply':
			return { ...whole, body: 'x'.repeat(fault.bytes ?? hugeBytes) };
		default:
			return whole;
	}
}

function undocumented({ body = 'MAINTENANCE', contentType, status = 200 }: FaultRule) {
	return { status, body, contentType: contentType ?? typeOf(body) };
}

/** Content-Type a service would give a body. */
function typeOf(body: string): string {
	try {
		JSON.parse(body);
		return jsonType;
	} catch {
		return plainType;
	}
}

import type { IDataObject } from 'n8n-workflow';

import type { HttpReply } from './readReply';

/** What stands for the signature of an address. */
const LEFT_OUT = '…';
/** How often a service may have coded the address, once inside the other. */
const MOST_CODINGS = 3;
/** Text without a gap, with the line breaks and slashes that base64 gets on its way through JSON. */
const RUN = /[\w%+/=.~\\\r\n-]+/g;

/**
 * A reply without the signature of the file's address in its request, which opens the file to everyone who
 * has it: the service may repeat the address in its reply as it is, URL-encoded or in base64.
 *
 * @param body the request's parameters by wire name
 */
export function withoutSignature(reply: HttpReply, { fileurl }: IDataObject): HttpReply {
	const [, signature] = /[?&]token=([\w.-]+)/.exec(String(fileurl ?? '')) ?? [];
	if (signature === undefined || typeof reply.body !== 'string') return reply;
	const body = reply.body
		.replaceAll(signature, LEFT_OUT)
		.replace(RUN, (run) => (holds(run, signature, MOST_CODINGS) ? LEFT_OUT : run));
	return { ...reply, body };
}

/** Whether a text holds the secret, also in a text that is coded inside it. */
function holds(text: string, secret: string, codings: number): boolean {
	if (text.length < secret.length) return false;
	if (text.includes(secret)) return true;
	if (codings === 0) return false;
	return decodings(text).some((decoded) => holds(decoded, secret, codings - 1));
}

/** What a text may say: URL-decoded, and each of its words read as base64. */
function decodings(text: string): string[] {
	const url = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
		String.fromCharCode(parseInt(code, 16)),
	);
	const words = text
		.replace(/\\[nr]|[\r\n\\]/g, '')
		.split(/[^\w+/-]+/)
		.filter(({ length }) => length >= 16);
	// What stands directly before base64 moves its groups of four characters.
	const base64 = words.flatMap((word) =>
		[0, 1, 2, 3].map((start) => Buffer.from(word.slice(start), 'base64').toString('latin1')),
	);
	return url === text ? base64 : [url, ...base64];
}

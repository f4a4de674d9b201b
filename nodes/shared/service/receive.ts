import { readReply, tooLong, type HttpReply, type NotAccepted, type Written } from './readReply';

/** Most bytes of a reply, unpacked. The longest one of the specification, 10,000 numbers, takes a thirtieth of it. */
const MOST_BYTES = 5_000_000;

/** The longest time that Node can wait for. */
const LONGEST_MS = 2 ** 31 - 1;

/** When a request and its reply have to be over. n8n's own limit begins anew with each byte. */
export function deadlineIn(ms: number): AbortSignal {
	return AbortSignal.timeout(Math.min(ms, LONGEST_MS));
}

/** The error of a request that is not over in time. */
export function timeOut(): Error {
	return Object.assign(new Error('The reply did not end in time'), { code: 'ETIMEDOUT' });
}

/**
 * Reads a reply whose body n8n hands over as a stream: a whole one, which n8n would unpack without a limit, may be
 * larger than its memory.
 *
 * @param clean takes out of the text what no one may see of it, before anyone reads it
 * @throws what breaks the stream; {@link timeOut} when the deadline passes first
 */
export async function receive(
	response: HttpReply,
	deadline: AbortSignal,
	clean: (text: string) => string,
): Promise<Written | NotAccepted> {
	const { body } = response;
	// Anything else comes from n8n, where it evaluates agents without a service.
	if (!isStream(body)) return readReply(response);
	const text = await textOf(body, deadline);
	return text === undefined ? tooLong(response) : readReply({ ...response, body: clean(text) });
}

/** What is used of a stream, whose types Node's own module has. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): unknown;
}

function isStream(body: unknown): body is ByteStream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** The text of a stream; undefined, and the stream is closed, when it is too long. */
async function textOf(stream: ByteStream, deadline: AbortSignal): Promise<string | undefined> {
	const end = () => stream.destroy(timeOut());
	deadline.addEventListener('abort', end);
	if (deadline.aborted) end();
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	try {
		// Leaving the loop closes the stream.
		for await (const chunk of stream) {
			bytes += chunk.length;
			if (bytes > MOST_BYTES) return undefined;
			chunks.push(chunk);
		}
	} finally {
		deadline.removeEventListener('abort', end);
	}
	return Buffer.concat(chunks).toString('utf8');
}

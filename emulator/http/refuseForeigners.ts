import type { FastifyReply, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { isLoopbackHost } from '../protocol/webAddress';

/**
 * A hook against rebound names: a request must be made to this machine by its own name or an address, not by a name that
 * someone else can point here.
 *
 * @param ownName a host name that is allowed besides
 */
export function refuseForeignNames(ownName?: string) {
	return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
		const { host = '' } = headers;
		const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
		const bare = name.replace(/^\[|\]$/g, '');
		if (isLoopbackHost(name) || isIP(bare) !== 0 || name === ownName?.toLowerCase()) return;
		await reply.code(403).send({ error: `refused by the name ${name}` });
	};
}

/**
 * A hook that keeps other web pages from reading or steering the emulator through the browser of someone who runs it. A
 * browser says which page asks; what is no browser says nothing.
 */
export async function refuseForeignPages(
	{ headers }: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	const { host = '', origin, 'sec-fetch-site': site } = headers;
	const isForeign =
		origin === undefined
			? site === 'cross-site' || site === 'same-site'
			: !isSameHost(origin, host);
	if (!isForeign) return;
	await reply.code(403).send({ error: `refused for the page ${origin ?? 'of another site'}` });
}

function isSameHost(origin: string, host: string): boolean {
	return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { isLoopbackHost } from '../protocol/webAddress';

/**
 * A hook that keeps other web pages from steering the emulator through the browser of somebody who runs it: a request must
 * be made to this machine by its own name or an address, not by a name that somebody else can point here, and what changes
 * something must come from no page or from the emulator's.
 *
 * @param ownName a host name that is allowed besides
 */
export function refuseForeigners(ownName?: string) {
	return async ({ method, headers }: FastifyRequest, reply: FastifyReply) => {
		const { host = '', origin } = headers;
		const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
		const bare = name.replace(/^\[|\]$/g, '');
		const isOwn = isLoopbackHost(name) || isIP(bare) !== 0 || name === ownName?.toLowerCase();
		const isForeign =
			origin !== undefined && method !== 'GET' && method !== 'HEAD' && !isSameHost(origin, host);
		if (isOwn && !isForeign) return;
		const error = isOwn ? `refused for the page ${origin}` : `refused by the name ${name}`;
		await reply.code(403).send({ error });
	};
}

function isSameHost(origin: string, host: string): boolean {
	return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

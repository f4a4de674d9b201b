import fastify, { type FastifyInstance } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import type { Control } from '../control/control';
import { controlRoutes } from '../control/routes';
import { endpoints } from '../endpoints';
import { pageRoutes } from '../page/routes';
import { readCall } from '../protocol/readCall';
import type { Service } from '../service/service';
import { answer } from './answer';
import { refuseForeignNames, refuseForeignPages } from './refuseForeigners';

/** Largest request body, bytes. */
const bodyLimit = 64 * 1024 * 1024;

/**
 * The service, its control interface and its page as an HTTP server, not yet listening.
 *
 * @param ownName host name the control interface may be called by besides this machine's own
 */
export function createServer(
	service: Service,
	control: Control,
	ownName?: string,
): FastifyInstance {
	const server = fastify({
		bodyLimit,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 1000 },
	});
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
		done(null, body),
	);

	server.route<{ Params: { script: string } }>({
		method: ['GET', 'POST'],
		url: '/extApi/:script',
		onRequest: async (request, reply) => {
			if (!service.settings.allowForeignPages) await refuseForeignPages(request, reply);
		},
		handler: async (request, reply) => {
			const endpoint = endpoints.get(request.params.script.replace(/\.php$/, ''));
			if (endpoint === undefined || !request.params.script.endsWith('.php')) {
				return await reply.code(404).type('text/html').send('<h1>Not Found</h1>');
			}
			service.ledger.enter();
			try {
				if (service.settings.latencyMs > 0) await wait(service.settings.latencyMs);
				const contentType = request.headers['content-type'] ?? '';
				const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
				const { emoji } = service.settings;
				const incoming = readCall(request.method, request.url, contentType, body, emoji);
				const remoteIp = service.settings.callerIp ?? request.ip;
				const answered = await answer(service, endpoint, incoming, remoteIp, contentType);
				if (answered.reset) {
					request.raw.socket.resetAndDestroy();
					return reply.hijack();
				}
				return await reply
					.code(answered.status)
					.headers(answered.headers)
					.type(answered.contentType)
					.send(answered.body);
			} finally {
				service.ledger.leave();
			}
		},
	});
	void server.register(async (guarded) => {
		guarded.addHook('onRequest', refuseForeignNames(ownName));
		await guarded.register(pageRoutes);
		await guarded.register(
			async (steered) => {
				steered.addHook('onRequest', refuseForeignPages);
				await steered.register(controlRoutes(control));
			},
			{ prefix: '/emulator' },
		);
	});
	return server;
}

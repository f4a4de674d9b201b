import sse from '@fastify/sse';
import type { FastifyInstance } from 'fastify';
import type { Changes, Topic } from '../state/changes';

/** Changes within this time are reported together, ms. */
const gatherMs = 100;
const heartbeatMs = 15_000;

/** `GET /events`: server-sent events, each the list of topics that changed; the first names none. */
export function eventRoute(changes: Changes) {
	return async (server: FastifyInstance) => {
		await server.register(sse, { heartbeatInterval: heartbeatMs });
		server.get('/events', { sse: { kind: 'only' } }, async (_request, reply) => {
			const changed = new Set<Topic>();
			let timer: NodeJS.Timeout | undefined;
			const tell = async (topics: Topic[]) => {
				if (reply.sse.isConnected) await reply.sse.send({ data: topics });
			};
			const stop = changes.watch((topic) => {
				changed.add(topic);
				timer ??= setTimeout(() => {
					timer = undefined;
					void tell([...changed]).catch(stop);
					changed.clear();
				}, gatherMs);
			});
			reply.sse.keepAlive();
			reply.sse.onClose(() => {
				stop();
				clearTimeout(timer);
			});
			await tell([]);
		});
	};
}

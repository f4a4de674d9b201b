import { connect, createServer, type Server, type Socket } from 'node:net';

/** The way between n8n and the service, which can be cut off as a service that dies cuts it off. */
export interface ServicePath {
	url: string;
	/** Breaks every connection, and accepts none until `mend`. */
	cut(): Promise<void>;
	mend(): Promise<void>;
	close(): Promise<void>;
}

/** Listens on a port of its own and hands everything on. */
export async function openServicePath(serviceUrl: string): Promise<ServicePath> {
	const { hostname, port } = new URL(serviceUrl);
	const sockets = new Set<Socket>();
	const keep = (socket: Socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
	};
	const handOn = (caller: Socket) => {
		const service = connect(Number(port), hostname);
		for (const socket of [caller, service]) keep(socket);
		caller.pipe(service).pipe(caller);
		caller.once('close', () => service.destroy());
		service.once('close', () => caller.destroy());
	};
	let server = await listen(handOn, 0);
	const own = (server.address() as { port: number }).port;
	const cut = async () => {
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of sockets) socket.resetAndDestroy();
		await closed;
	};
	return {
		url: `http://127.0.0.1:${own}`,
		cut,
		mend: async () => void (server = await listen(handOn, own)),
		close: async () => void (server.listening && (await cut())),
	};
}

async function listen(handOn: (caller: Socket) => void, port: number): Promise<Server> {
	const server = createServer(handOn);
	return await new Promise((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
	});
}

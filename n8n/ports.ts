import { createServer } from 'node:net';

/**
 * Finds a TCP port on the loopback interface that no one listens on.
 *
 * @param preferred taken when free; otherwise the system chooses one
 */
export async function freePort(preferred?: number): Promise<number> {
	const found = preferred === undefined ? undefined : await tryPort(preferred);
	const port = found ?? (await tryPort(0));
	if (port === undefined) throw new Error('This machine has no free TCP port.');
	return port;
}

async function tryPort(port: number): Promise<number | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			const taken = typeof address === 'object' && address ? address.port : undefined;
			server.close(() => resolve(taken));
		});
	});
}

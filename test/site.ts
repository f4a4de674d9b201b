import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A web server on this machine for one test file; the address of a path on it. One that closes idle connections can
 * close one on which a busy test just sends the next call.
 */
export function siteForTests(handle: RequestListener): (path?: string) => string {
	const server = createServer({ keepAliveTimeout: 0 }, handle);
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => {
		server.close();
		server.closeAllConnections();
	});
	return (path = '') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

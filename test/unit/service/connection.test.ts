// If this fails, the token goes to another address than the service's.
import { connectionOf, serviceUrl } from '../../../nodes/shared/service/connection';

describe('the base URL of the credential', () => {
	it.each(['', '///', '/extApi/', '/EXTAPI'])('may end in "%s"', (end) => {
		expect(serviceUrl(` https://messages.example.com:8443/a${end} `)).toBe(
			'https://messages.example.com:8443/a',
		);
	});

	// What is behind the path would be lost, or be in every address and in the logs along the way.
	it.each([
		'https://messages.example.com/?token=secret',
		'https://messages.example.com/#secret',
		'https://secret@messages.example.com',
		'https://:secret@messages.example.com',
	])('is refused with more than an address, and not repeated: %s', (typed) => {
		expect(() => serviceUrl(typed)).toThrow(
			'Base URL must be the plain URL of the service, without user name, "?" or "#". Correct it in the credential.',
		);
	});
});

describe('the proxy', () => {
	const nodeWith = (proxy: string) =>
		({ name: 'A', type: 'x', typeVersion: 1, parameters: { requestOptions: { proxy } } }) as never;

	it('has the user name and password of its URL', () => {
		const { proxy } = connectionOf(nodeWith('http://me:50%25off@proxy.example.com:3128'));
		expect(proxy).toMatchObject({ auth: { username: 'me', password: '50%off' }, port: 3128 });
	});

	it('has the port of its protocol where that is all that is said', () => {
		for (const [protocol, port] of Object.entries({ http: 80, https: 443 })) {
			const { proxy } = connectionOf(nodeWith(`${protocol}://proxy.example.com`));
			expect(proxy).toEqual({ protocol, host: 'proxy.example.com', port });
		}
	});

	it('is refused by its name where a percent sign is part of no escape', () => {
		const says = "Proxy contains a percent sign that isn't part of an escape";
		expect(() => connectionOf(nodeWith('http://me:50%off@proxy.example.com'))).toThrow(says);
	});
});

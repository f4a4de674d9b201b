// If this fails, the token goes to another address than the service's.
import { serviceUrl } from '../../../nodes/shared/service/connection';

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

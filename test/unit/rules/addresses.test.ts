// If this fails, a wrong address is sent, or a right one refused.
import {
	domainName,
	emailAddress,
	ipAddress,
	webAddress,
} from '../../../nodes/shared/rules/addresses';
import type { Reader } from '../../../nodes/shared/rules/reader';

describe.each<[string, Reader, string[], unknown[]]>([
	[
		'an email address',
		emailAddress,
		['name@example.com', 'a.b+c@mail.example.co'],
		['name', 'name@example', '@example.com', 'a@b.com, c@d.com', 'a b@example.com'],
	],
	[
		'a web address',
		webAddress,
		['https://example.com/a?b=c', 'HTTP://example.com'],
		['example.com', 'ftp://example.com', 'https://', 'https://a b', 'see https://example.com'],
	],
	[
		'a domain',
		domainName,
		['example.com', 'shop.Example.co'],
		['https://example.com', 'example', 'example.com/a', '-a.com', 'a-.com', 'a..com', 'a.c'],
	],
	[
		'an IP address',
		ipAddress,
		['192.0.2.7', '0.0.0.0', '255.255.255.255', '2001:db8::1', '::ffff:192.0.2.7'],
		['192.0.2', '192.0.2.256', '192.0.2.7.1', '2001:db8::g', ':', '1:2', 'localhost'],
	],
])('%s', (_name, reader, right, wrong) => {
	it.each(right)('is %s, also with blanks around it as from a table', (text) => {
		expect(reader(text)).toEqual({ value: text });
		expect(reader(` ${text}\n`)).toEqual({ value: text });
	});

	it.each([...wrong, '', 7, null, undefined, true, {}])('is not %j', (entered) => {
		expect(reader(entered)).toHaveProperty('problem');
	});
});

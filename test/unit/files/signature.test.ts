// If this fails, whoever reads an execution or a log can open the file that was sent to a recipient.
import { withoutSignature } from '../../../nodes/shared/transport/signature';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6ImZpbGVzeXN0ZW0ifQ.s-g_nature0123456789abcdef';
const fileurl = `https://n8n.example.com/rest/binary-data/signed?token=${token}&name=a.pdf`;
const percent = (one: string) => `%${one.charCodeAt(0).toString(16)}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

it.each<[string, string]>([
	['as it is', `ERROR --> Description: not allowed: ${fileurl}`],
	['URL-encoded', encodeURIComponent(fileurl)],
	['URL-encoded twice', encodeURIComponent(encodeURIComponent(fileurl))],
	['as JSON', JSON.stringify({ data: { description: fileurl } })],
	...[0, 1, 2, 3].map((before): [string, string] => [
		`in base64 behind ${before} characters`,
		`trace ${base64('x'.repeat(before) + fileurl)} end`,
	]),
	['in base64 for addresses', Buffer.from(`?${fileurl}`).toString('base64url')],
	['in base64 in lines', base64(fileurl).replace(/.{76}/g, '$&\r\n')],
	['in base64 in lines, as JSON', JSON.stringify(base64(fileurl).replace(/.{76}/g, '$&\n'))],
	['in base64 twice', base64(`at ${base64(fileurl)}`)],
	['URL-encoded in base64', base64(encodeURIComponent(fileurl))],
	['in base64, URL-encoded', encodeURIComponent(`${base64(fileurl)}==`)],
	['URL-encoded to the last character', fileurl.replace(/[^a-z0-9]/gi, percent)],
	['with every character URL-encoded', fileurl.replace(/./g, percent)],
])('a reply holds no signature that the service repeats %s', (_how, body) => {
	const { body: left } = withoutSignature({ statusCode: 200, headers: {}, body }, { fileurl });
	const text = String(left);
	expect(text).toContain('…');
	expect(text).not.toContain(token);
	const decoded = text.split(/[^\w+/=-]+/).map((part) => Buffer.from(part, 'base64').toString());
	for (const each of decoded) expect(each).not.toContain(token.slice(10, 30));
});

it('a reply to a request without such an address is left alone', () => {
	const reply = { statusCode: 200, headers: {}, body: fileurl };
	expect(withoutSignature(reply, { fileurl: 'https://example.com/a.pdf' })).toBe(reply);
	expect(withoutSignature(reply, {})).toBe(reply);
});

it('a long reply without gaps is read at once', () => {
	const body = 'QUJD'.repeat(4_000_000);
	const started = Date.now();
	expect(withoutSignature({ statusCode: 200, headers: {}, body }, { fileurl }).body).toBe(body);
	// Searched with a pattern that grows with the square of the length, it took minutes.
	expect(Date.now() - started).toBeLessThan(10_000);
});

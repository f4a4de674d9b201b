// If this fails, another web page can drive someone's emulator, or a copied command runs code.
import axios from 'axios';
import { execFile, spawnSync } from 'node:child_process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { asCurl } from '../../emulator/page/app/requests/curl';
import { inSight } from '../../emulator/page/app/shell/words';
import { emulatorForTests, eventually, modes, type Mode, type Sent } from './support';
import { onlyWhere } from '../onlyWhere';

const run = promisify(execFile);
const hasCurl = spawnSync('sh', ['-c', 'curl --version']).status === 0;
const withCurl = onlyWhere(hasCurl, 'commands of the page, since there is no curl');
const emulator = emulatorForTests();
const anyStatus = { validateStatus: () => true };
const at = (path: string) => `${emulator.url}${path}`;

describe('the page', () => {
	it('loads nothing and runs nothing but its own files', async () => {
		const { data, headers } = await axios.get<string>(at('/'));
		expect(headers['content-type']).toBe('text/html; charset=utf-8');
		expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
		const linked = [...data.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link);
		expect(linked).toEqual(['/page/icon.svg', '/page/app.css', '/page/app.js']);
		for (const link of linked) expect((await axios.get(at(link))).status).toBe(200);
		expect((await axios.get<string>(at('/page/app.js'))).data).toContain('As the recipient');
	});
});

describe('the control interface in a browser', () => {
	it.each([
		['refuses a name that others can point here', () => ({ Host: 'rebound.example.com' }), 403],
		['refuses the page of another site', () => ({ Origin: 'https://evil.example.com' }), 403],
		['refuses a page without an address', () => ({ Origin: 'null' }), 403],
		['serves no page', () => ({}), 200],
		['serves its own page', () => ({ Origin: emulator.url }), 200],
	])('%s', async (_, headers, expected) => {
		const options = { headers: headers(), ...anyStatus };
		expect((await axios.post(at('/emulator/reset'), '{}', options)).status).toBe(expected);
	});

	it.each([
		['another name', { Host: 'rebound.example.com' }],
		['its address', { Origin: 'https://evil.example.com' }],
		['its address, another port of this machine', { Origin: 'http://127.0.0.1:5678' }],
		['what a script or a picture of it says', { 'Sec-Fetch-Site': 'cross-site' }],
		['what a script of another port says', { 'Sec-Fetch-Site': 'same-site' }],
	])('tells nothing to a page of another site, known by %s', async (_, headers) => {
		for (const path of ['/emulator/requests', '/emulator/events', '/emulator/phones']) {
			const answer = await axios.get(at(path), { headers, ...anyStatus });
			expect([path, answer.status]).toEqual([path, 403]);
			expect(answer.headers['access-control-allow-origin']).toBeUndefined();
		}
	});

	it.each([
		['/', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
		['/extApi/taskStatus.php?get=1', { Host: 'host.docker.internal:9292' }],
	])('serves %s from elsewhere, too', async (path, headers) => {
		expect((await axios.get(at(path), { headers })).status).toBe(200);
	});
});

it('characters that turn text around are seen in what a person must read exactly', () => {
	expect(inSight('evil.example/\u202egnp.exe שלום')).toBe('evil.example/⟨U+202E⟩gnp.exe שלום');
});

it('server-sent events name what changed', async () => {
	const { data: stream } = await axios.get<Readable>(at('/emulator/events'), {
		responseType: 'stream',
		headers: { Accept: 'text/event-stream' },
	});
	let text = '';
	stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
	await eventually(() => text.includes('data: []'));
	await emulator.json('sendOtp', { phone: '0570001001', type: 'sms' });
	await eventually(() => /data: .*"phones"/.test(text) && /data: .*"requests"/.test(text));
	expect(text).not.toContain('"faults"');
	stream.destroy();
});

/** Sends a body as it is; axios would make JSON of a text that is none. */
async function postRaw(body: string) {
	const headers = { 'Content-Type': 'application/json' };
	await fetch(at('/extApi/sendOtp.php'), { method: 'POST', headers, body });
}

/** What a person does who pastes a command into a shell: the shell reads it, nothing hands it over as one argument. */
async function paste(command: string, variables: object = { EXTAPI_TOKEN: 'demo-token-full' }) {
	const shell = run('sh', [], { env: { PATH: process.env.PATH, ...variables } });
	shell.child.stdin?.end(`${command}\n`);
	return (await shell).stdout;
}

/** Sends a request, and pastes the command that repeats it. */
async function repeatsInAShell(mode: Mode, script: string, sent: Sent) {
	await emulator.call(script, sent, mode);
	const command = asCurl(emulator.control.request(1), emulator.url);
	expect(command).not.toContain('demo-token');
	await paste(command);
	const [first, second] = emulator.control.requests();
	expect(second).toMatchObject({ mode, parameters: first.parameters, accepted: true });
}

it('a page of another site calls no script of the service, unless it is let', async () => {
	const foreign = { Origin: 'https://evil.example.com' };
	const call = async (headers: Record<string, string>) =>
		(await axios.get(at('/extApi/scheduleSms.php?get=1&act=credit'), { headers, ...anyStatus }))
			.status;
	expect(await call(foreign)).toBe(403);
	expect(await call({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
	expect(emulator.control.requests()).toEqual([]);
	expect(await call({})).toBe(200);
	emulator.control.changeSettings({ allowForeignPages: true });
	expect(await call(foreign)).toBe(200);
});

describe('requests for the page', () => {
	const shown = async () => {
		const { data: list } = await axios.get<Array<{ index: number }>>(
			at('/emulator/requests/newest?limit=100'),
		);
		const one = async ({ index }: { index: number }) =>
			(await axios.get<unknown>(at(`/emulator/requests/${index}`))).data;
		return JSON.stringify([list, await Promise.all(list.map(one))]);
	};

	it.each(modes)('hide the token of mode %s', async (mode) => {
		const sent = { phone: '0570001001', type: 'sms', smstext: 'demo-token-full' };
		await emulator.call('sendOtp', sent, mode);
		expect(JSON.stringify(emulator.control.requests())).toContain('demo-token-full');
		expect(await shown()).not.toContain('demo-token');
	});

	it('hide a wrong token, and one in the address of a POST', async () => {
		await emulator.call('sendOtp', { token: 'mistyped-secret' }, 'get');
		await axios.post(at('/extApi/sendOtp.php?token=mistyped-secret'), 'post=2', anyStatus);
		await postRaw('["demo-token-full"]');
		const text = await shown();
		expect(text).not.toContain('mistyped-secret');
		expect(text).not.toContain('demo-token');
	});

	it('show a body that could not be read as it came, without its token', async () => {
		const body = `{"token": "mistyped-secret", "phone": "0570001001",\n "x": "demo-token-full`;
		await postRaw(body);
		const { unread } = emulator.control.request(1);
		expect(unread).toBe(`{"token": "<token>", "phone": "0570001001",\n "x": "<token>`);
		expect(emulator.control.requests()[0].unread).toBe(body);
	});

	withCurl.it.each(modes)('of mode %s can be pasted into a shell', async (mode) => {
		const smstext = `It's "$HOME" \`id\` \\ & 100% שלום:`;
		await repeatsInAShell(mode, 'sendOtp', { phone: '0570001001', type: 'sms', smstext });
	});

	withCurl.it('that could not be read are repeated as they came', async () => {
		const body = `{"token": "demo-token-full", "msg": "it's $HOME\n`;
		await postRaw(body);
		await paste(asCurl(emulator.control.request(1), emulator.url));
		const [first, second] = emulator.control.requests();
		expect(second).toMatchObject({ mode: 'json', unread: body, reply: first.reply });
	});

	withCurl.it('run nothing of a long body that names the end of itself', async () => {
		const filling = 'x'.repeat(120_000);
		const unread = `{"a": "${filling}\nEND_OF_BODY\necho planted\nEND_OF_BODY_1\necho planted`;
		await postRaw('{"a": "');
		// The log keeps the beginning of such a body: a command must not depend on how much.
		const command = asCurl({ ...emulator.control.request(1), unread }, emulator.url);
		expect(command).toContain('\nEND_OF_BODY\necho planted');
		expect(await paste(command)).not.toContain('planted');
		expect(emulator.control.requests()).toHaveLength(2);
	});

	it.each(['\u001b', '\u202e'])('are not copied with what a terminal obeys: %j', async (one) => {
		await postRaw(`{"a": "${one}\necho planted`);
		const command = asCurl(emulator.control.request(1), emulator.url);
		expect(command).toMatch(/^# This request holds control/);
	});
});

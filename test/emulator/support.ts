import axios from 'axios';

import { startEmulator, type Emulator, type EmulatorOptions } from '../../emulator';

/** Parameters of one request. */
export type Sent = Record<string, unknown>;

/** The four ways a request reaches the service. */
export type Mode = 'get' | 'post' | 'json' | 'jsonUrl';
export const modes: Mode[] = ['get', 'post', 'json', 'jsonUrl'];

/** A JSON reply of the service. */
export interface JsonReply {
	status: number;
	message: string;
	action?: string;
	data: Record<string, unknown> & { description?: string; taskId?: string; remoteIP: string };
}

/** An emulator for one test file, back to the seeds before each test, and ways to call it. */
export function emulatorForTests(options: EmulatorOptions = {}) {
	let emulator: Emulator;
	beforeAll(async () => {
		emulator = await startEmulator({ campaignStepMs: 2, ...options });
	});
	beforeEach(() => emulator.control.reset());
	afterAll(async () => await emulator.close());

	/** Calls a script in one of the modes; the body as it came. */
	const call = async (script: string, sent: Sent, mode: Mode = 'json') => {
		const url = `${emulator.url}/extApi/${script}.php`;
		const withToken = { token: 'demo-token-full', ...sent };
		const plain = Object.fromEntries(
			Object.entries(withToken).map(([name, value]) => [
				name,
				typeof value === 'object' ? JSON.stringify(value) : String(value),
			]),
		);
		const raw = { responseType: 'text' as const, transformResponse: (text: string) => text };
		const anyStatus = { validateStatus: () => true, ...raw };
		if (mode === 'get') {
			const query = new URLSearchParams({ get: '1', ...plain });
			return await axios.get<string>(`${url}?${query}`, anyStatus);
		}
		if (mode === 'post') {
			return await axios.post<string>(url, new URLSearchParams({ post: '2', ...plain }), anyStatus);
		}
		const contentType = mode === 'json' ? 'application/json' : 'text/plain';
		return await axios.post<string>(
			mode === 'json' ? url : `${url}?json=1`,
			JSON.stringify(withToken),
			{ ...anyStatus, headers: { 'Content-Type': contentType } },
		);
	};
	return {
		get control() {
			return emulator.control;
		},
		get service() {
			return emulator.service;
		},
		get url() {
			return emulator.url;
		},
		call,
		json: async (script: string, sent: Sent) =>
			JSON.parse((await call(script, sent)).data) as JsonReply,
		plain: async (script: string, sent: Sent, mode: Mode = 'post') =>
			(await call(script, sent, mode)).data,
	};
}

/** A schedule: ten in the morning on January 2, 2030. */
export const onSecond = { dh: '10', di: '00', dy: '2030', dm: '01', dd: '02' };

/** Waits until a condition holds; fails after a minute: the machine may be busy. */
export async function eventually(holds: () => boolean): Promise<void> {
	for (const until = Date.now() + 60_000; !holds();) {
		if (Date.now() > until) throw new Error('it did not happen within a minute');
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

/** A part of JSON in which `<40 × a>` is so many of a character. */
export const repeated = (part: unknown): unknown =>
	JSON.parse(
		JSON.stringify(part).replace(/<(\d+) × (.)>/gu, (_, count: string, one: string) =>
			one.repeat(Number(count)),
		),
	);

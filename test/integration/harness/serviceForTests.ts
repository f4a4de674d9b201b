import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { readings, startEmulator, type Emulator, type EmulatorOptions } from '../../../emulator';

/**
 * With `EMULATOR_READINGS=other` the service reads the specification the other way wherever it is
 * silent: what the nodes do must not depend on it.
 */
const otherReadings =
	process.env.EMULATOR_READINGS === 'other'
		? Object.fromEntries(Object.entries(readings).map(([name, all]) => [name, all.at(-1)]))
		: {};

/** An emulator for one test file: started before its tests, back to the seeds before each. */
export function serviceForTests(options: EmulatorOptions = {}) {
	let emulator: Emulator;
	beforeAll(async () => {
		emulator = await startEmulator({ campaignStepMs: 5, ...otherReadings, ...options });
	});
	beforeEach(() => emulator.control.reset());
	afterAll(async () => await emulator.close());
	return {
		get url() {
			return emulator.url;
		},
		get control() {
			return emulator.control;
		},
		/** The chat templates of the account, to change them as the platform would. */
		get templates() {
			const { tokens, accounts } = emulator.service.state;
			return accounts.get(tokens.get('demo-token-full')!.accountId)!.templates;
		},
		/** A credential for one of the seeded tokens. */
		credential: (token = 'demo-token-full'): ICredentialDataDecryptedObject => ({
			baseUrl: emulator.url,
			token,
		}),
		/**
		 * The first requests are answered late, so the others overlap with them however busy the machine is: with `n` held back,
		 * `n + 1` requests were open at once if the node had so many at once.
		 */
		holdBack: (count: number, ms = 3_000): void => {
			const late = { kind: 'delay' as const, ms };
			emulator.control.addFaults(
				Array.from({ length: count }, (_, index) => ({ ...late, nth: index + 1 })),
			);
		},
		/** The bodies the service received, in order, without the token. */
		bodies: (): IDataObject[] =>
			emulator.control.requests().map(({ parameters }) => {
				const { token: _token, ...body } = parameters as IDataObject;
				return body;
			}),
	};
}

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
		/** A credential for one of the seeded tokens. */
		credential: (token = 'demo-token-full'): ICredentialDataDecryptedObject => ({
			baseUrl: emulator.url,
			token,
		}),
		/** The bodies the service received, in order, without the token. */
		bodies: (): IDataObject[] =>
			emulator.control.requests().map(({ parameters }) => {
				const { token: _token, ...body } = parameters as IDataObject;
				return body;
			}),
	};
}

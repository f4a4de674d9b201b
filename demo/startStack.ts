import { startEmulator, type Emulator, type EmulatorOptions } from '../emulator';
import { buildPackage } from '../n8n/buildPackage';
import { N8nClient, type Owner } from '../n8n/client';
import { ensureN8n } from '../n8n/install';
import { silentProgress, type Progress } from '../n8n/progress';
import { startN8n, type RunningN8n, type StartOptions } from '../n8n/start';
import type { StoredCredential } from '../n8n/types';

/** A real n8n with this package in it, beside an emulator of the service. */
export interface Stack {
	n8n: RunningN8n;
	/** Logged in as {@link demoOwner}. */
	client: N8nClient;
	emulator: Emulator;
	/** The credential for the emulator. */
	credential: StoredCredential;
	/** Ends n8n and the emulator and deletes their data. */
	stop(): Promise<void>;
}

export interface StackOptions {
	/** Name of a folder in `n8n/versions`; `N8N_TEST_VERSION` or the default when left out. */
	version?: string;
	n8n?: Omit<StartOptions, 'installation' | 'tarballs'>;
	emulator?: EmulatorOptions;
	progress?: Progress;
}

/** Owner of the n8n, which listens on the loopback interface only. */
export const demoOwner: Owner = {
	email: 'demo@example.com',
	password: 'Demo-password-1',
	firstName: 'Demo',
	lastName: 'Owner',
};

/** The emulator's token with every permission. */
export const demoToken = 'demo-token-full';

/**
 * Starts the emulator and a real n8n with this package installed from its tarball, an owner and a credential.
 *
 * @throws Error when a part does not start; what had started is stopped again
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
	const { progress = silentProgress } = options;
	const version = options.version ?? process.env.N8N_TEST_VERSION;
	const installation = await ensureN8n(version, progress);
	progress.step('Building and packing the nodes', 25);
	const packed = await buildPackage((pid) => progress.detail(`waiting for process ${pid}`));
	progress.step('Starting the emulator of the messaging service', 2);
	const emulator = await startEmulator(options.emulator);
	let n8n: RunningN8n | undefined;
	const stop = async () => {
		await n8n?.stop();
		await emulator.close();
		await packed.remove();
	};
	try {
		progress.step('Starting n8n', 15);
		n8n = await startN8n({ ...options.n8n, installation, tarballs: [packed.tarball] });
		progress.step('Creating owner, credential and workflows', 5);
		const client = new N8nClient(n8n.url);
		await client.setUpOwner(demoOwner);
		const secret = { baseUrl: emulator.url, token: demoToken };
		const credential = await client.createCredential('ExtApi account', 'extApi', secret);
		return { n8n, client, emulator, credential, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

import { startEmulator, type Emulator, type EmulatorOptions } from '../emulator';
import { buildPackage } from '../n8n/buildPackage';
import { N8nClient, type Owner } from '../n8n/client';
import { ensureN8n } from '../n8n/install';
import { silentProgress, type Progress } from '../n8n/progress';
import { startN8n, type RunningN8n, type StartOptions } from '../n8n/start';
import type { StoredCredential } from '../n8n/types';

/** A real n8n with this package in it. */
export interface Host {
	n8n: RunningN8n;
	/** Logged in as {@link demoOwner}. */
	client: N8nClient;
	/** Ends n8n and deletes its data. */
	stop(): Promise<void>;
}

/** The service for an n8n. */
export interface Service {
	emulator: Emulator;
	/** The credential for the emulator. */
	credential: StoredCredential;
}

/** Both; `stop` ends both. */
export type Stack = Host & Service;

export interface HostOptions {
	n8n?: Omit<StartOptions, 'installation' | 'tarballs'>;
	progress?: Progress;
}

export interface StackOptions extends HostOptions {
	emulator?: EmulatorOptions;
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
 * Starts a real n8n (`N8N_TEST_VERSION`, else the default) with this package installed from its tarball, and an owner.
 *
 * @throws Error when a part does not start; what had started is stopped again
 */
export async function startHost(options: HostOptions = {}): Promise<Host> {
	const { progress = silentProgress } = options;
	const installation = await ensureN8n(process.env.N8N_TEST_VERSION, progress);
	progress.step('Building and packing the nodes', 25);
	const packed = await buildPackage((pid) => progress.detail(`waiting for process ${pid}`));
	let n8n: RunningN8n | undefined;
	const stop = async () => {
		await n8n?.stop();
		await packed.remove();
	};
	try {
		progress.step('Starting n8n', 15);
		n8n = await startN8n({ ...options.n8n, installation, tarballs: [packed.tarball] });
		const client = new N8nClient(n8n.url);
		await client.setUpOwner(demoOwner);
		return { n8n, client, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Starts an emulator of the service, with a credential for it in an n8n. */
export async function startService(
	client: N8nClient,
	options: EmulatorOptions = {},
): Promise<Service> {
	const emulator = await startEmulator(options);
	const secret = { baseUrl: emulator.url, token: demoToken };
	try {
		const credential = await client.createCredential('ExtApi account', 'extApi', secret);
		return { emulator, credential };
	} catch (error) {
		await emulator.close();
		throw error;
	}
}

/**
 * Starts both.
 *
 * @throws Error when a part does not start; what had started is stopped again
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
	const host = await startHost(options);
	try {
		options.progress?.step('Creating the service, its credential and workflows', 5);
		const service = await startService(host.client, options.emulator);
		const stop = async () => {
			await host.stop();
			await service.emulator.close();
		};
		return { ...host, ...service, stop };
	} catch (error) {
		await host.stop();
		throw error;
	}
}

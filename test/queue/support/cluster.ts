import { demoOwner, demoToken } from '../../../demo/startStack';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../../emulator';
import { buildPackage } from '../../../n8n/buildPackage';
import { N8nClient } from '../../../n8n/client';
import { ensureN8n } from '../../../n8n/install';
import { freePort } from '../../../n8n/ports';
import { silentProgress, type Progress } from '../../../n8n/progress';
import { startN8n, type RunningN8n } from '../../../n8n/start';
import type { StoredCredential } from '../../../n8n/types';
import { n8nProcesses, type ComposeProcess } from '../../composeFile';
import { createDatabase, services } from './services';

/** n8n as people run it at scale: the processes of `docker-compose.yml`. */
export interface Cluster {
	main: RunningN8n;
	/** Talks to the main process. */
	client: N8nClient;
	credential: StoredCredential;
	workers: RunningN8n[];
	/** Starts one more worker, in the place of one that was killed. */
	startWorker(): Promise<void>;
	/** Starts the main process again, after it was killed. */
	startMain(): Promise<void>;
	/** Base address of the webhook processor; the main process takes no webhooks. */
	webhookUrl: string;
	/** Ends the webhook processor, and starts it again at the same address. */
	restartWebhooks(): Promise<void>;
	emulator: Emulator;
	/** Name of n8n's own database. */
	database: string;
	stop(): Promise<void>;
}

export interface ClusterOptions {
	/** Name of a folder in `n8n/versions`. */
	version?: string;
	emulator?: EmulatorOptions;
	/** Settings of every n8n process beside those of the file. */
	environment?: Record<string, string>;
	/** Puts something between n8n and the emulator, and says where it listens. */
	serviceBehind?: (emulatorUrl: string) => Promise<string>;
	progress?: Progress;
}

/** Starts the cluster on a database and a queue of its own. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
	const { progress = silentProgress, serviceBehind = async (url: string) => url } = options;
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const each of stops.reverse()) await each();
	};
	try {
		const installation = await ensureN8n(options.version, progress);
		progress.step('Building and packing the nodes', 25);
		const packed = await buildPackage((pid) => progress.detail(`waiting for process ${pid}`));
		stops.push(async () => await packed.remove());
		const emulator = await startEmulator(options.emulator);
		stops.push(async () => await emulator.close());
		const database = await createDatabase();
		stops.push(async () => await database.drop());

		const webhookPort = await freePort();
		const webhookUrl = `http://127.0.0.1:${webhookPort}`;
		const addresses = addressesHere(database.name, webhookUrl);
		const start = async ({ name, command, args, environment }: ComposeProcess) => {
			progress.step(`Starting n8n: ${name}`, 15);
			const n8n = await startN8n({
				installation,
				tarballs: [packed.tarball],
				env: { ...environment, ...addresses, ...options.environment },
				command,
				preferredPort: command === 'webhook' ? webhookPort : undefined,
				args,
			});
			stops.push(async () => await n8n.stop());
			return n8n;
		};
		const started: Record<string, RunningN8n[]> = {};
		for (const service of n8nProcesses()) {
			started[service.name] = [];
			for (let count = 0; count < service.replicas; count++) {
				started[service.name].push(await start(service));
			}
		}
		const {
			main: [main],
			worker: workers,
		} = started;
		let [webhooks] = started.webhook;

		const client = new N8nClient(main.url);
		await client.setUpOwner(demoOwner);
		const secret = { baseUrl: await serviceBehind(emulator.url), token: demoToken };
		const credential = await client.createCredential('ExtApi account', 'extApi', secret);
		const process = (wanted: string) => n8nProcesses().find(({ name }) => name === wanted)!;
		const cluster: Cluster = {
			...{ main, client, credential, workers, webhookUrl, emulator, stop },
			database: database.name,
			restartWebhooks: async () => {
				await webhooks.stop();
				webhooks = await start(process('webhook'));
			},
			startWorker: async () => void workers.push(await start(process('worker'))),
			startMain: async () => {
				cluster.main = await start(process('main'));
				cluster.client = new N8nClient(cluster.main.url);
				await cluster.client.logIn(demoOwner);
			},
		};
		return cluster;
	} catch (error) {
		await stop();
		throw error;
	}
}

/**
 * The settings of `docker-compose.yml` that say where something is, for this machine. All others are the file's.
 *
 * @param database name of the database, which sets this run's queue apart from others, too
 * @param webhookUrl where the webhook processor listens; the file has a proxy before it
 */
export function addressesHere(database: string, webhookUrl: string): Record<string, string> {
	const { redis, postgres } = services;
	return {
		N8N_WEBHOOK_URL: `${webhookUrl}/`,
		DB_POSTGRESDB_HOST: postgres.host,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_PASSWORD: postgres.password,
		DB_POSTGRESDB_DATABASE: database,
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_BULL_PREFIX: database,
		// n8n keeps webhooks in Redis for an hour: a second run would meet those of the first.
		N8N_REDIS_KEY_PREFIX: database,
	};
}

import { demoOwner, demoToken } from '../../../demo/startStack';
import { startEmulator, type Emulator } from '../../../emulator';
import { buildPackage } from '../../../n8n/buildPackage';
import { N8nClient } from '../../../n8n/client';
import { ensureN8n } from '../../../n8n/install';
import { freePort } from '../../../n8n/ports';
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
	/** Base address of the webhook processor; the main process takes no webhooks. */
	webhookUrl: string;
	emulator: Emulator;
	stop(): Promise<void>;
}

/** Starts the cluster on a database and a queue of its own. */
export async function startCluster(version?: string): Promise<Cluster> {
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const each of stops.reverse()) await each();
	};
	try {
		const installation = await ensureN8n(version);
		const packed = await buildPackage(() => undefined);
		stops.push(async () => await packed.remove());
		const emulator = await startEmulator();
		stops.push(async () => await emulator.close());
		const database = await createDatabase();
		stops.push(async () => await database.drop());

		const webhookPort = await freePort();
		const webhookUrl = `http://127.0.0.1:${webhookPort}`;
		const addresses = addressesHere(database.name, webhookUrl);
		const start = async ({ command, args, environment }: ComposeProcess) => {
			const n8n = await startN8n({
				installation,
				tarballs: [packed.tarball],
				env: { ...environment, ...addresses },
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

		const client = new N8nClient(main.url);
		await client.setUpOwner(demoOwner);
		const secret = { baseUrl: emulator.url, token: demoToken };
		const credential = await client.createCredential('ExtApi account', 'extApi', secret);
		const worker = n8nProcesses().find(({ name }) => name === 'worker')!;
		const startWorker = async () => void workers.push(await start(worker));
		return { main, client, credential, workers, startWorker, webhookUrl, emulator, stop };
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

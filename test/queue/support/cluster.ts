import { randomBytes } from 'node:crypto';

import { demoOwner, demoToken } from '../../../demo/startStack';
import { startEmulator, type Emulator } from '../../../emulator';
import { buildPackage } from '../../../n8n/buildPackage';
import { N8nClient } from '../../../n8n/client';
import { ensureN8n } from '../../../n8n/install';
import { freePort } from '../../../n8n/ports';
import { startN8n, type RunningN8n } from '../../../n8n/start';
import type { StoredCredential } from '../../../n8n/types';
import { createDatabase, services } from './services';

/** n8n as people run it at scale: a main process, two workers and a webhook processor. */
export interface Cluster {
	/** Talks to the main process. */
	client: N8nClient;
	credential: StoredCredential;
	workers: RunningN8n[];
	/** Base address of the webhook processor; the main process takes no webhooks. */
	webhookUrl: string;
	emulator: Emulator;
	stop(): Promise<void>;
}

const executionsPerWorker = '10';

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
		const env = clusterEnvironment(database.name, webhookUrl);
		const start = async (command: 'start' | 'worker' | 'webhook') => {
			const n8n = await startN8n({
				installation,
				tarballs: [packed.tarball],
				env,
				command,
				preferredPort: command === 'webhook' ? webhookPort : undefined,
				args: command === 'worker' ? [`--concurrency=${executionsPerWorker}`] : [],
			});
			stops.push(async () => await n8n.stop());
			return n8n;
		};
		const main = await start('start');
		const workers = [await start('worker'), await start('worker')];
		await start('webhook');

		const client = new N8nClient(main.url);
		await client.setUpOwner(demoOwner);
		const secret = { baseUrl: emulator.url, token: demoToken };
		const credential = await client.createCredential('ExtApi account', 'extApi', secret);
		return { client, credential, workers, webhookUrl, emulator, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** What all processes of a cluster share; `docker-compose.yml` sets the same. */
export function clusterEnvironment(database: string, webhookUrl: string): Record<string, string> {
	const { redis, postgres } = services;
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
		WEBHOOK_URL: `${webhookUrl}/`,
		DB_TYPE: 'postgresdb',
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

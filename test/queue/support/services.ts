import { randomBytes } from 'node:crypto';
import { createConnection } from 'node:net';
import { Client } from 'pg';

/** Where Redis and PostgreSQL are, from the environment or on this machine. */
export const services = {
	redis: {
		host: process.env.REDIS_HOST ?? '127.0.0.1',
		port: Number(process.env.REDIS_PORT ?? 6379),
	},
	postgres: {
		host: process.env.POSTGRES_HOST ?? '127.0.0.1',
		port: Number(process.env.POSTGRES_PORT ?? 5432),
		user: process.env.POSTGRES_USER ?? 'postgres',
		password: process.env.POSTGRES_PASSWORD ?? '',
		database: process.env.POSTGRES_DATABASE ?? 'postgres',
	},
};

const answerTimeoutMs = 3_000;

/** What keeps queue mode from being tested here, in words; none when both services answer. */
export async function missingServices(): Promise<string[]> {
	const { redis, postgres } = services;
	const [noRedis, noPostgres] = await Promise.all([askRedis(), askPostgres()]);
	return [
		noRedis &&
			`Redis does not answer at ${redis.host}:${redis.port} (REDIS_HOST, REDIS_PORT): ${noRedis}`,
		noPostgres &&
			`PostgreSQL does not answer at ${postgres.host}:${postgres.port} (POSTGRES_HOST, POSTGRES_PORT, POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DATABASE): ${noPostgres}`,
	].filter((problem) => problem !== undefined);
}

async function askRedis(): Promise<string | undefined> {
	return await new Promise((resolve) => {
		const socket = createConnection(services.redis);
		const finish = (problem?: string) => {
			socket.destroy();
			resolve(problem);
		};
		socket.setTimeout(answerTimeoutMs, () => finish('no answer'));
		socket.once('error', ({ message }) => finish(message));
		socket.once('connect', () => socket.write('PING\r\n'));
		socket.once('data', (data) =>
			finish(/^\+PONG|^-NOAUTH/.test(data.toString()) ? undefined : 'it is no Redis'),
		);
	});
}

async function askPostgres(): Promise<string | undefined> {
	const client = newClient();
	try {
		await client.connect();
		return undefined;
	} catch (error) {
		return (error as Error).message || 'no answer';
	} finally {
		await client.end().catch(() => undefined);
	}
}

function newClient(): Client {
	return new Client({ ...services.postgres, connectionTimeoutMillis: answerTimeoutMs });
}

/** A database of its own for one run of the tests. */
export interface FreshDatabase {
	name: string;
	drop(): Promise<void>;
}

/** Creates an empty database beside the others. */
export async function createDatabase(): Promise<FreshDatabase> {
	const name = `extapi_queue_${randomBytes(4).toString('hex')}`;
	await execute(`CREATE DATABASE ${name}`);
	return { name, drop: async () => await execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function execute(statement: string): Promise<void> {
	const client = newClient();
	await client.connect();
	await client.query(statement).finally(async () => await client.end());
}

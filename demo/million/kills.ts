import { setTimeout as sleep } from 'node:timers/promises';

import type { Million } from './million';

/** What can be broken while rows are sent. */
export type Breakable = keyof typeof breakers;

const downMs = 4_000;

const breakers = {
	/** Any worker; another takes its place. */
	async worker({ cluster }: Million) {
		const [victim] = cluster.workers.splice(Math.floor(cluster.workers.length * Math.random()), 1);
		process.kill(victim.process.pid, 'SIGKILL');
		await cluster.startWorker();
	},
	async main({ cluster }: Million) {
		process.kill(cluster.main.process.pid, 'SIGKILL');
		await cluster.startMain();
	},
	/** Every connection of n8n and of its Postgres nodes, as a restart of the server ends them. */
	async postgres({ cluster, table }: Million) {
		for (let times = 0; times < 5; times++) {
			await table.breakConnections(cluster.database);
			await sleep(300);
		}
	},
	async service({ service }: Million) {
		await service.cut();
		await sleep(downMs);
		await service.mend();
	},
};

export const breakables = Object.keys(breakers) as Breakable[];

/** Breaks one part and has it back, as anyone who runs n8n has. */
export async function breakSomething(million: Million, what: Breakable): Promise<void> {
	await breakers[what](million);
}

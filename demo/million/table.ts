import { readFileSync } from 'node:fs';
import { Client } from 'pg';

import type { LedgerView } from '../../emulator';
import { createDatabase, services } from '../../test/queue/support/services';
import { examplePath } from '../exampleWorkflows';

/** What `campaign_progress` counts. */
export interface Counts {
	all_rows: number;
	waiting: number;
	taken: number;
	accepted: number;
	ended: number;
	stopped: number;
	not_reached: number;
	refused: number;
	left_out: number;
	already_sent: number;
	duplicates: number;
	unknown: number;
	paused: boolean;
	paused_because: string | null;
}

/** The table of recipients in a database of its own, as the file of the example makes it. */
export interface Recipients {
	database: string;
	/** Forgets all rows and writes new ones, all of them waiting. */
	fill(rows: number): Promise<void>;
	counts(): Promise<Counts>;
	query<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
	/** Ends every connection to the table and to n8n's own database but this one. */
	breakConnections(n8nDatabase: string): Promise<void>;
	drop(): Promise<void>;
}

/** Makes the database and its table. */
export async function createRecipients(): Promise<Recipients> {
	const { name, drop } = await createDatabase();
	const client = new Client({ ...services.postgres, database: name });
	await client.connect();
	await client.query(readFileSync(examplePath('data', 'million-rows.sql'), 'utf8'));
	const query = async <Row extends object>(statement: string, values: unknown[] = []) =>
		(await client.query<Row>(statement, values)).rows;
	return {
		database: name,
		query,
		async fill(rows) {
			await query('TRUNCATE campaign_recipients, campaign_pages, campaign_ends, campaign_phones');
			await query('UPDATE campaign_control SET paused = false, paused_because = NULL');
			await query(
				`INSERT INTO campaign_recipients (phone, first_name)
				SELECT '05' || (20000000 + number), 'Customer ' || number FROM generate_series(1, $1::integer) AS number`,
				[rows],
			);
			await query('ANALYZE campaign_recipients');
		},
		async counts() {
			const [row] = await query<Record<keyof Counts, string>>('SELECT * FROM campaign_progress');
			const words = ['paused', 'paused_because'];
			return Object.fromEntries(
				Object.entries(row).map(([column, value]) => [
					column,
					words.includes(column) || value === null ? value : Number(value),
				]),
			) as unknown as Counts;
		},
		async breakConnections(n8nDatabase) {
			await query(
				`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
				WHERE datname IN ($1, $2) AND pid <> pg_backend_pid()`,
				[name, n8nDatabase],
			);
		},
		async drop() {
			await client.end();
			await drop();
		},
	};
}

/** Where the table and the service disagree; all of them empty when every claim holds. */
export interface Disagreement {
	/** Phones with more than one message. */
	doubled: string[];
	/** Rows that the table says the service has, and the service has not in that campaign. */
	claimed: string[];
	/** Rows that the table says are not sent, and the service has. */
	denied: string[];
	/** Phones that the service has and the table has not. */
	strangers: string[];
}

/** Compares each row with what the service accepted. */
export async function compare(table: Recipients, ledger: LedgerView): Promise<Disagreement> {
	const accepted = new Map<string, string[]>();
	for (const { phone, count, taskIds } of ledger.entries) {
		const before = accepted.get(phone) ?? [];
		// One text sent twice has the count 2.
		accepted.set(phone, [...before, ...taskIds, ...Array<string>(count - taskIds.length).fill('')]);
	}
	const found: Disagreement = { doubled: [], claimed: [], denied: [], strangers: [] };
	for (const [phone, campaigns] of accepted) if (campaigns.length > 1) found.doubled.push(phone);
	const rows = await table.query<{ phone: string; state: string; task_id: string | null }>(
		'SELECT phone, state, task_id FROM campaign_recipients',
	);
	for (const { phone, state, task_id: taskId } of rows) {
		const campaigns = accepted.get(phone) ?? [];
		accepted.delete(phone);
		const saysSent = state === 'accepted' || state === 'not_reached';
		if (saysSent && !campaigns.includes(String(taskId))) found.claimed.push(phone);
		const saysNotSent = ['waiting', 'refused', 'leftOut'].includes(state);
		if (saysNotSent && campaigns.length > 0) found.denied.push(phone);
	}
	found.strangers.push(...accepted.keys());
	return found;
}

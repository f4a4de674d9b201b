import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import type { N8nInstallation } from '../../../n8n/install';

/** What an installed n8n says about the next major version. */
export interface MigrationReport {
	/** Its rules, what each of them affects (names of workflow files, or `environment`), and the variables it speaks of. */
	rules: Array<{ id: string; affected: string[]; variables: string[] }>;
	/** Names of all variables it asked for. */
	known: string[];
	/** Its complaints about values. */
	invalid: string[];
	/** Variables it would warn of at its start, set or missing. */
	deprecated: string[];
	/** First parts of the paths that its webhook processors serve. */
	webhookPaths: string[];
}

const script = path.join(__dirname, 'migrationRules.cjs');

/**
 * Asks an n8n's own rules for version 3 about an environment and workflows, without starting it.
 *
 * @param environment of the n8n that is to be judged, whole
 * @param workflowFiles paths of workflows as the editor exports them
 */
export async function migrationReport(
	installation: N8nInstallation,
	environment: Record<string, string>,
	workflowFiles: string[],
): Promise<MigrationReport> {
	const folder = await mkdtemp(path.join(tmpdir(), 'extapi-migration-'));
	try {
		const modules = path.join(installation.directory, 'node_modules');
		const { stdout } = await promisify(execFile)(
			installation.node,
			[script, modules, ...workflowFiles],
			{ env: { ...environment, N8N_USER_FOLDER: folder }, maxBuffer: 10_000_000 },
		);
		return JSON.parse(stdout) as MigrationReport;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

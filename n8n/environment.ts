import path from 'node:path';

/** Inherited by n8n; anything else of the caller's environment could change what n8n does. */
const inherited = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'SystemRoot'];

/** Nothing is sent to or fetched from n8n's own servers. */
const nothingCallsHome = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
};

/** Questions and hints of a first start that get in the way of a demo or fill a log. */
const quietFirstStart = {
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_PYTHON_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_RUNNERS_TASK_TIMEOUT: '60',
	/** Seconds within which the process that runs Code nodes has to come up: 30 are too few on a busy machine. */
	N8N_RUNNERS_GRANT_TOKEN_TTL: '600',
};

const patientDatabase = {
	/** Without a pool n8n 1 stores that an execution has ended before it stores what it output. */
	DB_SQLITE_POOL_SIZE: '2',
	/** After 5 seconds without an answer of its database, n8n refuses every call: on a busy machine too early. */
	DB_PING_TIMEOUT_MS: '120000',
};

/** What differs from one n8n process to the next. */
export interface N8nSettings {
	/** Folder that will hold `.n8n`. */
	userFolder: string;
	/** Port of the editor, its REST interface and the webhooks. */
	port: number;
	/** Port n8n's own task broker listens on. */
	brokerPort: number;
	/** Modules of n8n to leave out; it refuses to start with names it does not know. */
	disabledModules: string[];
	/** False where expressions have to be evaluated without n8n's native module. */
	hasExpressionSandbox: boolean;
	/** Overrides and additions, for example `{ DB_TYPE: 'postgresdb' }`. */
	env: Record<string, string>;
}

/** The complete environment of an n8n process: reachable on the loopback interface only. */
export function n8nEnvironment(settings: N8nSettings): Record<string, string> {
	const base = Object.fromEntries(inherited.map((name) => [name, process.env[name] ?? '']));
	return {
		...Object.fromEntries(Object.entries(base).filter(([, value]) => value !== '')),
		...nothingCallsHome,
		...quietFirstStart,
		...patientDatabase,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: settings.userFolder,
		TMPDIR: path.join(settings.userFolder, 'tmp'),
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder(settings.userFolder),
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(settings.port),
		N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
		N8N_SECURE_COOKIE: 'false',
		...(settings.disabledModules.length > 0
			? { N8N_DISABLED_MODULES: settings.disabledModules.join(',') }
			: {}),
		...(settings.hasExpressionSandbox ? {} : { N8N_EXPRESSION_ENGINE: 'legacy' }),
		...settings.env,
	};
}

/** The only folder workflows may read files from and write them to. */
export function filesFolder(userFolder: string): string {
	return path.join(userFolder, 'files');
}

/** Where n8n looks for community packages. */
export function packagesFolder(userFolder: string): string {
	return path.join(userFolder, '.n8n', 'nodes', 'node_modules');
}
